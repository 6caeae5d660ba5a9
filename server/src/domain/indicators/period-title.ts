import { toDayNumber } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { isoWeekOf, periodIndex } from '@gensvar/contract/periods'
import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'

/** What a period of a chart is called, by its first day (ISO): `Jan 2026`; a custom one by its first day. */
export function periodTitle(firstDay: string, period: string, locale: Locale): string {
  const year = firstDay.slice(0, 4)
  switch (period) {
    case 'weeks': {
      const week = isoWeekOf(periodIndex('week', toDayNumber(firstDay)))
      return translate(say`W${week.week} ${String(week.year)}`, locale)
    }
    case 'months':
      return dated(firstDay, locale, { month: 'short', year: 'numeric' })
    case 'quarters':
      return translate(say`Q${Math.floor((Number(firstDay.slice(5, 7)) - 1) / 3) + 1} ${year}`, locale)
    case 'years':
      return year
    default:
      return dated(firstDay, locale, { day: 'numeric', month: 'short', year: 'numeric' })
  }
}

function dated(day: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], { ...options, timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
