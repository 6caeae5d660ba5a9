import type { ReportCell, ReportTable } from '../report.ts'
import type { PdfCell, PdfTable } from './pdf-order.ts'

/** The most a document holds in its tables: a reader turns no more pages, and a layout needs memory for every cell. */
export interface TableLimits {
  /** Of one table. */
  rows: number
  /** Of all tables together. */
  cells: number
  characters: number
}

/**
 * Reads the rows of a table until a limit is reached. The cells and characters that were read are taken off `left`,
 * which all tables of a document share. Throws the signal's reason when it is aborted.
 */
export async function readTable(table: ReportTable, left: TableLimits, signal?: AbortSignal): Promise<PdfTable> {
  const reasons: string[] = []
  const read = (cells: readonly ReportCell[]): PdfCell[] => cells.map((cell) => readCell(cell, reasons))
  const rows: PdfCell[][] = []
  let isCut = false
  for await (const cells of table.rows) {
    signal?.throwIfAborted()
    isCut = rows.length >= left.rows || left.cells < cells.length || left.characters < 0
    if (isCut) break
    rows.push(read(cells))
    left.cells -= cells.length
    for (const { text } of cells) left.characters -= text.length
  }
  const { kind, title, columns, notes = [] } = table
  return { kind, title, columns, rows, footer: table.footer ? read(table.footer) : null, reasons, notes, isCut }
}

function readCell({ text, withheld, isFew, isGoalMet, link }: ReportCell, reasons: string[]): PdfCell {
  if (withheld !== undefined) {
    if (!reasons.includes(withheld)) reasons.push(withheld)
    return { text: '', note: reasons.indexOf(withheld) + 1 }
  }
  return {
    text,
    ...(isFew === true && { isFew }),
    ...(isGoalMet === false && { isMissed: true }),
    ...(link != null && { link }),
  }
}
