import { encodeCustomDates } from './date-filters.ts'
import { addToDate, fromDayNumber, isIsoDate, toDayNumber } from './dates.ts'
import type { DateSpan } from './dates.ts'
import { periodName, periodStart, wholePeriods } from './periods.ts'

/**
 * The span of equal length right before. Whole calendar periods are compared with as many whole ones (three months with
 * three months, whatever their number of days). Null for a span that is empty or open at an end, and where the span
 * before would begin before the calendar's first year.
 */
export function precedingSpan({ from, to }: DateSpan): DateSpan | null {
  if (from === null || to === null) return null
  const whole = wholePeriods(from, to)
  if (whole) return onCalendar({ from: periodStart(whole.kind, whole.first - whole.count), to: from })
  const first = toDayNumber(from)
  const length = toDayNumber(to) - first
  return length > 0 ? onCalendar({ from: fromDayNumber(first - length), to: from }) : null
}

/** The same days a year earlier, for whole weeks 52 weeks earlier; null for a span that is open at an end or too early. */
export function yearBefore({ from, to }: DateSpan): DateSpan | null {
  if (from === null || to === null) return null
  const isWeeks = wholePeriods(from, to)?.kind === 'week'
  const earlier = (day: string): string => (isWeeks ? addToDate(day, -52 * 7, 'd') : addToDate(day, -1, 'y'))
  return onCalendar({ from: earlier(from), to: earlier(to) })
}

/** The span, unless it begins on a day that cannot be written. */
function onCalendar<Span extends { from: string }>(span: Span): Span | null {
  return isIsoDate(span.from) ? span : null
}

/**
 * A closed span as the text of a date filter: the name of the calendar period that it is, else its days. Null for one that
 * is empty or open at an end.
 */
export function spanFilterText({ from, to }: DateSpan): string | null {
  if (from === null || to === null || from >= to) return null
  const whole = wholePeriods(from, to)
  if (whole?.count === 1) return periodName(whole.kind, whole.first)
  return encodeCustomDates(from, addToDate(to, -1, 'd'))
}
