import { toDayNumber } from '@gensvar/contract/dates'
import { isoWeekOf, periodIndex } from '@gensvar/contract/periods'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { ChartTexts } from './texts.ts'

const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** What periods are named with. */
export interface PeriodWords {
  locale: Locale
  t: ChartTexts
}

function dated(category: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(languageTags[locale], { ...options, timeZone: 'UTC' }).format(
    new Date(`${category}T00:00:00Z`),
  )
}

/**
 * What a period is called on the axis. `category` is its first day (ISO); a category that is not a date is
 * shown as it is, and a custom period by its first day.
 */
export function periodLabel(category: string, period: string, { locale, t }: PeriodWords): string {
  if (!isoDate.test(category)) return category
  switch (period) {
    case 'weeks':
      return t('week', isoWeekOf(periodIndex('week', toDayNumber(category))))
    case 'months':
      return dated(category, locale, { month: 'short', year: 'numeric' })
    case 'quarters':
      return t('quarter', { quarter: quarterOf(category), year: category.slice(0, 4) })
    case 'years':
      return category.slice(0, 4)
    default:
      return dated(category, locale, { day: 'numeric', month: 'short', year: 'numeric' })
  }
}

/** A period inside of a sentence, with its preposition: "in March 2026", "on 3 March 2026". */
export function periodPhrase(category: string, period: string, words: PeriodWords): string {
  const { locale, t } = words
  if (!isoDate.test(category)) return t('when_months', { period: category })
  switch (period) {
    case 'days':
      return t('when_days', { period: dated(category, locale, { day: 'numeric', month: 'long', year: 'numeric' }) })
    case 'weeks':
      return t('when_weeks', { period: t('weekLong', isoWeekOf(periodIndex('week', toDayNumber(category)))) })
    case 'months':
      return t('when_months', { period: dated(category, locale, { month: 'long', year: 'numeric' }) })
    case 'quarters':
      return t('when_quarters', { period: periodLabel(category, period, words) })
    case 'years':
      return t('when_years', { period: category.slice(0, 4) })
    default:
      return t('when_custom', { period: dated(category, locale, { day: 'numeric', month: 'long', year: 'numeric' }) })
  }
}

function quarterOf(category: string): number {
  return Math.floor((Number(category.slice(5, 7)) - 1) / 3) + 1
}
