import { isLocale, type Locale } from '@gensvar/contract/local-text'

/** Names of the languages in their own words, for the language menu. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  sv: 'Svenska',
  no: 'Norsk',
  da: 'Dansk',
  fi: 'Suomi',
}

/** Tag the platform's number and date formats want; British English writes the day first. */
export const intlTags: Record<Locale, string> = {
  en: 'en-GB',
  sv: 'sv-SE',
  no: 'nb-NO',
  da: 'da-DK',
  fi: 'fi-FI',
}

/** The language of the interface closest to a tag such as `nb-NO` or `sv`; null where none is. */
export function toLocale(tag: string | null | undefined): Locale | null {
  const language = (tag ?? '').toLowerCase().split(/[-_]/)[0] ?? ''
  if (language === 'nb' || language === 'nn') return 'no'
  return isLocale(language) ? language : null
}
