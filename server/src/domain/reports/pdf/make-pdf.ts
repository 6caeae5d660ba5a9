import pdfMake from 'pdfmake'
import type { DocumentDefinition } from 'pdfmake'
import { documentOf, emptyDocument } from './document.ts'
import { fontFamily, fontFiles, openFonts } from './fonts.ts'
import { logoNode } from './frame.ts'
import type { PdfOrder } from './pdf-order.ts'
import { usableLogo } from './usable-logo.ts'

const files = new Set(Object.values(fontFiles))

pdfMake.setFonts({ [fontFamily]: fontFiles })
// Nothing but the fonts is read: neither files nor addresses that a text or a logo names.
pdfMake.setLocalAccessPolicy((path) => files.has(path))
pdfMake.setUrlAccessPolicy(() => false)

/** Lays out a report. Takes seconds for thousands of rows, so it runs in the thread of `pdf-worker.ts`. */
export async function makePdf(order: PdfOrder): Promise<Buffer> {
  const { brand } = order
  const logo = await usableLogo(brand.logo, (one) => bufferOf({ ...emptyDocument, content: [logoNode(one)] }))
  return bufferOf(documentOf({ ...order, brand: { ...brand, logo } }, openFonts()))
}

function bufferOf(definition: DocumentDefinition): Promise<Buffer> {
  return pdfMake.createPdf(definition).getBuffer()
}
