import { resolveDateFilter } from './date-filters.ts'
import type { DateFilter } from './date-filters.ts'
import { addToDate } from './dates.ts'
import { parsePeriodName, wholePeriods } from './periods.ts'
import type { PeriodKind, WholePeriodKind, WholePeriods } from './periods.ts'
import type { PublishedVocabulary } from './surveys.ts'

/** The shortest period of an anonymous survey. */
export type BasePeriod = NonNullable<PublishedVocabulary['period']>

const kindsFrom: Readonly<Record<BasePeriod, readonly WholePeriodKind[]>> = {
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
}

const kindOfChart = { days: 'day', weeks: 'week', months: 'month', quarters: 'quarter', years: 'year' } as const

/** Whether an anonymous survey has figures of periods of a kind: those at least as long as its base. */
export function isPublishedKind(base: BasePeriod, kind: PeriodKind): boolean {
  return kindsFrom[base].some((one) => one === kind)
}

/** Whether an anonymous survey has figures of these periods: of one at a time, at least as long as its base. */
export function isPublishedPeriod(base: BasePeriod, { kind, count }: WholePeriods): boolean {
  return count === 1 && isPublishedKind(base, kind)
}

/** Whether an anonymous survey has figures for a date filter, whatever today's date is. */
export function arePublishedDates(base: BasePeriod, dates: DateFilter): boolean {
  return dates.kind === 'all' || isPublishedCount(base, dates, 1)
}

/** The same for a chart, which shows each period separately and so allows any number of them, such as `last_8q`. */
export function arePublishedChartDates(base: BasePeriod, dates: DateFilter): boolean {
  return dates.kind === 'all' || isPublishedCount(base, dates, Infinity)
}

function isPublishedCount(base: BasePeriod, dates: DateFilter, most: number): boolean {
  switch (dates.kind) {
    case 'whole':
      return dates.count <= most && isPublishedKind(base, dates.period)
    case 'period': {
      const period = parsePeriodName(dates.name)
      return period !== null && isPublishedKind(base, period.kind)
    }
    case 'custom': {
      const periods = wholePeriods(dates.start, addToDate(dates.end, 1, 'd'))
      return periods !== null && periods.count <= most && isPublishedKind(base, periods.kind)
    }
    case 'all':
    case 'interval':
    case 'point':
    case 'today':
      return false
  }
}

/**
 * Whether a date filter means one base period that is closed, the only one that takes other filters. `today` and
 * `closedTo`, the day by which closed periods end, are ISO.
 */
export function isClosedPeriod(
  base: BasePeriod,
  dates: DateFilter,
  { today, closedTo }: { today: string; closedTo: string },
): boolean {
  const span = resolveDateFilter(dates, today)
  if (span?.kind !== 'span' || span.from === null || span.to === null) return false
  const periods = wholePeriods(span.from, span.to)
  return periods?.kind === base && periods.count === 1 && span.to <= closedTo
}

/**
 * The periods of a chart that there are figures of: all without a base, else those at least as long. Where a chart has
 * none of them, the base's own.
 */
export function publishedChartPeriods(
  base: BasePeriod | null,
  periods: readonly (keyof typeof kindOfChart)[],
): (keyof typeof kindOfChart)[] {
  if (base === null) return [...periods]
  const published = periods.filter((period) => isPublishedKind(base, kindOfChart[period]))
  return published.length > 0 ? published : [base === 'month' ? 'months' : 'quarters']
}
