import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'

/** Replaces the server's settings; a reader sees them with its next request. */
export async function writeSettings(
  { db, clock }: WriteTx<WriteContext & { clock: Clock }>,
  settings: unknown,
): Promise<void> {
  const value = JSON.stringify(settings)
  const at = clock.now()
  await db
    .insertInto('setting')
    .values({ key: serverSettingsKey, value, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({ value, updated_at: at, version: set('setting.version', '+', 1) })),
    )
    .execute()
}

/** Keeps others from saving the settings until the write ends. */
export async function lockSettings({ db }: WriteTx<WriteContext>): Promise<void> {
  // There is no row to lock before the first save.
  await sql`select pg_advisory_xact_lock(hashtext(${serverSettingsKey}))`.execute(db)
}
