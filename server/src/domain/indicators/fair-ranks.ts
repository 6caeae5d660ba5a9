import { confidenceQuantile, z } from '#server/domain/statistics/distributions.ts'
import { benjaminiHochberg } from '#server/domain/statistics/multiple-tests.ts'
import { shrunk } from '#server/domain/statistics/shrinkage.ts'
import { differencesFromWhole } from '#server/domain/figures/expressions/figure-difference.ts'
import { measurementOf } from '#server/domain/figures/expressions/measured-figure.ts'
import { effectiveNOf } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { Indicator } from './indicator.ts'

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
  private readonly units: readonly (Spread | null)[]
  private readonly count: number
  /** Those with a variance, in bands of about equal ones. */
  private readonly bands: readonly Band[]

  constructor({ expression, inverse }: Ranked, values: readonly (IndicatorValue | null)[]) {
    this.units = values.map((value) => value && spreadOf(expression, value, inverse ? -1 : 1))
    const ranked = this.units.filter((unit) => unit !== null).toSorted((a, b) => b.score - a.score)
    this.count = ranked.length
    const known = ranked.filter(isKnown)
    this.bands = bandsOf(known)
    let group = -1
    let first: Spread | null = null
    for (const unit of known) {
      if (first === null || areApart(first.score - unit.score, first.variance, unit.variance)) {
        first = unit
        group++
      }
      unit.group = group
    }
  }

  /** Ranks that the unit at an index may have; null without a rank, and where nothing is known. */
  rangeAt(at: number): RankRange | null {
    const unit = this.units[at]
    if (!unit || !isKnown(unit)) return null
    return { from: 1 + this.countApart(unit, 1), to: this.count - this.countApart(unit, -1) }
  }

  /** The group of the unit at an index; null as for its ranks. */
  groupAt(at: number): number | null {
    return this.units[at]?.group ?? null
  }

  /** How many are better (1) or worse (-1) than a unit and told apart from it. */
  private countApart(unit: Spread, way: 1 | -1): number {
    let count = 0
    for (const band of this.bands) count += countApartIn(band, unit, way)
    return count
  }
}

/** Scores, the best first, and variances of units of about equal variances. */
interface Band {
  scores: Float64Array
  variances: Float64Array
  least: number
  most: number
}

const bandCount = 4

/** Units in bands of about equal variances, about as many in each; `sorted` has the best first. */
function bandsOf(sorted: readonly Spread[]): Band[] {
  const byVariance = new Float64Array(sorted.map(({ variance }) => variance)).sort()
  const size = Math.ceil(sorted.length / bandCount)
  const bands = Array.from({ length: bandCount }, (_, at): { end: number; units: Spread[] } => ({
    end: byVariance[(at + 1) * size] ?? Infinity,
    units: [],
  }))
  for (const unit of sorted) {
    for (const { end, units } of bands) {
      if (unit.variance < end) {
        units.push(unit)
        break
      }
    }
  }
  return bands.map(({ units }) => {
    const variances = new Float64Array(units.map(({ variance }) => variance))
    return {
      scores: new Float64Array(units.map(({ score }) => score)),
      variances,
      least: variances.reduce((least, variance) => Math.min(least, variance), Infinity),
      most: variances.reduce((most, variance) => Math.max(most, variance), 0),
    }
  })
}

/**
 * How many of a band are better (1) or worse (-1) than a unit and told apart from it: all that are farther away than its least
 * exact one had to be, and of those nearer than that, but not nearer than its most exact one has to be, each that is.
 */
function countApartIn(band: Band, { score, variance }: Spread, way: 1 | -1): number {
  const { scores, variances } = band
  const sure = countFarther(scores, score + way * z * Math.sqrt(variance + band.most), way)
  const possible = countFarther(scores, score + way * z * Math.sqrt(variance + band.least), way)
  const [from, to] = way === 1 ? [sure, possible] : [scores.length - possible, scores.length - sure]
  let count = sure
  for (let at = from; at < to; at++) if (areApart(score - (scores[at] ?? NaN), variance, variances[at] ?? NaN)) count++
  return count
}

/** A unit's value, the greater the better, and its variance, Infinity where that is not known; its group once it has one. */
interface Spread {
  readonly score: number
  readonly variance: number
  group: number | null
}

function isKnown({ variance }: Spread): boolean {
  return variance < Infinity
}

function areApart(difference: number, variance: number, otherVariance: number): boolean {
  return difference * difference > z * z * (variance + otherVariance)
}

/** How many of some scores, the greatest first, are greater (1) or less (-1) than one. */
function countFarther(sorted: Float64Array, score: number, way: 1 | -1): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle] ?? NaN
    if (other > score || (way === -1 && other === score)) low = middle + 1
    else high = middle
  }
  return way === 1 ? low : sorted.length - low
}

function spreadOf(expression: string | null, value: IndicatorValue, sign: 1 | -1): Spread | null {
  if (value.value === null) return null
  const measured = expression === null ? null : measurementOf(value, { expression, isExact: !value.isNoisy })
  const half = measured && measured.standardError * confidenceQuantile(measured.df)
  return { score: sign * value.value, variance: half ? (half / z) ** 2 : Infinity, group: null }
}

/**
 * Which units are better or worse than all others together, more than by chance: of all that are said to be, 5 % may be chance
 * (Benjamini and Hochberg over the units that have a rank). `whole` is the place that they are in. `greater` and `less` are of
 * the value, whether or not more is better; null where it is not known, or may be chance.
 */
export function besideTheRest(
  { expression }: Pick<Ranked, 'expression'>,
  values: readonly (IndicatorValue | null)[],
  whole: IndicatorValue | undefined,
): ('greater' | 'less' | null)[] {
  if (expression === null || !whole || whole.suppressed) return values.map(() => null)
  const fromWhole = differencesFromWhole(expression, whole)
  const differences = values.map((value) => value && fromWhole(value))
  // A difference that is no more than chance by the normal distribution is none by any other; its p changes nothing.
  const probabilities = differences.map((one) => {
    if (!one) return null
    return Math.abs(one.difference) < z * one.standardError ? 1 : one.p
  })
  return benjaminiHochberg(probabilities).map((p, at) => {
    if (p === null || p > falseShare) return null
    return (differences[at]?.difference ?? 0) > 0 ? 'greater' : 'less'
  })
}

/**
 * The values of units drawn towards their common mean (`shrunk`), with the intervals that they have then; what has no value or
 * no interval stays. The variance of one answer is taken to be the same in all units, as few answers say little of it.
 */
export function shrunkFigures(
  expression: string | null,
  values: readonly (IndicatorValue | null)[],
): (IndicatorValue | null)[] {
  const measured = values.map((value) =>
    value && expression !== null ? measurementOf(value, { expression, isExact: !value.isNoisy }) : null,
  )
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
