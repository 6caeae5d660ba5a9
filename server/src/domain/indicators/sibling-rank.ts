import { unitCondition } from '@gensvar/contract/conditions'
import { parentPath } from '@gensvar/contract/path-steps'
import { Count, say } from '@gensvar/contract/say'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { FigureRequest } from './figure-request.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { mayRank } from './evidence.ts'
import { indicatorRequest } from './figure-request.ts'
import { roundTo } from './goal.ts'
import type { Indicator } from './indicator.ts'
import { leastFirst } from './least-first.ts'

/** A place's rank, and the number of siblings that have one. */
interface SiblingRank {
  value: IndicatorValue
  among: number
}

/**
 * Rank of the request's place among its siblings of enough answers, best first; null at the top and where they cannot be
 * compared. Withheld where the place itself has too few answers.
 */
export async function rankAmongSiblings(
  { ctx, access, requested }: FigureRequest,
  ranked: Indicator,
): Promise<SiblingRank | null> {
  const { unit, view, path, filterConditions, asOf } = requested
  if (!unit || !view) return null
  const parent = unitCondition(parentPath(path), asOf)
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: [...(parent ? [parent] : []), ...filterConditions],
    by: { level: { view: view.extName, depth: unit.depth } },
    indicators: [indicatorRequest(ranked)],
  })
  // A rank among only some of the siblings would be wrong.
  if (leftOut) return null
  const siblings = rows.flatMap(({ key: { id, name }, values: [value] }) => (value ? [{ id, name, value }] : []))
  return rankOf(unit.id, siblings, ranked, access.model)
}

/** Whether a unit can have a rank: the answers that state none are no place that could be better or worse. */
export function isRankable(extName: string): boolean {
  return extName !== blankUnit
}

/** Rank of the unit with an id among siblings of enough answers; none where it is not among them. */
export function rankOf(
  unitId: number,
  siblings: readonly { id: number | null; name: string; value: IndicatorValue }[],
  ranked: Pick<Indicator, 'counts' | 'decimals' | 'inverse'>,
  model: { config: Pick<SurveyModel['config'], 'lowBase' | 'rankFrom'> },
): SiblingRank {
  const ranks = competitionRanks(
    siblings.map(({ name, value }) => (isRankable(name) && mayRank(model, ranked, value) ? value.value : null)),
    ranked,
  )
  const among = ranks.filter((rank) => rank !== null).length
  const at = siblings.findIndex(({ id }) => id === unitId)
  const { value, n, suppressed } = siblings[at]?.value ?? { value: null, n: 0, suppressed: false }
  if (value !== null && !isRankable(siblings[at]?.name ?? ''))
    return { value: withheldValue(say`Answers that state no unit have no rank.`), among }
  if (value !== null && ranks[at] === null)
    return { value: withheldValue(say`No rank below ${new Count(model.config.rankFrom)} answers.`), among }
  return { value: { value: ranks[at] ?? null, n, low: null, high: null, suppressed }, among }
}

/**
 * Competition ranks of values, best first: equal values share a rank and the next rank is skipped (1, 2, 2, 4). Values
 * are compared as shown (rounded). Null for a missing value. The lowest is best for an inverse indicator.
 */
export function competitionRanks(
  values: readonly (number | null)[],
  indicator: Pick<Indicator, 'decimals' | 'inverse'>,
): (number | null)[] {
  const costs = new Float64Array(values.length).fill(NaN)
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? null
    const shown = value === null ? NaN : roundTo(value, indicator.decimals)
    costs[at] = indicator.inverse ? shown : -shown
  }
  const ranks: (number | null)[] = values.map(() => null)
  const order = leastFirst(costs)
  let rank = 0
  let last = NaN
  for (let place = 0; place < order.length; place++) {
    const at = order[place] ?? 0
    const cost = costs[at] ?? NaN
    if (cost !== last) rank = place + 1
    last = cost
    ranks[at] = rank
  }
  return ranks
}
