import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/**
 * The path stored under an id of a survey, or undefined. Records the use, so that paths in use are not deleted; at most
 * once a day, so that reading rarely writes.
 */
export async function readStoredPath(
  { db }: { db: Kysely<Database> },
  surveyId: number,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('stored_path')
    .select(['path', sql<boolean>`used_at < now() - interval '1 day'`.as('isStale')])
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  if (row?.isStale)
    await db
      .updateTable('stored_path')
      .set({ used_at: sql`now()` })
      .where('id', '=', id)
      .execute()
  return row?.path
}
