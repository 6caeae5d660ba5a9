import { serverConfig } from '@gensvar/contract/configuration/server-config'
import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from './db-types.ts'
import { AppError } from './errors.ts'

/** Key of the settings document among the stored settings. */
export const serverSettingsKey = 'server'

/**
 * The server's settings with every default filled in. Read on every call: they are one small row, and a change made
 * by any process is seen by the next request. Throws `unavailable` when stored settings of
 * another version are not valid in this one, naming the first of them.
 */
export async function readServerSettings(db: Kysely<Database>): Promise<ServerConfig> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', serverSettingsKey).executeTakeFirst()
  const settings = serverConfig.safeParse(row?.value ?? {})
  if (settings.success) return settings.data
  const [issue] = settings.error.issues
  const words = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new AppError('unavailable', say`The settings of this server cannot be read: ${words}`)
}
