import { useMemo } from 'react'
import type { Column } from './columns.ts'

/** The rows whose names contain a text, ignoring case; all rows for an empty text. */
export function useMatchingRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  term: string,
): readonly Row[] {
  // Lower-case texts to search in, made once per list.
  const names = useMemo(() => {
    const naming = columns.filter((column) => column.naming === true)
    return rows.map((row) => naming.map((column) => column.text(row).toLocaleLowerCase()))
  }, [rows, columns])
  return useMemo(() => {
    const wanted = term.trim().toLocaleLowerCase()
    if (wanted === '') return rows
    return rows.filter((_row, index) => names[index]?.some((name) => name.includes(wanted)))
  }, [rows, names, term])
}
