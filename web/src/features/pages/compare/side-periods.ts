import { precedingSpan, spanFilterText, yearBefore } from '@gensvar/contract/compared-spans'
import { decodeDateFilter, encodeDateFilter, resolveDateValue } from '@gensvar/contract/date-filters'
import type { DateSpan } from '@gensvar/contract/dates'
import { plainText } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'

/** Periods to compare a period with, as texts of a date filter; null where there is none. */
export interface SidePeriods {
  preceding: string | null
  yearBefore: string | null
}

const none: SidePeriods = { preceding: null, yearBefore: null }

/** The filter that chooses a path's period; undefined where the page's own applies. */
export function periodToken(filters: readonly PathToken[], dateNames: ReadonlySet<string>): PathToken | undefined {
  return filters.find(({ name }) => dateNames.has(name))
}

/**
 * The periods beside that of some filters: the one right before, and the same a year earlier. `own` is the page's period
 * where none is chosen, `today` an ISO date. None for a period that is open at an end.
 */
export function sidePeriods(
  filters: readonly PathToken[],
  { dateNames, own, today }: { dateNames: ReadonlySet<string>; own: string | null; today: string },
): SidePeriods {
  const token = periodToken(filters, dateNames)
  const text = token === undefined ? own : plainText(token)
  const span = text === null ? null : resolveDateValue(text, today)
  if (span?.kind !== 'span') return none
  const [preceding, earlier] = [precedingSpan(span), yearBefore(span)]
  return {
    preceding: preceding && (relativeBefore(text ?? '', preceding, today) ?? spanFilterText(preceding)),
    yearBefore: earlier && spanFilterText(earlier),
  }
}

/** The days before a number of days relative to today, relative to today as well; null where they are not those of `before`. */
function relativeBefore(text: string, before: DateSpan, today: string): string | null {
  const filter = decodeDateFilter(text)
  if (filter?.kind !== 'interval' || filter.from.unit !== 'd' || filter.to.unit !== 'd') return null
  const [from, to] = [filter.from.amount, filter.to.amount]
  const earlier = encodeDateFilter({
    kind: 'interval',
    from: { amount: 2 * from - to - 1, unit: 'd' },
    to: { amount: from - 1, unit: 'd' },
  })
  const days = resolveDateValue(earlier, today)
  return days?.kind === 'span' && days.from === before.from && days.to === before.to ? earlier : null
}
