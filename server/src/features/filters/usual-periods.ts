import type { Survey } from '@gensvar/contract/entities/survey'

/** The previous and the running calendar month, quarter and year. */
const calendarPeriods = ['last_1m', 'last_1q', 'last_1y', 'this_m', 'this_q', 'this_y']

/**
 * The periods to choose from: the configured ones, the calendar's and all time. Where the answers end before this year
 * the latest year with answers is one of them; where they end before last year, the calendar's have none and are left
 * out. `latest` is null without answers.
 */
export function usualPeriods(
  configured: readonly string[],
  latest: number | null,
  thisYear: number,
): Pick<Survey, 'periods' | 'latestYear'> {
  const latestYear = latest === null || latest >= thisYear ? null : String(latest).padStart(4, '0')
  const calendar = latest !== null && latest < thisYear - 1 ? [] : calendarPeriods
  const last = latestYear === null ? [] : [latestYear]
  return { periods: [...new Set([...last, ...configured, ...calendar, 'all_time'])], latestYear }
}
