import { confidenceQuantile, z } from '#server/domain/statistics/distributions.ts'
import { largestOfShare, leastDistance } from '#server/domain/statistics/multiple-tests.ts'
import { shrunk } from '#server/domain/statistics/shrinkage.ts'
import { DifferencesFromWhole } from '#server/domain/figures/expressions/figure-difference.ts'
import { measurementOf } from '#server/domain/figures/expressions/measured-figure.ts'
import { twoSided } from '#server/domain/statistics/differences.ts'
import type { Measurement } from '#server/domain/statistics/differences.ts'
import { effectiveNOf } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { Indicator } from './indicator.ts'
import { areApart, bandsOf, bestFirst, countBetter, countWorse, isKnown } from './rank-bands.ts'
import type { Band } from './rank-bands.ts'

type Ranked = Pick<Indicator, 'expression' | 'inverse'>

/** Ranks that a unit may have, from best to worst. */
export interface RankRange {
  from: number
  to: number
}

/** Share of the units said to differ from the rest that may be chance. */
const falseShare = 0.05

/**
 * What chance does to a ranking of units; all from their values as shown. `values` has null for a unit without a rank.
 *
 * Two units are told apart if their difference is more than chance at 95 %: larger than 1.96 times the root of the sum of both
 * variances, that of a unit being the square of half its interval by 1.96. So many units are better or worse than one that it
 * is told apart from; its rank lies between (Klein M, Wright T, Wieczorek J: A joint confidence region for an overall ranking
 * of populations, Journal of the Royal Statistical Society C 69 (2020) 589-606, with each pair at 95 %). Of a value without an interval, or of
 * answers that are all alike, nothing is known; it is told apart from none.
 *
 * A group begins with its best unit and ends before the next one that is told apart from that.
 */
export class FairRanks {
  /** Of each unit its value, the less the better; NaN without a rank. */
  private readonly costs: Float64Array
  /** Of each unit; Infinity where it is not known. */
  private readonly variances: Float64Array
  private readonly groups: Int32Array
  private readonly count: number
  /** Those with a variance, in bands of about equal ones. */
  private readonly bands: readonly Band[]

  /** `measured` are the values as measurements, for a caller that has them already. */
  constructor(
    { expression, inverse }: Ranked,
    values: readonly (IndicatorValue | null)[],
    measured = measurementsOf(expression, values),
  ) {
    this.costs = new Float64Array(values.length).fill(NaN)
    this.variances = new Float64Array(values.length)
    this.groups = new Int32Array(values.length).fill(-1)
    let count = 0
    for (let at = 0; at < values.length; at++) {
      const value = values[at]?.value ?? null
      if (value !== null) {
        this.costs[at] = inverse ? value : -value
        count++
      }
      this.variances[at] = varianceOf(measured[at] ?? null)
    }
    this.count = count
    const sorted = bestFirst(this.costs, this.variances)
    this.bands = bandsOf(sorted, this.costs, this.variances)
    let group = -1
    let first = -1
    for (const at of sorted) {
      if (first === -1 || this.areApart(first, at)) {
        first = at
        group++
      }
      this.groups[at] = group
    }
  }

  /** Ranks that the unit at an index may have; null without a rank, and where nothing is known. */
  rangeAt(at: number): RankRange | null {
    const [cost, variance] = [this.costs[at] ?? NaN, this.variances[at] ?? Infinity]
    if (!isKnown(cost, variance)) return null
    let [better, worse] = [0, 0]
    for (const band of this.bands) {
      better += countBetter(band, cost, variance)
      worse += countWorse(band, cost, variance)
    }
    return { from: 1 + better, to: this.count - worse }
  }

  /** The group of the unit at an index; null as for its ranks. */
  groupAt(at: number): number | null {
    const group = this.groups[at] ?? -1
    return group === -1 ? null : group
  }

  private areApart(one: number, other: number): boolean {
    const { costs, variances } = this
    return areApart((costs[one] ?? NaN) - (costs[other] ?? NaN), variances[one] ?? NaN, variances[other] ?? NaN)
  }
}

/** Values of one expression as measurements; null without a value or an interval. */
export function measurementsOf(
  expression: string | null,
  values: readonly (IndicatorValue | null)[],
): (Measurement | null)[] {
  return values.map((value) =>
    value && expression !== null ? measurementOf(value, { expression, isExact: !value.isNoisy }) : null,
  )
}

function varianceOf(measured: Measurement | null): number {
  const half = measured && measured.standardError * confidenceQuantile(measured.df)
  return half ? (half / z) ** 2 : Infinity
}

/**
 * Which units are better or worse than all others together, more than by chance: of all that are said to be, 5 % may be chance
 * (Benjamini and Hochberg over the units that have a rank). `whole` is the place that they are in. `greater` and `less` are of
 * the value, whether or not more is better; null where it is not known, or may be chance. `measured` as for `FairRanks`.
 */
export function besideTheRest(
  { expression }: Pick<Ranked, 'expression'>,
  values: readonly (IndicatorValue | null)[],
  whole: IndicatorValue | undefined,
  measured = measurementsOf(expression, values),
): ('greater' | 'less' | null)[] {
  if (expression === null || !whole || whole.suppressed) return values.map(() => null)
  const fromWhole = new DifferencesFromWhole(expression, whole)
  // Of each unit the difference from all together, and how many standard errors and degrees of freedom it has.
  const differences = new Float64Array(values.length)
  const distances = new Float64Array(values.length).fill(NaN)
  const degrees = new Float64Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (!value || !fromWhole.compare(value, measured[at] ?? null)) continue
    differences[at] = fromWhole.difference
    distances[at] = Math.abs(fromWhole.difference) / fromWhole.standardError
    degrees[at] = fromWhole.df
  }
  const least = leastDistance(distances, falseShare)
  // What is nearer is said of none, whatever its p is.
  const farOut: number[] = []
  let tests = 0
  for (let at = 0; at < distances.length; at++) {
    const distance = distances[at] ?? NaN
    if (!Number.isNaN(distance)) tests++
    if (distance >= least) farOut.push(at)
  }
  const probabilities = new Float64Array(farOut.length)
  for (let index = 0; index < farOut.length; index++) {
    const at = farOut[index] ?? 0
    probabilities[index] = twoSided(distances[at] ?? NaN, degrees[at] ?? NaN)
  }
  const largest = largestOfShare(probabilities, tests, falseShare)
  const said: ('greater' | 'less' | null)[] = values.map(() => null)
  for (let index = 0; index < farOut.length; index++) {
    const at = farOut[index] ?? 0
    if ((probabilities[index] ?? 1) <= largest) said[at] = (differences[at] ?? 0) > 0 ? 'greater' : 'less'
  }
  return said
}

/**
 * The values of units drawn towards their common mean (`shrunk`), with the intervals that they have then; what has no value or
 * no interval stays. The variance of one answer is taken to be the same in all units, as few answers say little of it.
 */
export function shrunkFigures(
  expression: string | null,
  values: readonly (IndicatorValue | null)[],
): (IndicatorValue | null)[] {
  const measured = measurementsOf(expression, values)
  const known = values.flatMap((value, at) => {
    const one = measured[at]
    return value && one ? [{ at, value, variance: one.standardError ** 2 }] : []
  })
  const answers = known.reduce((sum, { value }) => sum + effectiveNOf(value), 0)
  const perAnswer = known.reduce((sum, { value, variance }) => sum + variance * effectiveNOf(value) ** 2, 0) / answers
  const drawn = shrunk(
    known.map(({ value, variance }) => ({
      value: value.value ?? 0,
      variance: value.isNoisy ? variance : perAnswer / effectiveNOf(value),
    })),
  )
  const result = [...values]
  known.forEach(({ at, value }, index) => {
    const one = drawn[index]
    if (!one) return
    const half = z * Math.sqrt(one.variance)
    result[at] = { ...value, value: one.value, low: one.value - half, high: one.value + half }
  })
  return result
}
