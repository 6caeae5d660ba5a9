import { useMemo } from 'react'
import type { Column } from './columns.ts'

/** The rows one of whose names holds a text, large and small letters being the same; all rows for an empty one. */
export function useMatchingRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  term: string,
): readonly Row[] {
  // The texts a row is found by, in small letters, made once: typing then only compares.
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
