import { sql } from 'kysely'
import type { Kysely, SqlBool } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Which rows are still open: written as the partial indexes are, or they would not be used. */
const isOpen = { alert: sql<SqlBool>`alert.state <> 3`, action: sql<SqlBool>`action.state = 0` } as const

/** Surveys in use that have alerts, or actions, which are not closed. */
export async function listSurveysWithOpen(db: Kysely<Database>, table: keyof typeof isOpen): Promise<number[]> {
  const rows = await db
    .selectFrom('survey')
    .select('survey.id')
    .where('survey.disabled', '=', false)
    .where(sql<SqlBool>`exists (select from ${sql.table(table)} where survey_id = survey.id and ${isOpen[table]})`)
    .orderBy('survey.id')
    .execute()
  return rows.map(({ id }) => id)
}
