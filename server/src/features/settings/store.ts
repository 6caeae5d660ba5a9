import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'

/** The server's stored settings, without defaults; empty if none are stored. */
export async function readGivenSettings(db: Kysely<Database>): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', serverSettingsKey).executeTakeFirst()
  return row?.value ?? {}
}

/** Replaces the server's settings. */
export async function writeSettings(
  { db, clock }: WriteTx<WriteContext & { clock: Clock }>,
  settings: unknown,
): Promise<void> {
  const value = JSON.stringify(settings)
  const at = clock.now()
  await db
    .insertInto('setting')
    .values({ key: serverSettingsKey, value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}
