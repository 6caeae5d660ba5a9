import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'

/** Makes the columns of figures that lists of campaigns have: rates to one decimal, and counts. */
export function useFigureColumns<Row>() {
  const format = useFormat()
  const rate = useCallback(
    (id: string, title: string, of: (row: Row) => number | null): Column<Row> => {
      const words = (row: Row): string => {
        const value = of(row)
        return value === null ? '' : format.percent(value, 1)
      }
      return {
        ...{ id, title, sortBy: id, width: 104, align: 'right', descFirst: true },
        text: words,
        cell: (row) => words(row) || <NoValue />,
      }
    },
    [format],
  )
  const count = useCallback(
    (id: string, title: string, of: (row: Row) => number): Column<Row> => {
      const words = (row: Row): string => format.number(of(row))
      return {
        ...{ id, title, sortBy: id, width: 96, align: 'right', descFirst: true },
        text: words,
        fileCell: (row) => ({ figure: words(row) }),
        cell: words,
        compare: (a, b) => of(a) - of(b),
      }
    },
    [format],
  )
  return { rate, count }
}
