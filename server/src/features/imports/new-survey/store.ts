import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Whether administrators of a universe may make surveys from files. */
export async function readSetting(db: Kysely<Database>, universeId: number): Promise<{ administrators: boolean }> {
  const row = await db
    .selectFrom('universe')
    .select('admins_create_surveys as administrators')
    .where('id', '=', universeId)
    .executeTakeFirst()
  return { administrators: row?.administrators ?? false }
}

/** Sets whether they may. */
export async function saveSetting(
  { db }: WriteTx,
  universeId: number,
  { administrators }: { administrators: boolean },
): Promise<void> {
  await db.updateTable('universe').set({ admins_create_surveys: administrators }).where('id', '=', universeId).execute()
}
