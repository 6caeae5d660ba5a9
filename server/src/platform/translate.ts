import type { Locale } from '@gensvar/contract/local-text'
import { Count, Name, Words, filled } from '@gensvar/contract/say'
import da from './messages/da.json' with { type: 'json' }
import fi from './messages/fi.json' with { type: 'json' }
import no from './messages/no.json' with { type: 'json' }
import sv from './messages/sv.json' with { type: 'json' }

const catalogues: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en: {}, sv, no, da, fi }

/** Words in a language. */
export function translate({ template, values }: Words, locale: Locale): string {
  const catalogue = catalogues[locale]
  const said = values.map((value) => {
    if (value instanceof Words) return translate(value, locale)
    return value instanceof Count || value instanceof Name ? value.in(locale) : String(value)
  })
  return filled(Object.hasOwn(catalogue, template) ? (catalogue[template] ?? template) : template, said)
}
