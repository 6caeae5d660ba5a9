import { useCallback } from 'react'
import { isIsoDate } from '@gensvar/contract/dates'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'

/** Whether the cells of a column are ISO dates, apart from blank ones. */
export function isDateColumn(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell !== '')
  return written.length > 0 && written.every(isIsoDate)
}

/** How the cells of a column are shown: dates as the reader's language writes them, sorted by day. */
type ShownCells = <Row>(rows: readonly Row[], cellOf: (row: Row) => string) => Pick<Column<Row>, 'text' | 'compare'>

/** Makes the texts of a column. */
export function useShownCells(): ShownCells {
  const format = useFormat()
  return useCallback(
    (rows, cellOf) => {
      const text = (row: (typeof rows)[number]) => (isIsoDate(cellOf(row)) ? format.date(cellOf(row)) : cellOf(row))
      if (!isDateColumn(rows.map(cellOf))) return { text }
      return {
        text,
        compare: (a, b) => cellOf(a).localeCompare(cellOf(b)),
      }
    },
    [format],
  )
}
