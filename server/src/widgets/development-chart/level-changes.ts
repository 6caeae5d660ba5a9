import type { ChartData } from '@gensvar/contract/entities/chart'
import { changePoints } from '#server/domain/statistics/change-points.ts'

type Series = ChartData['series'][number]

/** The most periods in which changes are looked for: every one of 999 orders of them is gone through. */
const mostPeriods = 120

/**
 * Where the level of a series changes by more than chance. Only what the chart shows is looked at, values with the answers
 * behind them as weights, so this tells no more than the values do. Periods that are not whole, or without a value, are none.
 */
export function levelChanges({ data, n = [] }: Series, states: ChartData['states'] = []): Series['changes'] {
  const known = data.flatMap((value, at) => {
    const isWhole = (states[at] ?? 'whole') === 'whole'
    return value === null || !isWhole ? [] : [{ at, value, weight: n[at] ?? 1 }]
  })
  if (known.length > mostPeriods) return []
  const counted = known.filter(({ weight }) => weight > 0)
  return changePoints(counted).flatMap(({ at, before, after }) => {
    const point = counted[at]
    return point ? [{ at: point.at, before, after }] : []
  })
}
