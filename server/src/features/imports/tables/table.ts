import { Count, say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ProductExport } from '../products/product.ts'
import type { TableRow } from './cell.ts'

/** A file opened as a table. `rows` may be read several times; `close` removes the temporary files. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** Column names as written, trimmed; '' where the header is blank. */
  headers: string[]
  /** The full questions, where the file has them besides the names; '' for none. */
  wordings: string[]
  /** The survey product that wrote the file; null if it is not known. */
  product: ProductExport | null
  /** Number of the row with the column names. */
  namesRow: number
  /** The sheet that is read; null for a text file. */
  sheet: string | null
  /** Sheets of a workbook in its order, empty for a text file. */
  sheetNames: string[]
  /** Notes made while opening, for the report. */
  notes: ImportNote[]
  /** Size to measure progress against: bytes of a text file, rows of a workbook. */
  total: number
  /** The rows below the header that are not blank, in batches. */
  rows(options?: ReadOptions): AsyncIterable<TableRow[]>
  close(): Promise<void>
}

/** Progress and cancellation of a pass over the rows. */
export interface ReadOptions {
  signal?: AbortSignal
  /** Called now and then with how much of `total` has been read. */
  onProgress?: (done: number) => void
}

/** How a file is opened. */
export interface OpenOptions {
  /** Sheet of a workbook; the first visible one with rows where missing. */
  sheet?: string
  /** How many rows at the top hold no answers; detected where missing. */
  headerRows?: number
  /** Most rows of a workbook to read, to look at its beginning only; all by default. */
  mostRows?: number
  signal?: AbortSignal
  onProgress?: (rows: number) => void
}

/**
 * Rows per batch of a table of `columns`: large enough to make the waiting between batches cheap and to have PostgreSQL store many
 * by one statement, small enough to stay within a few MB.
 */
export function batchRowsOf(columns: number): number {
  return columns <= 60 ? 1000 : 500
}

/** Throws `validation` naming the row of a text that cannot be stored: one with NUL or half a surrogate pair. */
export function demandStorable({ number: row, cells }: TableRow): void {
  for (const cell of cells) {
    if (typeof cell !== 'string' || (!cell.includes('\0') && cell.isWellFormed())) continue
    const words = cell.includes('\0')
      ? say`Row ${row} contains a NUL character: the file is damaged or not a table.`
      : say`Row ${row} contains half a surrogate pair: the file is damaged or not a table.`
    throw new ImportRefusal('validation', words, 'file', { row })
  }
}

/** Maximum number of columns. */
export const maxColumns = 3000

/** Throws `too_large` for a table with more columns than can be imported. */
export function demandFewColumns(count: number): void {
  if (count <= maxColumns) return
  const most = new Count(maxColumns)
  const words = say`The table has ${new Count(count)} columns; at most ${most} can be imported. Remove columns that are not needed.`
  throw new ImportRefusal('too_large', words, 'file')
}

/** Notes the rows above the one with the column names. */
export function skippedAbove(count: number): ImportNote {
  return noteOn(
    count === 1
      ? say`1 row above the column names is skipped.`
      : say`${count} rows above the column names are skipped.`,
  )
}
