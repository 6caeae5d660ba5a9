import { weekdays } from '@gensvar/contract/entities/campaigns'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'

/** A day of the week, or public holidays. */
export type Weekday = (typeof weekdays)[number]

/** Names of the days of the week in the language shown, and that of public holidays. */
export function useWeekdayNames(style: 'short' | 'long'): Record<Weekday, string> {
  const t = useTexts()
  const { locale } = useFormat()
  return useMemo(() => {
    const name = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
    // The 5th of January 2026 is a Monday.
    const entries = weekdays.map((day, at) => [
      day,
      day === 'hol' ? t('publicHolidays') : name.format(new Date(Date.UTC(2026, 0, 5 + at))),
    ])
    return Object.fromEntries(entries) as Record<Weekday, string>
  }, [t, locale, style])
}
