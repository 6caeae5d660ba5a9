import { cellText, isBlank } from './cell.ts'
import type { TableRow } from './cell.ts'

/** Rows looked at to find the one with the column names. */
export const headerSample = 50

/** The row with the column names: its place in the sample, and the names without blank ones at the end. */
export interface HeaderRow {
  index: number
  number: number
  headers: string[]
}

/**
 * Finds the row with the column names: the first one filled to at least half of the widest row, so that a title or
 * an export date above the table is passed over. Null where every row is blank.
 */
export function findHeaderRow(rows: readonly TableRow[]): HeaderRow | null {
  const filled = rows.map((row) => row.cells.filter((cell) => !isBlank(cell)).length)
  const widest = Math.max(0, ...filled)
  if (widest === 0) return null
  const wanted = Math.max(1, Math.ceil(widest / 2))
  const index = filled.findIndex((count) => count >= wanted)
  const row = rows[index]
  if (row === undefined) return null
  const headers = row.cells.map(cellText)
  const width = Math.max(headers.findLastIndex((header) => header !== '') + 1, widestCell(rows.slice(index + 1)))
  return { index, number: row.number, headers: Array.from({ length: width }, (_, column) => headers[column] ?? '') }
}

function widestCell(rows: readonly TableRow[]): number {
  return Math.max(0, ...rows.map((row) => row.cells.findLastIndex((cell) => !isBlank(cell)) + 1))
}
