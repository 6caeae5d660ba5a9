import type { ImportNote, ImportRefusal } from '../import-words.ts'
import type { TableRow } from './cell.ts'
import type { Table } from './table.ts'

/**
 * A table without some of its rows. The first pass that leaves rows out notes their number in the table's notes, with
 * the words of `told`; it throws `noneLeft` if it leaves out all rows.
 */
export function withoutRows(
  table: Table,
  isLeftOut: (row: TableRow) => boolean,
  told: (count: number) => ImportNote,
  noneLeft: ImportRefusal | null = null,
): Table {
  let isTold = false
  return {
    ...table,
    async *rows(options) {
      let count = 0
      let left = 0
      for await (const batch of table.rows(options)) {
        const kept = batch.filter((row) => !isLeftOut(row))
        count += batch.length - kept.length
        left += kept.length
        if (kept.length > 0) yield kept
      }
      if (noneLeft && left === 0 && count > 0) throw noneLeft
      if (!isTold && count > 0) table.notes.push(told(count))
      isTold = true
    },
  }
}
