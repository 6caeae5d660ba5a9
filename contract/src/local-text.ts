import { z } from 'zod'

/** The languages the product speaks, in the order they are offered. */
export const locales = ['en', 'sv', 'no', 'da', 'fi'] as const

/** One of the languages the product speaks. */
export type Locale = (typeof locales)[number]

/**
 * The tag of each language, for number and date formats and `lang` attributes. British English writes the day first.
 */
export const languageTags: Record<Locale, string> = { en: 'en-GB', sv: 'sv-SE', no: 'nb-NO', da: 'da-DK', fi: 'fi-FI' }

/** Schema of a language code. */
export const localeCode = z.enum(locales)

/** Schema of a text that is the same everywhere, or one text per language. */
export const localText = z.union([z.string(), z.partialRecord(localeCode, z.string())]).meta({ id: 'Text' })

/** A plain string for every language, or `{en: '…', sv: '…'}`. */
export type LocalText = z.infer<typeof localText>

/**
 * Picks the text of a language: the wanted one, else the fallback's, else English, else any that is there,
 * else the empty string. A plain string is the same in every language.
 */
export function pickText(text: LocalText | undefined, locale: Locale, fallback: Locale = 'en'): string {
  if (text === undefined) return ''
  if (typeof text === 'string') return text
  return text[locale] || text[fallback] || text.en || Object.values(text).find((value) => value) || ''
}

/** Tells whether a code is one of the product's languages. */
export function isLocale(code: string): code is Locale {
  return (locales as readonly string[]).includes(code)
}

/** The product's language closest to a tag such as `nb-NO`, `nn` or `sv`; null where there is none. */
export function localeOfTag(tag: string | null | undefined): Locale | null {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if (language === 'nb' || language === 'nn') return 'no'
  return isLocale(language) ? language : null
}
