import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Rows of one statement: enough that their number does not matter, few enough to hold as one text. */
const rowsPerStatement = 10_000

/** Tables that are filled with many rows at a time, each with an `id` the database gives out. */
type ManyRows = 'question_group' | 'question' | 'choice' | 'unit' | 'campaign' | 'response'

/**
 * Inserts any number of rows and returns their ids in the order given. Every row names the same columns; values are as
 * they are read (texts and lists, not JSON). Rows travel as a JSON document, which has no limit on the number of
 * parameters: thousands of them cost one round trip.
 */
export async function insertRows<T extends ManyRows>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Partial<Selectable<Database[T]>>[],
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    ids.push(...(await insertPart(db, table, rows.slice(from, from + rowsPerStatement))))
  return ids
}

async function insertPart(db: Kysely<Database>, table: ManyRows, rows: readonly object[]): Promise<number[]> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const result = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) with ordinality
     order by ordinality
    returning id`.execute(db)
  // Ids rise in the order of the rows; the order they are returned in is not promised.
  return result.rows.map((row) => row.id).sort((a, b) => a - b)
}
