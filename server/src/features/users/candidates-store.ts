import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Id of the universe with a name; null without one. */
export async function findUniverseId(db: Kysely<Database>, name: string): Promise<number | null> {
  const row = await db.selectFrom('universe').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}
