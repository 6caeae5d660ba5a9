import type { Locale } from '@gensvar/contract/local-text'
import { addTexts, beforeChange, i18n } from './i18n.ts'
import type { LoadTexts } from './i18n.ts'
import { loadCode } from './on-demand.tsx'

/** The texts that few screens need; fetched when one of them is first drawn. */
const laterTexts: Record<Locale, LoadTexts> = {
  en: () => import('#web/locales/en-later.ts'),
  sv: () => import('#web/locales/sv-later.ts'),
  no: () => import('#web/locales/no-later.ts'),
  da: () => import('#web/locales/da-later.ts'),
  fi: () => import('#web/locales/fi-later.ts'),
}

/** The later texts by language, while they are fetched and after that. */
const loads = new Map<Locale, Promise<void>>()

// The texts of an instance that is started again are gone.
i18n.on('initialized', () => loads.clear())

/** Loads the later texts of a language once. Throws as `loadCode` does; the next call tries again. */
export function loadLaterTexts(locale: Locale): Promise<void> {
  // What is on screen may show them.
  beforeChange.add(loadLaterTexts)
  let loading = loads.get(locale)
  if (loading === undefined) {
    loading = loadCode(
      () => addTexts(locale, laterTexts[locale]),
      () => loads.delete(locale),
    )
    loads.set(locale, loading)
  }
  return loading
}
