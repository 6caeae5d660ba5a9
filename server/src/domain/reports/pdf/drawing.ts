import type { Locale } from '@gensvar/contract/local-text'
import type { Words } from '@gensvar/contract/say'
import type { Fonts } from './fonts.ts'

/** What the parts of a document are drawn with. */
export interface Drawing {
  fonts: Fonts
  locale: Locale
  /** Width between the margins, in points. */
  width: number
  /** Height between the margins, in points. */
  height: number
  /** A text of the report, made printable. */
  print(text: string): string
  /** Words of the document itself, in the reader's language. */
  say(words: Words): string
}
