import { addToDate, datePartsOf, toDayNumber } from '@gensvar/contract/dates'
import { WeightedList } from './random.ts'
import type { Random } from './random.ts'

/** Three years of days up to yesterday, as day numbers, both ends included. */
export interface DemoPeriod {
  /** The day the demo is created; all dates are before it. */
  today: number
  first: number
  last: number
}

/** The period the demo covers when it is created on a date (ISO). */
export function demoPeriod(today: string): DemoPeriod {
  const day = toDayNumber(today)
  return { today: day, first: toDayNumber(addToDate(today, -3, 'y')), last: day - 1 }
}

// Trade by month, January to December: sales in January, a quiet summer, the rush before Christmas.
const tradeByMonth = [1.05, 0.85, 0.9, 0.95, 1, 1.05, 0.85, 0.95, 0.95, 1, 1.35, 1.6] as const
// Trade by weekday, Sunday to Saturday.
const tradeByWeekday = [0.75, 0.8, 0.85, 0.9, 1, 1.25, 1.6] as const

/** Day of the week of a day number; 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Month of a day number, 1 to 12. */
export function monthOf(day: number): number {
  return datePartsOf(day).month
}

/** How busy shops are on a day, 1 on average. */
export function trade(day: number): number {
  return (tradeByMonth[monthOf(day) - 1] ?? 1) * (tradeByWeekday[weekdayOf(day)] ?? 1)
}

/**
 * Spreads a number of visits over the days of a period, in order: busy days get more, and the last day of the period a
 * quarter more than the first.
 */
export function spreadOverDays(random: Random, count: number, first: number, last: number, weight = trade): number[] {
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const growth = (day: number): number => 1 + (0.25 * (day - first)) / Math.max(1, last - first)
  const list = new WeightedList(days, (day) => weight(day) * growth(day))
  return Array.from({ length: count }, () => list.pick(random)).sort((a, b) => a - b)
}
