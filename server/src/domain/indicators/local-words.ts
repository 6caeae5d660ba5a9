import { locales } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Words } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'

/** Words in every language, for responses that the client keeps when the user changes the language. */
export function localWords(words: Words): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, translate(words, locale)]))
}
