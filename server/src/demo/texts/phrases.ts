import type { Locale } from '@gensvar/contract/local-text'
import { danishPhrases } from './phrases-da.ts'
import { englishPhrases } from './phrases-en.ts'
import { finnishPhrases } from './phrases-fi.ts'
import { norwegianPhrases } from './phrases-no.ts'
import { swedishPhrases } from './phrases-sv.ts'
import type { Phrases } from './phrase-bank.ts'

/** The sentences of every language. */
export const phrases: Readonly<Record<Locale, Phrases>> = {
  sv: swedishPhrases,
  no: norwegianPhrases,
  da: danishPhrases,
  fi: finnishPhrases,
  en: englishPhrases,
}
