import { Count, say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ProductExport } from '../products/product.ts'
import { recogniseProduct } from '../products/recognise.ts'
import { cellText, isBlank } from './cell.ts'
import type { TableRow } from './cell.ts'

/** Rows looked at to find the one with the column names. */
export const headerSample = 50

/** The row with the column names. */
export interface HeaderRow {
  /** Index in the sample. */
  index: number
  /** Number of the row with the names. */
  namesRow: number
  /** Number of the last header row: the answers begin below it. */
  number: number
  /** The names, without blank ones at the end. */
  headers: string[]
  /** The full questions, where a second header row gives them; '' for none. */
  wordings: string[]
  /** The survey product that wrote the file; null if it is not known. */
  product: ProductExport | null
}

/**
 * Finds the row with the column names: that of a survey product's export, else the first one filled at least half as
 * well as the usual row, so that a title or an export date above the table is skipped. Columns without a name at the end
 * count where most rows fill them. `headerRows` says how many rows at the top of the file hold no answers. Null where
 * every row is blank. Throws `validation` where header rows contradict each other.
 */
export function findHeaderRow(rows: readonly TableRow[], headerRows: number | null = null): HeaderRow | null {
  const above = headerRows === null ? rows : rows.filter(({ number }) => number <= headerRows)
  const asked = above.at(-1)
  const product = recogniseProduct(
    above.map(({ number, cells }) => ({ number, texts: trimmed(cells.map(headerText)) })),
    headerRows !== null,
  )
  const index = product?.index ?? namesRow(rows, above)
  const row = rows[index]
  if (row === undefined || (headerRows !== null && asked === undefined)) return null
  const rowsOfProduct = product?.found.headerRows ?? 1
  const last = (headerRows === null ? rows[index + rowsOfProduct - 1] : asked) ?? row
  const names = product ? product.found.columns.map(({ header }) => header) : row.cells.map(cellText)
  const below = rows.filter(({ number }) => number > last.number)
  const width = Math.max(names.findLastIndex((header) => header !== '') + 1, usualWidth(below))
  const padded = (texts: readonly string[]): string[] =>
    Array.from({ length: width }, (_, column) => texts[column] ?? '')
  return {
    index,
    namesRow: row.number,
    number: last.number,
    headers: padded(names),
    wordings: padded(product?.found.columns.map(({ wording }) => wording) ?? []),
    product: product?.found ?? null,
  }
}

/** Notes whose export a file is, for the top of the report. */
export function productNotes(product: ProductExport | null): ImportNote[] {
  if (!product) return []
  const { product: name, headerRows } = product
  const words =
    headerRows === 1
      ? say`Export of ${name}: 1 header row.`
      : say`Export of ${name}: ${new Count(headerRows)} header rows.`
  return [noteOn(words), ...product.notes]
}

function namesRow(all: readonly TableRow[], above: readonly TableRow[]): number {
  const filled = (row: TableRow): number => row.cells.filter((cell) => !isBlank(cell)).length
  const widest = middle(all.map(filled).filter((count) => count > 0))
  return widest === 0 ? -1 : above.findIndex((row) => filled(row) >= Math.max(1, Math.ceil(widest / 2)))
}

function headerText(cell: TableRow['cells'][number]): string {
  return cellText(cell).replace(/\s+/g, ' ')
}

function trimmed(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

function usualWidth(rows: readonly TableRow[]): number {
  return middle(rows.map((row) => row.cells.findLastIndex((cell) => !isBlank(cell)) + 1).filter((width) => width > 0))
}

/** The median; 0 for an empty list. */
function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[(numbers.length - 1) >> 1] ?? 0
}
