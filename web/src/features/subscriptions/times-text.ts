import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'

/** Days of the week; 1 is Monday. */
export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** Days of a month that every month has, and its last one (0). */
export const monthDays: readonly number[] = [...Array.from({ length: 28 }, (_, at) => at + 1), 0]

/** The name of a day of the week. */
export function weekdayName(weekday: number, locale: Locale): string {
  // 1 January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday))
  return new Intl.DateTimeFormat(languageTags[locale], { weekday: 'long', timeZone: 'UTC' }).format(day)
}

/** An hour of the day as a time. */
export function hourText(hour: number, locale: Locale): string {
  const time = new Date(Date.UTC(2024, 0, 1, hour))
  return new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone: 'UTC' }).format(time)
}
