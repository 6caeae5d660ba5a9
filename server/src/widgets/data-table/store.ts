import type { Kysely } from 'kysely'
import type { StoredHeader } from '#server/platform/db-data-table-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A row as it is stored. */
export interface StoredRow {
  id: number
  cells: string[]
  version: number
}

/** A table kept on the server with its rows in the order they were added; null while nothing has been stored of it. */
export async function readTable(
  db: Kysely<Database>,
  surveyId: number,
  tableId: string,
): Promise<{ headers: StoredHeader[] | null; rows: StoredRow[] } | null> {
  const table = await db
    .selectFrom('data_table')
    .select(['id', 'headers'])
    .where('survey_id', '=', surveyId)
    .where('table_id', '=', tableId)
    .executeTakeFirst()
  if (!table) return null
  const rows = await db
    .selectFrom('data_table_row')
    .select(['id', 'cells', 'version'])
    .where('data_table_id', '=', table.id)
    .orderBy('id')
    .execute()
  return { headers: table.headers, rows }
}
