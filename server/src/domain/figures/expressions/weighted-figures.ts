import type { Aggregate } from '@gensvar/contract/expression'
import { netPromoterInterval, shareInterval } from '#server/domain/statistics/intervals.ts'
import { effectiveNOfSums, groupOfSums, weightedMeanInterval } from '#server/domain/statistics/weights.ts'
import type { Atom, ScaleColumn } from '../rows/atoms.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { weightColumn } from '../store/weight-column.ts'
import { figure } from './figure.ts'
import type { AggregateAtoms, Figure } from './figure.ts'

// Figures of a survey with weights: sum(w x) / sum(w), with intervals by the effective number of answers. `n` stays the number
// of answers, and `counted` counts these.

/** Functions whose figures are weighted where answers have weights. */
export const weightedFunctions: ReadonlySet<Aggregate['name']> = new Set([
  ...(['mean', 'index', 'csi', 'nps', 'share', 'topbox', 'bottombox', 'sentiment'] as const),
])

/** Weighted mean of a column's answers, or of the respondents' indices, less `origin`, times `factor`. */
export function weightedMean(
  of: { column: string } | { scales: readonly ScaleColumn[] },
  counted: Atom,
  origin: number,
  factor: number,
): AggregateAtoms {
  const moments: Atom =
    'column' in of ? { kind: 'weightedMoments', column: of.column } : { kind: 'weightedIndex', of: of.scales }
  const moved = (value: number): number => (value - origin) * factor
  return {
    population: 'completed',
    atoms: [moments, counted],
    counted,
    finish([sum = 0, squares = 0, values = 0, valueSquares = 0, n = 0]) {
      if (n === 0) return figure(null, 0)
      const group = groupOfSums({ sum, squares, values, valueSquares })
      const interval = group && weightedMeanInterval(group)
      return {
        ...figure(moved(values / sum), n),
        interval: interval && { low: moved(interval.low), high: moved(interval.high) },
        weighted: { effectiveN: effectiveNOfSums(sum, squares), sum },
      }
    },
  }
}

/** Weighted share of the answers that match, in percent; it also tells how many these are. */
export function weightedShare(hit: RowDemand, answered: RowDemand): AggregateAtoms {
  const finish = (shares: readonly number[], n: number): ValueWithInterval => {
    const [share = 0] = shares
    const interval = shareInterval(share * n, n)
    return { value: 100 * share, interval: interval && { low: 100 * interval.low, high: 100 * interval.high } }
  }
  const weights = ofWeights([hit], answered, finish)
  return {
    ...weights,
    atoms: [{ kind: 'rows', where: hit }, ...weights.atoms],
    finish([hits = 0, ...numbers]) {
      const found = weights.finish(numbers)
      return found.weighted ? { ...found, weighted: { ...found.weighted, hits } } : found
    },
  }
}

/** Weighted share of those for less that of those against, in percent. */
export function weightedScore(pro: RowDemand, against: RowDemand, answered: RowDemand): AggregateAtoms {
  return ofWeights([pro, against], answered, ([promoters = 0, detractors = 0], n) => ({
    value: 100 * (promoters - detractors),
    interval: netPromoterInterval(promoters * n, detractors * n, n),
  }))
}

type ValueWithInterval = Pick<Figure, 'value' | 'interval'>

/** `finish` is given the weighted share of each set among the answers, and the effective number of these. */
function ofWeights(
  sets: readonly RowDemand[],
  answered: RowDemand,
  finish: (shares: readonly number[], n: number) => ValueWithInterval,
): AggregateAtoms {
  const counted: Atom = { kind: 'rows', where: answered }
  return {
    population: 'completed',
    atoms: [
      { kind: 'weights', where: answered },
      counted,
      ...sets.map((where): Atom => ({ kind: 'sumWhere', column: weightColumn, where })),
    ],
    counted,
    finish([sum = 0, squares = 0, n = 0, ...masses]) {
      if (n === 0) return figure(null, 0)
      const effectiveN = effectiveNOfSums(sum, squares)
      const shares = masses.map((mass) => Math.min(1, mass / sum))
      return { ...figure(null, n), ...finish(shares, effectiveN), weighted: { effectiveN, sum } }
    },
  }
}
