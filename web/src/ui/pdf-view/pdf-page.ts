/** A piece of a page's text, where it stands: in mm from the left and the top. */
export interface PdfText {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

/** A page of a PDF that was read; lengths are in mm. */
export interface PdfPage {
  number: number
  width: number
  height: number
  texts: readonly PdfText[]
}

/** The text of a page as it is read, a line for each height. */
export function plainText({ texts }: Pick<PdfPage, 'texts'>): string {
  return linesOf(texts).join('\n')
}

/** Pieces of text as lines from top to bottom. */
export function linesOf(texts: readonly PdfText[]): string[] {
  const lines: { bottom: number; parts: PdfText[] }[] = []
  for (const piece of texts.toSorted((a, b) => a.bottom - b.bottom || a.left - b.left)) {
    const line = lines.at(-1)
    // What stands less than a mm lower is of the same line.
    if (line && piece.bottom - line.bottom < 1) line.parts.push(piece)
    else lines.push({ bottom: piece.bottom, parts: [piece] })
  }
  return lines.map(({ parts }) => {
    let text = ''
    let end = -Infinity
    for (const part of parts.toSorted((a, b) => a.left - b.left)) {
      text += (text !== '' && part.left - end > 0.5 ? ' ' : '') + part.text
      end = part.right
    }
    return text.trim()
  })
}
