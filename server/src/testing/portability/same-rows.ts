import type { Cell, Table } from '#server/domain/figures/store/analytics-store.ts'

/** Maximum relative difference of two equal fractions. */
const tolerance = 1e-9

/** The difference between two results, ignoring the order of rows; null if there is none. */
export function differenceOf(expected: Table, actual: Table): string | null {
  if (expected.columns.length !== actual.columns.length)
    return `${actual.columns.length} columns instead of ${expected.columns.length}`
  if (expected.rowCount !== actual.rowCount) return `${actual.rowCount} rows instead of ${expected.rowCount}`
  const wanted = sortedRows(expected)
  const found = sortedRows(actual)
  const at = wanted.findIndex((row, index) => !row.every((cell, place) => isSame(cell, found[index]?.[place] ?? null)))
  return at < 0 ? null : `row ${inWords(found[at])} instead of ${inWords(wanted[at])}`
}

function inWords(row: readonly Cell[] = []): string {
  return `[${row.map(String).join(', ')}]`
}

function isSame(a: Cell, b: Cell): boolean {
  if (a === b || Object.is(a, b)) return true
  if (typeof a !== 'number' || typeof b !== 'number') return false
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return false
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b))
}

function sortedRows({ columns, rowCount }: Table): Cell[][] {
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map((column) => column[row] ?? null))
  return rows.sort((a, b) => {
    const place = a.findIndex((cell, index) => !isSame(cell, b[index] ?? null))
    return place < 0 ? 0 : compareCells(a[place] ?? null, b[place] ?? null)
  })
}

function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}
