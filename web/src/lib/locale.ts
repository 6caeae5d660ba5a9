import type { Locale } from '@gensvar/contract/local-text'

/** Names of the languages in their own words, for the language menu. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  sv: 'Svenska',
  no: 'Norsk',
  da: 'Dansk',
  fi: 'Suomi',
}
