import type { PdfBrand } from './pdf/pdf-order.ts'
import { layOut } from './pdf/pdf-thread.ts'
import { readOrder } from './pdf/read-order.ts'
import type { ReportContent } from './report.ts'

/** Size of the parts a file is written in, in bytes. */
const partSize = 256 * 1024

/**
 * Writes a report as a PDF, part by part: A4, with the universe's logo and name on every page. It is laid out in a thread
 * of its own. Of tables of thousands of rows it holds the beginning, and says so. Throws the signal's reason when it is
 * aborted, `unavailable` when the layout takes too long.
 */
export async function* writePdf(
  content: ReportContent,
  brand: PdfBrand,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const pdf = await layOut(await readOrder(content, brand, { signal }), signal)
  for (let at = 0; at < pdf.length; at += partSize) yield pdf.subarray(at, at + partSize)
}
