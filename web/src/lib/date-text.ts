import { isIsoDate, isoDateOf } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'

/** A numeric date in the format of the language: `31/12/2026`, `2026-12-31`, `31.12.2026`. */
export function dateText(isoDate: string, locale: Locale): string {
  const date = new Date(`${isoDate}T00:00:00Z`)
  const options = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageTags[locale], options).format(date)
}

/**
 * Reads a date as people type it: year first with dashes, or day first with dots, dashes, slashes or spaces; all five
 * languages write the day before the month. Null if it is not a calendar date.
 */
export function readDate(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '')
  const yearFirst = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/.exec(trimmed)
  const dayFirst = /^(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4})$/.exec(trimmed)
  const [year, month, day] = yearFirst
    ? [yearFirst[1], yearFirst[2], yearFirst[3]]
    : [dayFirst?.[3], dayFirst?.[2], dayFirst?.[1]]
  if (year === undefined) return null
  const isoDate = isoDateOf(Number(year), Number(month), Number(day))
  return isIsoDate(isoDate) ? isoDate : null
}
