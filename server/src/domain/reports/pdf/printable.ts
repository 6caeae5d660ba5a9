import type { Fonts } from './fonts.ts'

/** Stands for a character that the font does not have, such as an emoji: the replacement character. */
export const missingSign = '\ufffd'

/** Texts that need no look at the font. */
const isPlain = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201d\u2026\u2212]*$/
/** Control characters, marks of direction, joiners and soft hyphens: they have no shape of their own. */
const invisible = /(?!\n)[\p{Cc}\p{Cf}]/gu

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Makes texts printable: every text of a document goes through one of these. */
export class Printer {
  /** Whether a text had characters that the font lacks. */
  isMissing = false
  private readonly fonts: Pick<Fonts, 'has'>

  constructor(fonts: Pick<Fonts, 'has'>) {
    this.fonts = fonts
  }

  /** The text with one sign for each character that the font lacks, and without characters that have no shape. */
  text(raw: string): string {
    if (isPlain.test(raw)) return raw
    const text = raw
      .normalize('NFC')
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll('\t', ' ')
      .replaceAll('\u202f', '\u00a0')
    let printable = ''
    for (const { segment } of graphemes.segment(text)) printable += this.grapheme(segment)
    return printable
  }

  private grapheme(segment: string): string {
    const visible = segment.replaceAll(invisible, '')
    if (visible === '' || visible === '\n') return visible
    if ([...visible].every((letter) => this.fonts.has(letter.codePointAt(0) ?? 0))) return visible
    this.isMissing = true
    return missingSign
  }
}
