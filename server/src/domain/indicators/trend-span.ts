import { yearBefore } from '@gensvar/contract/compared-spans'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import { addToDate } from '@gensvar/contract/dates'
import { askPeriod } from '#server/domain/scripts/ask-period.ts'
import type { FigureRequest } from './figure-request.ts'
import { comparedSpans, spanOf } from './period.ts'
import type { DaySpan } from './period.ts'

/**
 * The days that trends of a request's figures compare with: those that the survey's script says, else as many right before.
 * Null for a request without days, and where there are none to compare with.
 */
export function trendSpanOf(request: FigureRequest): Promise<DaySpan | null> {
  return askedSpan(request, 'GET_RANKING_TREND_TIMESPAN')
}

/** The days that a component compares with: those of `trendSpanOf`, or the same ones a year earlier. */
export async function comparedSpanOf(request: FigureRequest, trend: 'previous' | 'year'): Promise<DaySpan | null> {
  if (trend === 'previous') return trendSpanOf(request)
  const span = spanOf(request.requested.conditions)
  return span && yearBefore(span)
}

/** The days that drivers compare with: those that the survey's script for them says, else those of everything beside them. */
export function driversSpanOf(request: FigureRequest, beside: DaySpan | null): Promise<DaySpan | null> {
  return askedSpan(request, 'GET_DRIVERS_TREND_TIMESPAN', beside)
}

async function askedSpan(
  { ctx, access: { model }, requested }: FigureRequest,
  type: 'GET_RANKING_TREND_TIMESPAN' | 'GET_DRIVERS_TREND_TIMESPAN',
  otherwise?: DaySpan | null,
): Promise<DaySpan | null> {
  const { span, before: preceding } = comparedSpans(spanOf(requested.conditions))
  const before = otherwise === undefined ? preceding : otherwise
  if (span === null) return before
  const said = await askPeriod(ctx, model, type, { period: givenDaysOf(span) })
  if (said === null) return before
  if (typeof said !== 'string') return { from: said.from, to: addToDate(said.to, 1, 'd') }
  const days = resolveDateValue(said, requested.today)
  return days?.kind === 'span' ? { from: days.from, to: days.to } : before
}

/** Days as scripts are given them: both included. */
export function givenDaysOf({ from, to }: DaySpan): DaySpan {
  return { from, to: to && addToDate(to, -1, 'd') }
}
