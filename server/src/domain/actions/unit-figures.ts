import type { Condition } from '@gensvar/contract/conditions'
import { plainToken, parsePath, printDrillPath } from '@gensvar/contract/drill-path'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { withSpan } from '#server/domain/indicators/period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'

/** Figures of an expression over some days (half-open): of a unit and those beside it, or of the whole survey. */
export interface WantedFigures {
  view: string
  /** Null for the whole survey. */
  unit: Unit | null
  filters: string
  expression: string
  from: string
  to: string
}

/** The figures of a level by the unit's id; of the whole survey by null. */
export type UnitFigures = (unitId: number | null) => IndicatorValue

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
  const groups = Map.groupBy(wanted, ({ view, unit, filters, from, to }) =>
    JSON.stringify([unit ? view : '', unit?.depth ?? 0, filters, from, to]),
  )
  const found = new Map<WantedFigures, UnitFigures>()
  for (const group of groups.values()) {
    request.signal?.throwIfAborted()
    const byExpression = Map.groupBy(group, ({ expression }) => expression)
    const expressions = [...byExpression.keys()]
    const [first] = group
    if (!first) continue
    const answers = await figuresOfGroup(request, first, expressions)
    for (const [at, expression] of expressions.entries())
      for (const one of byExpression.get(expression) ?? []) found.set(one, answers[at] ?? (() => noAnswers))
  }
  return wanted.map((one) => found.get(one) ?? (() => noAnswers))
}

async function figuresOfGroup(
  request: FiguresOfUnits,
  group: WantedFigures,
  expressions: readonly string[],
): Promise<UnitFigures[]> {
  const { ctx, access, signal } = request
  const { view, unit, from, to } = group
  const by: GroupBy = unit ? { level: { view, depth: unit.depth } } : 'none'
  const ask = async (of: readonly string[], conditions: readonly Condition[]): Promise<UnitFigures[]> => {
    const indicators = of.map((expression) => ({ key: expression, expression }))
    const { rows } = await figures(ctx, access, { conditions, by, indicators }, signal ? { signal } : {})
    const byUnit = new Map(rows.map((row) => [unit ? row.key.id : null, row]))
    return of.map((_, at) => (unitId) => byUnit.get(unitId)?.valueAt(at) ?? noAnswers)
  }
  const asked = await orReason(async () => {
    const conditions = withSpan(await filtersOf(request, group), { from, to })
    const answers = await orReason(() => ask(expressions, conditions))
    if (!isReason(answers) || expressions.length === 1) return answers
    // One of several may be at fault.
    const each: UnitFigures[] = []
    for (const expression of expressions) {
      const [one = () => noAnswers] = orWithheld(await orReason(() => ask([expression], conditions)), 1)
      each.push(one)
    }
    return each
  })
  return orWithheld(asked, expressions.length)
}

function orWithheld(answers: UnitFigures[] | { why: Words }, count: number): UnitFigures[] {
  if (!isReason(answers)) return answers
  const withheld = withheldValue(answers.why)
  return Array.from({ length: count }, () => () => withheld)
}

function isReason(answers: UnitFigures[] | { why: Words }): answers is { why: Words } {
  return 'why' in answers
}

/** What is asked for, or why that cannot be answered. */
async function orReason(ask: () => Promise<UnitFigures[] | { why: Words }>): Promise<UnitFigures[] | { why: Words }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return { why: error.words }
    throw error
  }
}

/** The conditions of an action's filters, read as a part of the path of its place. */
async function filtersOf({ ctx, access, tree }: FiguresOfUnits, { view, unit, filters }: WantedFigures) {
  if (filters === '') return []
  const { views } = access.model
  const levels = views.find(({ extName }) => extName === view)?.levels ?? []
  const place = unit ? tree.pathOf(unit).map(({ extName }, at) => plainToken(levels[at] ?? '', extName)) : []
  const path = printDrillPath({ view, place, filters: parsePath(filters) }, views)
  return (await requestedPath(ctx, access, path)).filterConditions
}
