import type { ReportContent } from '../report.ts'
import type { PdfBrand, PdfOrder, PdfSection } from './pdf-order.ts'
import { readTable } from './read-table.ts'
import type { TableLimits } from './read-table.ts'

/** Limits of a PDF: laying out so much takes about 5 s and 0.4 GB. */
const pdfLimits: TableLimits = { rows: 5000, cells: 40_000, characters: 2_000_000 }

/**
 * Reads what a report says, of its tables as many rows as a PDF holds. Throws the signal's reason when it is aborted.
 */
export async function readOrder(
  { title, subtitle, asked, locale, sections }: ReportContent,
  brand: PdfBrand,
  { signal, limits = pdfLimits }: { signal?: AbortSignal; limits?: TableLimits } = {},
): Promise<PdfOrder> {
  const left = { ...limits }
  const read: PdfSection[] = []
  for (const section of sections) read.push(section.kind === 'table' ? await readTable(section, left, signal) : section)
  return { title, subtitle, asked, sections: read, locale, brand }
}
