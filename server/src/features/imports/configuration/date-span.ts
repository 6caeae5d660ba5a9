import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodName } from '@gensvar/contract/periods'
import type { WholePeriodKind } from '@gensvar/contract/periods'
import type { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import type { DateSpan } from '../plan/find-span.ts'

type ChartPeriod = (typeof chartPeriods)[number]

/** Longest spans, in days, for weeks, months and quarters as the periods to look at. */
const spanOf = { weeks: 45, months: 120, quarters: 366, chartWeeks: 120, chartMonths: 6 * 366 }

function lengthOf({ first, last }: DateSpan): number {
  return toDayNumber(last) - toDayNumber(first) + 1
}

/**
 * Periods of a chart over the span, the fitting one first; the others serve the answers to come. None if all answers are
 * of one day, which has no development.
 */
export function chartPeriodsFor(span: DateSpan | null): ChartPeriod[] {
  const days = span === null ? 1 : lengthOf(span)
  if (days === 1) return []
  if (days <= 14) return ['days', 'weeks', 'months']
  if (days <= spanOf.chartWeeks) return ['weeks', 'days', 'months']
  return days <= spanOf.chartMonths ? ['months', 'quarters', 'years'] : ['years', 'quarters', 'months']
}

/** How many periods are offered by name if the answers are too old for those that are counted from today. */
const namedPeriods = 4
const namedYears = 3

/**
 * Shortcuts to periods: those counted from `today` (ISO) if answers are recent for the length of the span, else the
 * latest ones by name. None if there would be a single one.
 */
export function quickSelectsFor(span: DateSpan, today: string): string[] {
  const days = lengthOf(span)
  const age = toDayNumber(today) - toDayNumber(span.last)
  if (days <= spanOf.weeks)
    return withAllTime(age <= 14 ? ['this_w', 'last_1w', 'last_2w', 'last_4w'] : named('week', span, namedPeriods))
  if (days <= spanOf.months)
    return withAllTime(age <= 62 ? ['last_1w', 'this_m', 'last_1m', 'last_3m'] : named('month', span, namedPeriods))
  if (days <= spanOf.quarters)
    return withAllTime(
      age <= 184 ? ['last_1w', 'last_1m', 'last_3m', 'this_m', 'this_q'] : named('quarter', span, namedPeriods),
    )
  if (Number(span.last.slice(0, 4)) < Number(today.slice(0, 4)) - 1) return withAllTime(named('year', span, namedYears))
  const usual = ['last_1m', 'last_1q', 'last_3m', 'last_12m', 'this_m', 'this_q', 'this_y', 'last_1y']
  return withAllTime(
    days <= 2 * 366 ? usual : ['last_1m', 'last_12m', 'this_y', 'last_1y', ...yearsBefore(span, today)],
  )
}

function withAllTime(periods: readonly string[]): string[] {
  return periods.length > 1 ? [...periods, 'all_time'] : []
}

/** Names of the latest periods of the span, the latest first. */
function named(kind: WholePeriodKind, { first, last }: DateSpan, most: number): string[] {
  const [from, to] = [periodIndex(kind, toDayNumber(first)), periodIndex(kind, toDayNumber(last))]
  return Array.from({ length: Math.min(most, to - from + 1) }, (_, back) => periodName(kind, to - back))
}

/** Names of the span's years before the last one that is over, the latest first. */
function yearsBefore({ first }: DateSpan, today: string): string[] {
  const last = Number(today.slice(0, 4)) - 2
  const count = Math.max(0, Math.min(namedYears, last - Number(first.slice(0, 4)) + 1))
  return Array.from({ length: count }, (_, back) => String(last - back))
}
