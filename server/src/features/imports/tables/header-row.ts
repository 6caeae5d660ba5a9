import { cellText, isBlank } from './cell.ts'
import type { TableRow } from './cell.ts'

/** Rows looked at to find the one with the column names. */
export const headerSample = 50

/** The row with the column names. */
export interface HeaderRow {
  /** Index in the sample. */
  index: number
  /** Number of the last header row: the answers begin below it. */
  number: number
  /** The names, without blank ones at the end. */
  headers: string[]
  /** The full questions, where a second header row gives them; '' for none. */
  wordings: string[]
}

/**
 * Finds the row with the column names: the first one filled at least half as well as the usual row, so that a title or
 * an export date above the table is skipped. Columns without a name at the end count where most rows fill them.
 * Null where every row is blank.
 */
export function findHeaderRow(rows: readonly TableRow[]): HeaderRow | null {
  const filled = rows.map((row) => row.cells.filter((cell) => !isBlank(cell)).length)
  const widest = middle(filled.filter((count) => count > 0))
  if (widest === 0) return null
  const wanted = Math.max(1, Math.ceil(widest / 2))
  const index = filled.findIndex((count) => count >= wanted)
  const row = rows[index]
  if (row === undefined) return null
  const headers = row.cells.map(cellText)
  const below = rows.slice(index + 1)
  const width = Math.max(headers.findLastIndex((header) => header !== '') + 1, usualWidth(below))
  const ids = below.slice(0, 2).findIndex(holdsImportIds)
  const wordings = ids === 1 ? (below[0]?.cells.map(cellText) ?? []) : []
  const padded = (texts: readonly string[]): string[] =>
    Array.from({ length: width }, (_, column) => texts[column] ?? '')
  return { index, number: below[ids]?.number ?? row.number, headers: padded(headers), wordings: padded(wordings) }
}

/** Survey programs write a row of ids such as `{"ImportId":"QID1"}` under the names and the questions. */
function holdsImportIds(row: TableRow): boolean {
  const filled = row.cells.filter((cell) => !isBlank(cell))
  return filled.length > 0 && filled.every((cell) => /^\{"?ImportId"?:/.test(cellText(cell)))
}

function usualWidth(rows: readonly TableRow[]): number {
  return middle(rows.map((row) => row.cells.findLastIndex((cell) => !isBlank(cell)) + 1).filter((width) => width > 0))
}

/** The median; 0 for an empty list. */
function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[(numbers.length - 1) >> 1] ?? 0
}
