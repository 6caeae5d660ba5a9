import type { Condition } from '@gensvar/contract/conditions'
import { unitCondition } from '@gensvar/contract/conditions'
import { parentPath } from '@gensvar/contract/path-steps'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { locales } from '@gensvar/contract/local-text'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare, notCompared } from './comparison.ts'
import type { ComparedWith, Comparison } from './comparison.ts'
import { indicatorRequest } from './figure-request.ts'
import type { FigureRequest } from './figure-request.ts'
import type { Indicator } from './indicator.ts'
import { indicatorOf } from './indicator.ts'
import { spanOf, spanText, withSpan } from './period.ts'
import type { DaySpan } from './period.ts'
import { isRunning } from './running.ts'
import { sharedAnswers } from './shared-answers.ts'
import { rankAmongSiblings } from './sibling-rank.ts'
import { trendSpanOf } from './trend-span.ts'

/** An indicator's value at the request's place, and what it is compared with. */
export interface Figure {
  indicator: Indicator
  now: IndicatorValue
  /** Value to compare with: of the period before, the parent or the universe; null where there is none. */
  base: IndicatorValue | null
  /** The change from the base. */
  comparison: Comparison
  /** What the base is of; null without a base. */
  against: ComparedWith | null
  /** For a rank: the number of siblings that have one. */
  among: number | null
}

const nothing: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: false }

/**
 * Values of indicators at the request's place with their bases. Exact where the place is the caller's own, published
 * figures elsewhere. `compared` is the span trends compare with; by default `trendSpanOf`.
 */
export async function figuresOf(
  request: FigureRequest,
  indicators: readonly Indicator[],
  compared?: DaySpan | null,
): Promise<Figure[]> {
  const before = compared === undefined ? await trendSpanOf(request) : compared
  const computed = indicators.filter((indicator) => indicator.expression !== null)
  const { filterConditions, placeConditions, conditions } = request.requested
  const needs = (base: Indicator['base']): Indicator[] => computed.filter((indicator) => indicator.base === base)
  const parent = unitCondition(parentPath(request.requested.path), request.requested.asOf)
  const atTop = placeConditions.length === 0
  const [now, trend, above, universe, ranks] = await Promise.all([
    valuesOf(request, conditions, computed),
    before ? basesOf(request, withSpan(conditions, before), needs('trend')) : new Map<string, IndicatorValue>(),
    atTop
      ? new Map<string, IndicatorValue>()
      : basesOf(request, [...(parent ? [parent] : []), ...filterConditions], needs('parent')),
    atTop ? new Map<string, IndicatorValue>() : basesOf(request, filterConditions, needs('universe')),
    ranksOf(
      request,
      indicators.filter((indicator) => indicator.rank !== null),
    ),
  ])
  const bases = { trend, parent: above, universe }
  const { model } = request.access
  const isUnfinished = isRunning(requestedSpan(request), request.requested.today)
  return indicators.map((indicator) => {
    const value = now.get(indicator.name) ?? ranks.get(indicator.name)?.value ?? nothing
    const base = bases[indicator.base].get(indicator.name) ?? null
    return {
      indicator,
      now: value,
      base,
      comparison: compare(indicator, value, base, {
        model,
        isUnfinished: isUnfinished && indicator.base === 'trend',
        shared: indicator.base === 'trend' ? sharedAnswers(requestedSpan(request), before) : 'part',
      }),
      against: base && comparedWith(request, indicator.base, before),
      among: ranks.get(indicator.name)?.among ?? null,
    }
  })
}

/** A figure that is withheld for a reason. */
export function withheldFigure(indicator: Indicator, why: Words): Figure {
  return { indicator, now: withheldValue(why), base: null, comparison: notCompared, against: null, among: null }
}

/** The change from the base as shown; null where none is told. */
export function differenceOf({ comparison }: Pick<Figure, 'comparison'>): number | null {
  return comparison.difference
}

function comparedWith(
  { requested }: FigureRequest,
  base: Indicator['base'],
  before: DaySpan | null,
): ComparedWith | null {
  if (base === 'trend') return before && { kind: 'period', name: spanText(before) }
  const above = base === 'parent' && requested.unit ? requested.tree.pathOf(requested.unit).at(-2) : undefined
  const name = locales.map((locale) => [locale, above ? unitText(above, locale) : everything(locale)])
  return { kind: 'place', name: Object.fromEntries(name) }
}

/** The span of the request; null for all time. */
export function requestedSpan({ requested }: Pick<FigureRequest, 'requested'>): DaySpan | null {
  return spanOf(requested.conditions)
}

/** As `valuesOf`, but the reason of a withheld value says that it is the comparison that is missing. */
async function basesOf(
  request: FigureRequest,
  conditions: readonly Condition[],
  indicators: readonly Indicator[],
): Promise<Map<string, IndicatorValue>> {
  const { values, leftOut } = await askFor(request, conditions, indicators)
  if (leftOut) return values
  return new Map(
    [...values].map(([name, value]) => [name, value.why ? { ...value, why: say`No comparison: ${value.why}` } : value]),
  )
}

/** Values of indicators under the conditions, without what they are compared with; ranks have none. */
export async function valuesOf(
  request: Pick<FigureRequest, 'ctx' | 'access'>,
  conditions: readonly Condition[],
  indicators: readonly Indicator[],
): Promise<Map<string, IndicatorValue>> {
  return (await askFor(request, conditions, indicators)).values
}

async function askFor(
  { ctx, access }: Pick<FigureRequest, 'ctx' | 'access'>,
  conditions: readonly Condition[],
  indicators: readonly Indicator[],
): Promise<{ values: Map<string, IndicatorValue>; leftOut: Words | null }> {
  const unique = [...new Map(indicators.map((indicator) => [indicator.name, indicator])).values()]
  if (unique.length === 0) return { values: new Map(), leftOut: null }
  const { rows, leftOut } = await figures(ctx, access, {
    conditions,
    by: 'none',
    indicators: unique.map(indicatorRequest),
  })
  const values = new Map(unique.map((indicator, at) => [indicator.name, rows[0]?.valueAt(at) ?? nothing]))
  return { values, leftOut }
}

async function ranksOf(
  request: FigureRequest,
  ranks: readonly Indicator[],
): Promise<Map<string, { value: IndicatorValue; among: number | null }>> {
  const found = await Promise.all(
    ranks.map(async (rank) => {
      const ranked = indicatorOf(request.access.model, rank.rank ?? '')
      return [rank.name, await rankAmongSiblings(request, ranked)] as const
    }),
  )
  const none = { value: withheldValue(say`There is no place beside this one to rank it against.`), among: null }
  return new Map(found.map(([name, rank]) => [name, rank ?? none]))
}
