import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build gives the address of this file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { PdfPage, PdfText } from './pdf-page.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Most pages that are drawn; a letter has a few. */
const mostPages = 30
/** Width of a drawn page in pixels: sharp enough on a screen of two pixels a point. */
const drawnWidth = 1400
const mmPerPoint = 25.4 / 72

/** A page that can be drawn. */
export interface DrawablePage extends PdfPage {
  draw: (canvas: HTMLCanvasElement) => Promise<void>
}

/** Reads a PDF in base64. Throws where it is none. The caller ends it. */
export async function readPdf(pdf: string): Promise<{ pages: DrawablePage[]; total: number; end: () => void }> {
  const data = Uint8Array.from(atob(pdf), (char) => char.codePointAt(0) ?? 0)
  // Nothing is fetched: a letter has its fonts in itself.
  const loading = getDocument({ data, useSystemFonts: true, disableFontFace: false, useWorkerFetch: false })
  const file: PDFDocumentProxy = await loading.promise
  const numbers = Array.from({ length: Math.min(file.numPages, mostPages) }, (_, at) => at + 1)
  const pages = await Promise.all(numbers.map(async (number) => readPage(await file.getPage(number), number)))
  return { pages, total: file.numPages, end: () => void loading.destroy() }
}

async function readPage(page: PDFPageProxy, number: number): Promise<DrawablePage> {
  const { width, height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return {
    ...{ number, width: width * mmPerPoint, height: height * mmPerPoint },
    texts: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? textOf(item, height) : [])),
    async draw(canvas) {
      const viewport = page.getViewport({ scale: drawnWidth / width })
      canvas.width = viewport.width
      canvas.height = viewport.height
      await page.render({ canvas, viewport }).promise
    },
  }
}

function textOf(item: { str: string; transform: number[]; width: number; height: number }, height: number): PdfText {
  const [, , , size = 0, left = 0, base = 0] = item.transform
  const tall = item.height || size
  return {
    text: item.str,
    left: left * mmPerPoint,
    right: (left + item.width) * mmPerPoint,
    top: (height - base - tall) * mmPerPoint,
    bottom: (height - base) * mmPerPoint,
  }
}
