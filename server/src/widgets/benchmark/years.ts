import type { Condition } from '@gensvar/contract/conditions'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { locales } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import { figureAbout } from '#server/domain/indicators/figure-about.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { datesWithin, withSpan, withoutSpan } from '#server/domain/indicators/period.ts'
import { periodState } from '#server/domain/indicators/running.ts'
import { intervalsOf } from '#server/domain/indicators/shown-interval.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { latestSummary } from '#server/widgets/shared/chart-summary.ts'
import { descriptorOf } from '#server/widgets/shared/chart.ts'
import { baseOf, valuesAt } from './base.ts'
import type { Base, PlaceBase } from './base.ts'

/** Most years that are shown: the latest. */
const mostYears = 5

interface Year {
  from: string
  to: string
  own: IndicatorValue[]
  base: Base
}

/** For each indicator a chart of its value and of its base over the years of the chosen period, or all if none is. */
export async function yearCharts(
  request: FigureRequest,
  against: PlaceBase,
  indicators: readonly Indicator[],
): Promise<{ title: LocalText; chart: ChartData }[]> {
  const { requested } = request
  const span = requested.isDated ? requestedSpan(request) : null
  const spans = await yearsOf(request, span ? requested.conditions : withoutSpan(requested.conditions))
  const years = await Promise.all(
    spans.map(async ({ from, to }): Promise<Year> => {
      const within = { from: latest(span?.from ?? from, from), to: earliest(span?.to ?? to, to) }
      const [own, base] = await Promise.all([
        valuesAt(request, indicators, withSpan(requested.conditions, within)),
        baseOf(request, against, indicators, withSpan(requested.filterConditions, within)),
      ])
      return { from, to, own, base }
    }),
  )
  return indicators.map((indicator, at) => ({ title: indicator.title, chart: chartOf(request, indicator, years, at) }))
}

/** The latest years with answers at the place. */
async function yearsOf(
  { ctx, access }: FigureRequest,
  conditions: readonly Condition[],
): Promise<{ from: string; to: string }[]> {
  const { rows } = await figures(ctx, access, {
    conditions,
    by: { period: 'years' },
    indicators: [{ key: 'n', expression: 'count()' }],
  })
  return rows.flatMap(({ key: { from, to } }) => (from && to ? [{ from, to }] : [])).slice(-mostYears)
}

function chartOf(request: FigureRequest, indicator: Indicator, years: readonly Year[], at: number): ChartData {
  const { access, requested } = request
  const { unit } = requested
  const own = years.map((year) => year.own[at])
  const base = years.map((year) => year.base.values[at])
  const span = requested.isDated ? requestedSpan(request) : null
  const states = years.map((year) => periodState(year, span, requested.today))
  const place = Object.fromEntries(locales.map((one) => [one, unit ? unitText(unit, one) : everything(one)]))
  // How many places it is the mean of differs by year.
  const baseTitle = years.at(-1)?.base.title ?? ''
  const rows = years.map(({ from, to }, index) => ({
    key: { id: null, name: from, from, to },
    values: own[index] ? [own[index]] : [],
  }))
  const why = [...own, ...base].find((value) => value?.why)?.why ?? null
  const isShown = [...own, ...base].some((value) => shownOf(value) !== null)
  return {
    categories: years.map(({ from }) => from),
    series: [
      {
        ...{ name: place, data: own.map(shownOf), n: own.map(countOf) },
        ...intervalsOf(indicator, own),
        lowBase: lowBaseOf(access.model, indicator),
      },
      { name: baseTitle, data: base.map(shownOf), n: base.map(countOf), lowBase: null },
    ],
    descriptors: [
      { ...descriptorOf(request, indicator), title: place, color: '#2f6bde' },
      {
        title: baseTitle,
        variable: 'base',
        color: '#808080',
        about: { ...figureAbout(access, indicator), cases: null },
      },
    ],
    states,
    dates: years.map((year) => datesWithin(span, year)),
    summary: latestSummary(request, indicator, rows, states),
    withheld: !isShown && why ? localWords(why) : null,
  }
}

function latest(one: string, other: string): string {
  return one > other ? one : other
}

function earliest(one: string, other: string): string {
  return one < other ? one : other
}

function shownOf(value: IndicatorValue | undefined): number | null {
  return value && !value.suppressed ? value.value : null
}

function countOf(value: IndicatorValue | undefined): number | null {
  return value && !value.suppressed ? value.n : null
}
