import { AppError } from '#server/platform/errors'
import type { TableRow } from './cell.ts'

/** A file opened as a table. `rows` may be read several times; `close` removes what was spooled. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** Column names as written, trimmed; '' where the header is blank. */
  headers: string[]
  /** The questions as asked, where the file has them beside the names; '' for none. */
  wordings: string[]
  /** Sheets of a workbook in its order, empty for a text file. */
  sheetNames: string[]
  /** What was found out while opening, in words for the report. */
  notes: string[]
  /** Size to measure progress against: bytes of a text file, rows of a workbook. */
  total: number
  /** The rows below the header that are not blank, in batches. */
  rows(options?: ReadOptions): AsyncIterable<TableRow[]>
  close(): Promise<void>
}

/** How a pass over the rows can be watched and stopped. */
export interface ReadOptions {
  signal?: AbortSignal
  /** Called now and then with how much of `total` has been read. */
  onProgress?: (done: number) => void
}

/** How a file is opened. */
export interface OpenOptions {
  /** Sheet of a workbook; the first visible one with rows where missing. */
  sheet?: string
  signal?: AbortSignal
  onProgress?: (rows: number) => void
}

/** Rows handed over at a time: large enough that waiting costs nothing, small enough to stay in a few MB. */
export const batchRows = 500

/** Throws `validation` naming the row of a text that cannot be stored: with NUL, or half of a surrogate pair. */
export function demandStorable(name: string, { number, cells }: TableRow): void {
  for (const cell of cells) {
    if (typeof cell !== 'string' || (!cell.includes('\0') && cell.isWellFormed())) continue
    const wrong = cell.includes('\0') ? 'holds a NUL character' : 'holds half a surrogate pair'
    const message = `Row ${number} ${wrong}: ${name} is damaged or no table.`
    throw new AppError('validation', message, { [`row ${number}`]: wrong })
  }
}

/** Most columns a table may have. */
const maxColumns = 1000

/** Throws `too_large` for a table with more columns than can be imported. */
export function demandFewColumns(name: string, count: number): void {
  if (count <= maxColumns) return
  const message = `${name} has ${count} columns; at most ${maxColumns} can be imported. Leave out what is not needed.`
  throw new AppError('too_large', message, { file: `${count} columns` })
}
