import type { Locale } from '@gensvar/contract/local-text'
import { Words, filled } from '@gensvar/contract/say'
import type { Said } from '@gensvar/contract/say'
import da from './messages/da.json' with { type: 'json' }
import fi from './messages/fi.json' with { type: 'json' }
import no from './messages/no.json' with { type: 'json' }
import sv from './messages/sv.json' with { type: 'json' }

const catalogues: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en: {}, sv, no, da, fi }

/** Words in a language: English where a text was not marked for translation. */
export function translate(said: Said, locale: Locale): string {
  const catalogue = catalogues[locale]
  const inLanguage = (text: string): string => (Object.hasOwn(catalogue, text) ? (catalogue[text] ?? text) : text)
  if (typeof said === 'string') return inLanguage(said)
  const values = said.values.map((value) => (value instanceof Words ? translate(value, locale) : String(value)))
  return filled(inLanguage(said.template), values)
}
