import { printDrillPath } from '@gensvar/contract/drill-path'
import type { DistributionBar, DistributionSplit } from '@gensvar/contract/entities/distribution'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { comparisonMinimum } from '#server/domain/figures/publishing/publishing-rules.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { maxPeriods, nextPeriodStart, periodGrouping, withGaps } from '#server/domain/indicators/chart-periods.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import { datesWithin } from '#server/domain/indicators/period.ts'
import { periodState } from '#server/domain/indicators/running.ts'
import { childrenOf } from '#server/domain/indicators/segmented-drill-path.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { alsoWithheld } from './also-withheld.ts'
import { barAnswers, withheldBar } from './bars.ts'
import type { Distributed } from './distributed.ts'

/** The most units side by side; the others are left out, and their number is told. */
const mostUnits = 1000

/** The bars of a distribution, how many there are, and why figures are left out where they are. */
export interface SplitBars {
  bars: DistributionBar[]
  total: number
  leftOut: Words | null
}

type Values = readonly IndicatorValue[]

/** The answers of the place as one bar, before those of the units below it; or those of each period. */
export async function splitBars(
  request: FigureRequest,
  distributed: Distributed,
  by: DistributionSplit,
): Promise<SplitBars> {
  if (by === 'place') return placeBar(request, distributed)
  return by === 'units' ? unitBars(request, distributed) : periodBars(request, distributed, by)
}

async function placeBar(request: FigureRequest, distributed: Distributed): Promise<SplitBars> {
  const { rows, leftOut } = await ask(request, distributed, 'none')
  return { bars: [barOfPlace(request, distributed, rows[0]?.values ?? [])], total: 1, leftOut }
}

async function unitBars(request: FigureRequest, distributed: Distributed): Promise<SplitBars> {
  const { ctx, access, requested } = request
  const { view, path, unit } = requested
  const depth = path.place.length
  if (!view || view.levels[depth] === undefined) return placeBar(request, distributed)
  const level = { view: view.extName, depth: depth + 1 }
  const { rows, total, leftOut } = await ask(request, distributed, { level }, true)
  const byUnit = new Map(rows.map((row) => [row.key.id, row.values]))
  const above = unit ? requested.tree.pathOf(unit).map(({ extName }) => extName) : []
  const units = childrenOf(access, requested, unit, depth, ctx.locale).map((child) => {
    const isOwn = isOwnPlace(request) || access.places.covers(view.extName, [...above, child.unit.extName])
    const values: Values = byUnit.get(child.unit.id) ?? []
    return { child, isOwn, values, measured: measuredValue(distributed, values) }
  })
  const whole = total?.values ?? []
  const guard = guardOf(request, distributed, units, whole)
  const bars = units.map(({ child, isOwn, values }, at): DistributionBar => {
    const isHidden = guard.rows.has(at)
    return {
      ...plainBar,
      ...(isHidden ? withheldBar(complementWords) : answersOf(request, distributed, values, isOwn)),
      name: child.unit.extName,
      title: child.text,
      path: child.accessAllowed ? child.path : null,
      value: isHidden ? null : valueText(request, distributed, values),
      isOpen: isOwn && access.canViewInterviews,
    }
  })
  const direction = distributed.measure?.inverse === true ? 1 : -1
  const order = bars
    .map((bar, at) => ({ bar, measured: bar.withheld ? null : (units[at]?.measured ?? null) }))
    .toSorted((a, b) =>
      a.measured === null || b.measured === null
        ? Number(a.measured === null) - Number(b.measured === null)
        : direction * (a.measured - b.measured),
    )
  const place = barOfPlace(request, distributed, whole)
  return {
    bars: [
      guard.total ? { ...place, ...withheldBar(complementWords), value: null } : place,
      ...order.slice(0, mostUnits).map(({ bar }) => bar),
    ],
    total: bars.length + 1,
    leftOut,
  }
}

async function periodBars(
  request: FigureRequest,
  distributed: Distributed,
  period: Exclude<DistributionSplit, 'place' | 'units'>,
): Promise<SplitBars> {
  const { access, requested } = request
  const by = periodGrouping(period, [])
  const next = nextPeriodStart(by)
  const [{ rows, leftOut }, whole] = await Promise.all([
    ask(request, distributed, by),
    // The whole is what a withheld period could be worked out from.
    isOwnPlace(request) ? null : ask(request, distributed, 'none'),
  ])
  const periods = withGaps(rows, next).slice(-maxPeriods)
  const isOwn = isOwnPlace(request)
  const guard = guardOf(
    request,
    distributed,
    periods.map(({ values }) => ({ values, isOwn })),
    whole?.rows[0]?.values ?? [],
  )
  const span = requestedSpan(request)
  const path = printDrillPath(requested.path, pathViews(access))
  const bars = periods.map(({ key, values }, at): DistributionBar => {
    const from = key.from ?? key.name
    const to = next(from)
    const isHidden = guard.rows.has(at)
    return {
      ...plainBar,
      ...(isHidden ? withheldBar(complementWords) : answersOf(request, distributed, values, isOwn)),
      name: from,
      title: from,
      path,
      dates: datesWithin(span, { from, to }),
      state: periodState({ from, to }, span, requested.today),
      value: isHidden ? null : valueText(request, distributed, values),
      isOpen: isOwn && access.canViewInterviews,
    }
  })
  return { bars, total: bars.length, leftOut }
}

const plainBar = { dates: null, state: 'whole' } as const

const complementWords = say`Withheld, because the answers of others could be worked out from it.`

function ask(
  { ctx, access, requested }: FigureRequest,
  { figures: indicators }: Distributed,
  by: GroupBy,
  total = false,
) {
  return figures(ctx, access, { conditions: requested.conditions, by, indicators, total })
}

function barOfPlace(request: FigureRequest, distributed: Distributed, values: Values): DistributionBar {
  const { ctx, access, requested } = request
  const isOwn = isOwnPlace(request)
  return {
    ...plainBar,
    ...answersOf(request, distributed, values, isOwn),
    name: '',
    title: requested.unit ? unitText(requested.unit, ctx.locale) : everything(ctx.locale),
    path: printDrillPath(requested.path, pathViews(access)),
    value: valueText(request, distributed, values),
    isOpen: isOwn && access.canViewInterviews,
  }
}

function answersOf(
  request: FigureRequest,
  distributed: Distributed,
  values: Values,
  isOwn: boolean,
): ReturnType<typeof barAnswers> {
  const { spread, question } = distributed
  return barAnswers(values.slice(0, spread.counted.length), spread, {
    isBlurred: isBlurred(request, distributed, isOwn),
    isMultiple: question.type === 'multiple',
  })
}

/** Whether figures are published with noise: of an anonymous survey, and of other places under a filter. */
function isBlurred({ access, requested }: FigureRequest, { isFiltered }: Distributed, isOwn: boolean): boolean {
  if (!access.canViewInterviews) return true
  if (isOwn) return false
  return isFiltered || requested.filterConditions.some(({ kind }) => kind !== 'dates')
}

/** What has to be withheld besides, where figures of other places are exact; noise hides what is left over otherwise. */
function guardOf(
  request: FigureRequest,
  distributed: Distributed,
  rows: readonly { values: Values; isOwn: boolean }[],
  whole: Values,
): ReturnType<typeof alsoWithheld> {
  const [total] = whole
  if (isBlurred(request, distributed, false) || !total || total.suppressed || distributed.spread.counted.length === 0)
    return { rows: new Set<number>(), total: false }
  const counted = rows.map(({ values: [first], isOwn }) => ({ n: first?.suppressed ? null : (first?.n ?? 0), isOwn }))
  return alsoWithheld(counted, total.n, comparisonMinimum[total.weighted ? 1 : 0])
}

function measuredValue({ measure, spread }: Distributed, values: Values): number | null {
  const value = measure ? values[spread.counted.length] : undefined
  return value && !value.suppressed ? value.value : null
}

function valueText({ ctx }: FigureRequest, distributed: Distributed, values: Values): string | null {
  const { measure } = distributed
  return measure && formatValue(measure, measuredValue(distributed, values), ctx.locale)
}
