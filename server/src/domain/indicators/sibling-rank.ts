import { unitCondition } from '@gensvar/contract/conditions'
import { parentPath } from '@gensvar/contract/path-steps'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { FigureRequest } from './figure-request.ts'
import { indicatorRequest } from './figure-request.ts'
import { roundTo } from './goal.ts'
import type { Indicator } from './indicator.ts'

/** Rank of the request's place among its siblings, best first; null at the top and where they cannot be compared. */
export async function rankAmongSiblings(
  { ctx, access, requested }: FigureRequest,
  ranked: Indicator,
): Promise<{ value: IndicatorValue; among: number } | null> {
  const { unit, view, path, filterConditions } = requested
  if (!unit || !view) return null
  const parent = unitCondition(parentPath(path))
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: [...(parent ? [parent] : []), ...filterConditions],
    by: { level: { view: view.extName, depth: unit.depth } },
    indicators: [indicatorRequest(ranked)],
  })
  // A rank among only some of the siblings would be wrong.
  if (leftOut) return null
  const entries = rows.map((row) => ({ id: row.key.id, value: row.values[0]?.value ?? null }))
  const ranks = competitionRanks(
    entries.map((entry) => entry.value),
    ranked,
  )
  const at = entries.findIndex((entry) => entry.id === unit.id)
  const value = ranks[at] ?? null
  return {
    value: {
      value,
      n: rows[at]?.values[0]?.n ?? 0,
      low: null,
      high: null,
      suppressed: rows[at]?.values[0]?.suppressed ?? false,
    },
    among: ranks.filter((rank) => rank !== null).length,
  }
}

/**
 * Competition ranks of values, best first: equal values share a rank and the next rank is skipped (1, 2, 2, 4). Values
 * are compared as shown (rounded). Null for a missing value. The lowest is best for an inverse indicator.
 */
export function competitionRanks(
  values: readonly (number | null)[],
  indicator: Pick<Indicator, 'decimals' | 'inverse'>,
): (number | null)[] {
  const shown = values.map((value) => (value === null ? null : roundTo(value, indicator.decimals)))
  const sorted = shown.filter((value) => value !== null).sort((a, b) => (indicator.inverse ? a - b : b - a))
  const first = new Map<number, number>()
  sorted.forEach((value, at) => {
    if (!first.has(value)) first.set(value, at + 1)
  })
  return shown.map((value) => (value === null ? null : (first.get(value) ?? null)))
}
