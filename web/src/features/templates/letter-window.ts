import { linesOf } from '#web/ui/pdf-view/pdf-page.ts'
import type { PdfPage, PdfText } from '#web/ui/pdf-view/pdf-page.ts'

/** Width of a page of A4, in mm. */
const pageWidth = 210

const nordicC5 = { left: 15, top: 44, width: 105, height: 35 }
const nordicC65 = { left: 15, top: 39, width: 100, height: 35 }

/** The same window as far from the right edge, as many envelopes of Sweden and Finland have it. */
function onTheRight(window: typeof nordicC5) {
  return { ...window, left: pageWidth - window.left - window.width }
}

/** Windows of envelopes by where they are on a page of A4 that is folded for them, in mm from the left and the top. */
export const envelopeWindows = {
  // DIN 680 and DIN 5008: the same for C5, C6/5 and DL.
  din: { left: 20, top: 45, width: 90, height: 45 },
  nordicC5,
  nordicC65,
  nordicC5Right: onTheRight(nordicC5),
  nordicC65Right: onTheRight(nordicC65),
}

/** One of them. */
export type EnvelopeWindow = keyof typeof envelopeWindows

/** What a window shows of a page, and what its edge cuts; lines of text. */
export function seenThrough(
  { texts }: Pick<PdfPage, 'texts'>,
  name: EnvelopeWindow,
): { shown: string[]; cut: string[] } {
  const { left, top, width, height } = envelopeWindows[name]
  const [right, bottom] = [left + width, top + height]
  const touches = (one: PdfText): boolean =>
    one.right > left && one.left < right && one.bottom > top && one.top < bottom
  const isWhole = (one: PdfText): boolean =>
    one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom
  const touched = texts.filter(touches)
  return { shown: linesOf(touched.filter(isWhole)), cut: linesOf(touched.filter((one) => !isWhole(one))) }
}
