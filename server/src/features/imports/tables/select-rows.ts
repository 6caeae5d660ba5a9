import type { ImportNote } from '../import-words.ts'
import type { TableRow } from './cell.ts'
import type { Table } from './table.ts'

/**
 * A table without some of its rows. The first pass that leaves rows out notes their number in the table's notes, with
 * the words of `told`.
 */
export function withoutRows(
  table: Table,
  isLeftOut: (row: TableRow) => boolean,
  told: (count: number) => ImportNote,
): Table {
  let isTold = false
  return {
    ...table,
    async *rows(options) {
      let count = 0
      for await (const batch of table.rows(options)) {
        const kept = batch.filter((row) => !isLeftOut(row))
        count += batch.length - kept.length
        if (kept.length > 0) yield kept
      }
      if (!isTold && count > 0) table.notes.push(told(count))
      isTold = true
    },
  }
}
