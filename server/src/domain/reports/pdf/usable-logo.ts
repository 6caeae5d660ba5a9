import type { PdfLogo } from './pdf-order.ts'

/** Pictures within a drawing that are not part of its file. */
const foreignPicture = /<image\b(?![^>]*href\s*=\s*["']data:)/i

/**
 * The logo if it can be drawn, else null: a report comes without a logo rather than not at all. `draw` draws it on a page
 * of its own.
 */
export async function usableLogo(
  logo: PdfLogo | null,
  draw: (logo: PdfLogo) => Promise<unknown>,
): Promise<PdfLogo | null> {
  if (logo === null || ('svg' in logo && foreignPicture.test(logo.svg))) return null
  try {
    await draw(logo)
    return logo
  } catch {
    return null
  }
}
