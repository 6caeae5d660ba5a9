import { linesOf } from '#web/ui/pdf-view/pdf-page.ts'
import type { PdfPage, PdfText } from '#web/ui/pdf-view/pdf-page.ts'

/** Windows of envelopes by where they are on a page of A4 that is folded for them, in mm from the left and the top. */
export const envelopeWindows = {
  // DIN 680 and DIN 5008: the same for C5, C6/5 and DL.
  din: { left: 20, top: 45, width: 90, height: 45 },
  nordicC5: { left: 15, top: 44, width: 105, height: 35 },
  nordicC65: { left: 15, top: 39, width: 100, height: 35 },
} as const

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
