import type { Condition } from '@gensvar/contract/conditions'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { withSpan } from '#server/domain/indicators/period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { drillPathOf } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import type { ActionSpan } from './effective-period.ts'

/** Figures of an indicator over some days: of a place and the units beside it. */
export interface WantedFigures {
  place: ActionPlace
  /** Null for the whole survey. */
  unit: Unit | null
  /** Those beside it whose figures are wanted too. */
  beside: readonly Unit[]
  indicator: IndicatorRequest
  span: ActionSpan
}

/** Figures of a place and of the units beside it, in their order. */
export interface UnitFigures {
  own: IndicatorValue
  beside: IndicatorValue[]
}

/** The figures of a level by the unit's id; of the whole survey by null. */
type Lookup = (unitId: number | null) => IndicatorValue

/** Whose figures, and what stops the work. */
export interface FiguresOfUnits {
  ctx: Ctx
  access: SurveyAccess
  tree: UnitTree
  signal: AbortSignal | undefined
}

const noAnswers: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: false }

/**
 * Figures of many units, in the order wanted: those of the same level, filters and days are asked for together, whatever
 * their expression. Figures that cannot be asked for (a question that is gone, a period that an anonymous survey does not
 * publish) are withheld, with the reason. Throws `unavailable` where there are none at all right now.
 */
export async function figuresOfUnits(
  request: FiguresOfUnits,
  wanted: readonly WantedFigures[],
): Promise<UnitFigures[]> {
  const groups = Map.groupBy(wanted, ({ place: { view, filters }, unit, span: { from, to } }) =>
    JSON.stringify([view, unit?.depth ?? 0, filters, from, to]),
  )
  const found = new Map<WantedFigures, UnitFigures>()
  for (const group of groups.values()) {
    request.signal?.throwIfAborted()
    const byKey = Map.groupBy(group, ({ indicator }) => indicator.key)
    const indicators = [...byKey.values()].flatMap(([one]) => (one ? [one.indicator] : []))
    const answers = await figuresOfGroup(request, group, indicators)
    for (const [at, { key }] of indicators.entries())
      for (const one of byKey.get(key) ?? []) found.set(one, takenFrom(answers[at] ?? (() => noAnswers), one))
  }
  return wanted.map((one) => found.get(one) ?? { own: noAnswers, beside: [] })
}

/** Taken at once, because a level can have very many units. */
function takenFrom(figure: Lookup, { unit, beside }: WantedFigures): UnitFigures {
  return { own: figure(unit?.id ?? null), beside: beside.map(({ id }) => figure(id)) }
}

async function figuresOfGroup(
  request: FiguresOfUnits,
  group: readonly WantedFigures[],
  indicators: readonly IndicatorRequest[],
): Promise<Lookup[]> {
  const { ctx, access, signal } = request
  const [first] = group
  if (!first) return []
  const { place, unit, span } = first
  const by: GroupBy = unit ? { level: { view: place.view, depth: unit.depth } } : 'none'
  const ask = async (of: readonly IndicatorRequest[], conditions: readonly Condition[]): Promise<Lookup[]> => {
    const { rows } = await figures(ctx, access, { conditions, by, indicators: of }, signal ? { signal } : {})
    const byUnit = new Map(rows.map((row) => [unit ? row.key.id : null, row]))
    return of.map((_, at) => (unitId) => byUnit.get(unitId)?.valueAt(at) ?? noAnswers)
  }
  const answers = await orReason(async () => {
    const conditions = withSpan([...parentOf(request, group), ...(await filtersOf(request, place))], span)
    const together = await orReason(() => ask(indicators, conditions))
    if (!isReason(together) || indicators.length === 1) return together
    // One of several may be at fault.
    const each: Lookup[] = []
    for (const indicator of indicators) each.push(...orWithheld(await orReason(() => ask([indicator], conditions)), 1))
    return each
  })
  return orWithheld(answers, indicators.length)
}

/** The condition of the one unit above all of them, which makes for fewer rows; none in an anonymous survey. */
function parentOf({ access }: FiguresOfUnits, group: readonly WantedFigures[]): Condition[] {
  const [first, ...others] = group
  if (!first?.unit || first.unit.depth === 1 || access.model.anonymity) return []
  const { parentId, depth } = first.unit
  if (others.some(({ unit }) => unit?.parentId !== parentId)) return []
  return [{ kind: 'unit', view: first.place.view, depth: depth - 1, path: first.place.path.slice(0, -1) }]
}

function orWithheld(answers: Lookup[] | { why: Words }, count: number): Lookup[] {
  if (!isReason(answers)) return answers
  const withheld = withheldValue(answers.why)
  return Array.from({ length: count }, () => () => withheld)
}

function isReason(answers: Lookup[] | { why: Words }): answers is { why: Words } {
  return 'why' in answers
}

/** What is asked for, or why that cannot be answered. */
async function orReason(ask: () => Promise<Lookup[] | { why: Words }>): Promise<Lookup[] | { why: Words }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return { why: error.words }
    throw error
  }
}

/** The conditions of an action's filters, read as a part of the path of its place. */
async function filtersOf({ ctx, access }: FiguresOfUnits, place: ActionPlace): Promise<Condition[]> {
  if (place.filters === '') return []
  return (await requestedPath(ctx, access, drillPathOf(access, place))).filterConditions
}
