import { serverConfig } from '@gensvar/contract/configuration/server-config'
import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import type { Kysely } from 'kysely'
import type { Database } from './db-types.ts'

/** Key of the settings document among the stored settings. */
export const serverSettingsKey = 'server'

/**
 * The server's settings with every default filled in. Read on every call: they are one small row, and a change made
 * by any process is seen by the next request. A stored document that no longer fits its schema is an error.
 */
export async function readServerSettings(db: Kysely<Database>): Promise<ServerConfig> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', serverSettingsKey).executeTakeFirst()
  return serverConfig.parse(row?.value ?? {})
}
