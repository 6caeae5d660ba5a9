import type { ChartData, PeriodState } from '@gensvar/contract/entities/chart'
import type { LocalText } from '@gensvar/contract/local-text'
import { publishedChartPeriods } from '@gensvar/contract/published-dates'
import type { Words } from '@gensvar/contract/say'
import type { CustomPeriod } from '@gensvar/contract/widgets/development-chart'
import type { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import { figures, vocabularyOf } from '#server/domain/figures/figures.ts'
import type { AggregateRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import { periodState } from '#server/domain/indicators/running.ts'
import { maxPeriods, nextPeriodStart, periodGrouping, withGaps } from '#server/domain/indicators/chart-periods.ts'
import { latestSummary } from './chart-summary.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import { figureAbout } from '#server/domain/indicators/figure-about.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import { datesWithin } from '#server/domain/indicators/period.ts'
import { intervalsOf } from '#server/domain/indicators/shown-interval.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'

/** The period a chart opens with: the first of `periods` that has figures. */
export async function firstPeriod(
  { ctx, access }: FigureRequest,
  periods: readonly (typeof chartPeriods)[number][],
): Promise<string | undefined> {
  const vocabulary = access.canViewInterviews ? null : await vocabularyOf(ctx, access)
  return publishedChartPeriods(vocabulary?.period ?? null, periods)[0]
}

/**
 * Indicators over time at the request's place. `period` is one of the chart's periods or the extname of a custom one;
 * `interviews` adds the number of completed interviews. The summary tells the latest period that is over, of the first
 * indicator or the one at the index that `toldOf` picks. A period without answers is a gap, never zero.
 * Throws `validation` for a period that does not exist.
 */
export async function chartOf(
  request: FigureRequest,
  indicators: readonly Indicator[],
  period: string,
  customPeriods: readonly CustomPeriod[],
  interviews: boolean,
  toldOf: (periods: readonly IndicatorValue[][], states: readonly PeriodState[]) => number = () => 0,
): Promise<ChartData> {
  const { ctx, access, requested } = request
  const by = periodGrouping(period, customPeriods)
  const next = nextPeriodStart(by)
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: requested.conditions,
    by,
    indicators: [...indicators.map(indicatorRequest), { key: 'interviews', expression: 'count()' }],
  })
  const periods = withGaps(rows, next).slice(-maxPeriods)
  const first = indicators[0]
  const goal = first ? goalAt(access.model, first, requested.path, requested.today) : null
  const span = requestedSpan(request)
  const ends = periods.map(({ key: { from, name } }) => ({ from: from ?? name, to: next(from ?? name) }))
  const states = ends.map((period) => periodState(period, span, requested.today))
  // Beside the indicators' values stands the number of interviews.
  const index = toldOf(
    periods.map(({ values }) => values.slice(0, indicators.length)),
    states,
  )
  const told = indicators[index]
  return {
    categories: ends.map(({ from }) => from),
    series: indicators.map((indicator, at) => ({
      name: indicator.title,
      data: periods.map((row) => shown(row, at)?.value ?? null),
      n: periods.map((row) => shown(row, at)?.n ?? null),
      ...intervalsOf(
        indicator,
        periods.map((row) => row.values[at]),
      ),
      lowBase: lowBaseOf(access.model, indicator),
    })),
    descriptors: indicators.map((indicator) => descriptorOf(request, indicator)),
    states,
    dates: ends.map((period) => datesWithin(span, period)),
    summary: told ? latestSummary(request, told, periods, states, index) : null,
    ...(interviews && { interviews: periods.map((row) => shown(row, indicators.length)?.value ?? null) }),
    goal: goal?.value ?? null,
    range: rangeOf(indicators),
    withheld: localWordsOf(leftOut ?? reasonForAll(rows, indicators.length)),
  }
}

/** What a series is of. Only what an indicator of the survey counts can be listed, where the place is the caller's own. */
export function descriptorOf(request: FigureRequest, indicator: Indicator): ChartData['descriptors'][number] {
  const { access } = request
  const about = figureAbout(access, indicator)
  const isNamed =
    isIndicator(access.model, indicator.name) &&
    indicatorOf(access.model, indicator.name).expression === indicator.expression
  const cases = isNamed ? casesOf(access, indicator, isOwnPlace(request)) : null
  return { title: indicator.title, variable: indicator.name, color: null, about: { ...about, cases } }
}

/** The numbers that the values of all indicators are between; null where one of them says none. */
function rangeOf(indicators: readonly Indicator[]): { from: number; to: number } | null {
  const ends = indicators.flatMap(({ minValue, maxValue }) =>
    minValue === null || maxValue === null ? [] : [{ from: minValue, to: maxValue }],
  )
  if (ends.length === 0 || ends.length < indicators.length) return null
  const range = { from: Math.min(...ends.map(({ from }) => from)), to: Math.max(...ends.map(({ to }) => to)) }
  return range.from < range.to ? range : null
}

function localWordsOf(words: Words | null): LocalText | null {
  return words && localWords(words)
}

/** The reason of a chart's first withheld value if no value of the chart is shown; null if one is. */
function reasonForAll(rows: readonly AggregateRow[], count: number): Words | null {
  const values = rows.flatMap((row) => row.values.slice(0, count))
  if (values.some((value) => !value.suppressed && value.value !== null)) return null
  return values.find((value) => value.why)?.why ?? null
}

function shown(row: AggregateRow, at: number): { value: number | null; n: number | null } | null {
  const value = row.values[at]
  if (!value || value.suppressed) return null
  return value
}
