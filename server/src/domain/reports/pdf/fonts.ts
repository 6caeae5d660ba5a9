import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openSync } from 'fontkit'
import type { Font } from 'fontkit'

/** Name of the font of reports: Latin, Greek and Cyrillic, with figures of equal width. pdfmake brings its files. */
export const fontFamily = 'Roboto'

const folder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', fontFamily)

/** Files of the font by style, in pdfmake's words. */
export const fontFiles = {
  normal: join(folder, 'Roboto-Regular.ttf'),
  bold: join(folder, 'Roboto-Medium.ttf'),
  italics: join(folder, 'Roboto-Italic.ttf'),
  bolditalics: join(folder, 'Roboto-MediumItalic.ttf'),
}

/** What is known of the font before anything is drawn. */
export interface Fonts {
  /** Whether the font has a glyph for a character. */
  has(codePoint: number): boolean
  /** Width of a text in points. */
  width(text: string, size: number, isBold?: boolean): number
}

/** Opens the font for measuring. */
export function openFonts(): Fonts {
  const [normal, bold] = [measured(fontFiles.normal), measured(fontFiles.bold)]
  return {
    // Some characters are known to the font, but have the glyph of unknown ones.
    has: (codePoint) => normal.font.glyphForCodePoint(codePoint).id > 0,
    width: (text, size, isBold = false) => (isBold ? bold : normal).width(text) * size,
  }
}

/** A font with the widths of its characters, for size 1. Kerning is left out: texts become a little narrower by it. */
function measured(file: string): { font: Font; width(text: string): number } {
  const font = openSync(file)
  if (!('unitsPerEm' in font)) throw new Error(`${file} holds more than one font`)
  const widths = new Map<string, number>()
  const widthOf = (letter: string): number => {
    let width = widths.get(letter)
    if (width === undefined) {
      width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
      widths.set(letter, width)
    }
    return width
  }
  return {
    font,
    width: (text) => {
      let sum = 0
      for (const letter of text) sum += widthOf(letter)
      return sum
    },
  }
}
