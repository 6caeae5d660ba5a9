import { isLocale, localeOfTag } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'

/** The supported language an `accept-language` header ranks highest; null if it names none. */
export function acceptedLocale(header: string | undefined): Locale | null {
  const wanted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { locale: localeOfTag(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.find(({ locale }) => locale !== null)?.locale ?? null
}

/**
 * Language the server's words and figures are written in for a request: the one it asks for (our screens send the one
 * they are shown in), else the profile's, else English.
 */
export function localeOf(caller: { locale: string } | null, acceptLanguage: string | undefined): Locale {
  return acceptedLocale(acceptLanguage) ?? (caller && isLocale(caller.locale) ? caller.locale : 'en')
}
