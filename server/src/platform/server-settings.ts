import { serverConfig } from '@gensvar/contract/configuration/server-config'
import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from './db-types.ts'
import { AppError } from './errors.ts'

/**
 * Key of the settings document among the stored settings. A version that knows more settings than the one before takes
 * another key, because that one refuses what it does not know and may run beside it.
 */
export const serverSettingsKey = 'server-2'

/** Key of the document of the version before, which is read until there is another one. */
export const formerSettingsKey = 'server'

/** The stored document, without defaults, with the version that a save of it names; empty and 0 if none is stored. */
export async function readGivenSettings(db: Kysely<Database>): Promise<{ value: unknown; version: number }> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value', 'version'])
    .where('key', 'in', [serverSettingsKey, formerSettingsKey])
    .execute()
  const own = rows.find(({ key }) => key === serverSettingsKey)
  return { value: own?.value ?? rows[0]?.value ?? {}, version: own?.version ?? 0 }
}

/**
 * The server's settings with every default filled in. Read on every call: they are one small row, and a change made
 * by any process is seen by the next request. Throws `unavailable` when stored settings of
 * another version are not valid in this one, naming the first of them.
 */
export async function readServerSettings(db: Kysely<Database>): Promise<ServerConfig> {
  return settingsOf((await readGivenSettings(db)).value)
}

/** A stored document with every default filled in. Throws as `readServerSettings` does. */
export function settingsOf(value: unknown): ServerConfig {
  const settings = serverConfig.safeParse(value)
  if (settings.success) return settings.data
  const [issue] = settings.error.issues
  const words = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new AppError('unavailable', say`The settings of this server cannot be read: ${words}`)
}
