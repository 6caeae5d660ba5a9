import { sql } from 'kysely'
import type { StoredHeader } from '#server/platform/db-data-table-types.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredRow } from '#server/widgets/data-table/store.ts'

/** A table that nobody else can change during this transaction. */
export interface LockedTable {
  id: number
  headers: StoredHeader[] | null
  /** Ids of the rows it starts with, in their order, where it is stored only now; else null. */
  made: number[] | null
}

/** Locks a table, and stores it with the rows it starts with where it is not stored yet. */
export async function lockTable(
  tx: WriteTx,
  surveyId: number,
  tableId: string,
  starting: readonly (readonly string[])[],
): Promise<LockedTable> {
  const created = await tx.db
    .insertInto('data_table')
    .values({ survey_id: surveyId, table_id: tableId })
    .onConflict((conflict) => conflict.columns(['survey_id', 'table_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) {
    const { id, headers } = await tx.db
      .selectFrom('data_table')
      .select(['id', 'headers'])
      .where('survey_id', '=', surveyId)
      .where('table_id', '=', tableId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    return { id, headers, made: null }
  }
  const made: number[] = []
  for (const cells of starting) made.push((await createRow(tx, created.id, cells)).id)
  return { id: created.id, headers: null, made }
}

/** How many rows a table has, and how many cells the longest of them. */
export async function readCounts(tx: WriteTx, table: number): Promise<{ rows: number; longest: number }> {
  return tx.db
    .selectFrom('data_table_row')
    .select([
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`coalesce(max(cardinality(cells)), 0)::int`.as('longest'),
    ])
    .where('data_table_id', '=', table)
    .executeTakeFirstOrThrow()
}

/** Adds a row at the end. */
export async function createRow(tx: WriteTx, table: number, cells: readonly string[]): Promise<StoredRow> {
  return tx.db
    .insertInto('data_table_row')
    .values({ data_table_id: table, cells: [...cells] })
    .returning(['id', 'cells', 'version'])
    .executeTakeFirstOrThrow()
}

/** A row of a table; null where the table has none with this id. */
export async function findRow(tx: WriteTx, table: number, id: number): Promise<StoredRow | null> {
  const row = await tx.db
    .selectFrom('data_table_row')
    .select(['id', 'cells', 'version'])
    .where('data_table_id', '=', table)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Saves the cells of a row of a locked table; those after the given ones, which no component shows, stay as they are. */
export async function saveRow(tx: WriteTx, row: StoredRow, cells: readonly string[]): Promise<StoredRow> {
  const { id, version } = row
  return tx.db
    .updateTable('data_table_row')
    .set({ cells: [...cells, ...row.cells.slice(cells.length)], version: version + 1 })
    .where('id', '=', id)
    .returning(['id', 'cells', 'version'])
    .executeTakeFirstOrThrow()
}

/** Deletes a row of a locked table. */
export async function removeRow(tx: WriteTx, id: number): Promise<void> {
  await tx.db.deleteFrom('data_table_row').where('id', '=', id).execute()
}
