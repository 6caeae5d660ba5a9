import { encodeCustomDates } from '../../../contract/src/date-filters.ts'
import { addToDate, toDayNumber } from '../../../contract/src/dates.ts'
import { periodIndex, periodStart } from '../../../contract/src/periods.ts'
import type { MadeRows } from './made-rows.ts'
import type { Days } from './questions.ts'

/** Whole months of the survey, the first being 0. Months before it have no responses. */
export interface Months {
  first: number
  count: number
}

/** The days of months, since the survey's first day. */
export function daysOf({ firstDay, firstMonth }: MadeRows, { first, count }: Months): Days {
  const day = (month: number): number => toDayNumber(periodStart('month', firstMonth + month)) - firstDay
  return { from: day(first), to: day(first + count) - 1 }
}

/** As many months right before. */
export function monthsBefore({ first, count }: Months): Months {
  return { first: first - count, count }
}

/** The months as a part of a drill path. */
export function datesOf({ firstMonth }: MadeRows, { first, count }: Months): string {
  const last = addToDate(periodStart('month', firstMonth + first + count), -1, 'd')
  return `date=${encodeCustomDates(periodStart('month', firstMonth + first), last)}`
}

/** The month that begins on a day (ISO). */
export function monthAt({ firstMonth }: MadeRows, day: string): number {
  return periodIndex('month', toDayNumber(day)) - firstMonth
}

/** Spans of so many months and one more or less, each with at least `before` months of responses before it. */
export function windows(months: number, count: number, before: number): Months[] {
  const all: Months[] = []
  for (const length of [count, count - 1, count + 1])
    for (let first = before; first + length <= months; first++) all.push({ first, count: length })
  return all
}

/** Spans that hold all months, and more and more before them. */
export function allTime(months: number, most: number): Months[] {
  return Array.from({ length: most }, (_, before) => ({ first: -before, count: months + before }))
}
