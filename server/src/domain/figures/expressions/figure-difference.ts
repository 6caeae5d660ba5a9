import { degreesOfSum, differenceOf, differenceWith } from '#server/domain/statistics/differences.ts'
import type { Group, MeasuredDifference, Measurement } from '#server/domain/statistics/differences.ts'
import { meanOfRest, varianceOfRest } from '#server/domain/statistics/rest.ts'
import { restOfWeighted } from '#server/domain/statistics/weights.ts'
import { noiseLevel } from '../publishing/keyed-noise.ts'
import { effectiveNOf } from './figure-arithmetic.ts'
import type { IndicatorValue } from './figure-arithmetic.ts'
import { measurementOf } from './measured-figure.ts'

/**
 * The difference of two figures of one expression that have no answers in common, with its interval; null where one has no
 * interval, or neither any spread. From what is shown of both alone.
 */
export function figureDifference(
  expression: string,
  now: IndicatorValue,
  base: IndicatorValue,
): MeasuredDifference | null {
  const [a, b] = [measured(expression, now), measured(expression, base)]
  return a && b && differenceOf(a, b)
}

/**
 * The difference of a part from the whole that it lies in, with its interval: as exact as that from the rest of the whole,
 * because part and whole are equal where part and rest are. Null where either has no interval, or nothing is left.
 *
 * The variance of the rest of means follows from both; that of other figures is taken for that of the whole. Published figures
 * have the variance of one answer and their noise in one interval; it is divided as they are made (keyed-noise.ts).
 */
export function differenceFromWhole(
  expression: string,
  part: IndicatorValue,
  whole: IndicatorValue,
): MeasuredDifference | null {
  const differences = new DifferencesFromWhole(expression, whole)
  if (!differences.compare(part, measured(expression, part))) return null
  return differenceWith(differences.difference, differences.standardError, differences.df)
}

/**
 * As `differenceFromWhole`, for thousands of parts of one whole: the numbers of the part that was compared last, because objects
 * for each take most of the time.
 */
export class DifferencesFromWhole {
  difference = 0
  standardError = 0
  df = 0
  private readonly whole: IndicatorValue
  private readonly ofWhole: Measurement | null
  private readonly group: Group
  private readonly mass: number

  constructor(expression: string, whole: IndicatorValue) {
    this.whole = whole
    this.ofWhole = measured(expression, whole)
    this.group = this.ofWhole ? groupOf(whole, this.ofWhole) : { n: 0, mean: 0, variance: 0 }
    this.mass = massOf(whole)
  }

  /** Compares a part, with its measurement; false where there is no difference to tell. */
  compare(part: IndicatorValue, ofPart: Measurement | null): boolean {
    const { whole, ofWhole, mass } = this
    if (!ofWhole || !ofPart || whole.n - part.n < 2 || part.n < 1) return false
    const share = (mass - massOf(part)) / mass
    if (part.isNoisy || whole.isNoisy) return this.compareNoisy(part, ofPart, ofWhole, share)
    if (whole.weighted && part.weighted) return this.compareWeighted(part, ofPart, ofWhole, share)
    const { value, standardError, df } = ofPart
    const n = effectiveNOf(part)
    const left = this.group.n - n
    if (left < 2) return false
    const variance = standardError ** 2
    // The variance of the rest of means follows from both; that of other figures is taken for that of the whole.
    const isMean = df !== Infinity
    const ofRest = isMean
      ? varianceOfRest(this.group, n, value, variance * n) / left
      : (ofWhole.standardError ** 2 * this.group.n) / left
    const difference = value - meanOfRest(this.group, n, value)
    return this.set(difference, variance, df, ofRest, isMean ? left - 1 : Infinity, share)
  }

  /** Published figures have the variance of one answer and their noise in one interval. */
  private compareNoisy(part: IndicatorValue, a: Measurement, b: Measurement, share: number): boolean {
    const noise = noiseLevel(part.n) ** 2
    const one = a.standardError ** 2 / (1 / part.n + noise)
    const variance = one * (share * (1 / part.n) + noise + noiseLevel(this.whole.n) ** 2)
    return this.set(a.value - b.value, variance, Infinity, 0, Infinity, 1)
  }

  private compareWeighted(part: IndicatorValue, a: Measurement, b: Measurement, share: number): boolean {
    const all = { ...this.group, answers: this.whole.n, sum: this.mass }
    const rest = restOfWeighted(all, { ...groupOf(part, a), answers: part.n, sum: massOf(part) })
    if (!rest) return false
    const isMean = a.df !== Infinity
    const ofRest = isMean ? rest.variance / rest.n : (b.standardError ** 2 * this.group.n) / rest.n
    return this.set(a.value - rest.mean, a.standardError ** 2, a.df, ofRest, isMean ? rest.n - 1 : Infinity, share)
  }

  /** From the rest a part differs 1 / share times as much as from the whole. */
  private set(difference: number, va: number, dfA: number, vb: number, dfB: number, share: number): boolean {
    if (!(va + vb > 0)) return false
    this.difference = difference * share
    this.standardError = Math.sqrt(va + vb) * share
    this.df = degreesOfSum(va, dfA, vb, dfB)
    return true
  }
}

function groupOf(figure: IndicatorValue, { value, standardError }: Measurement): Group {
  const n = effectiveNOf(figure)
  return { n, mean: value, variance: standardError ** 2 * n }
}

/** How much of a whole a figure's answers are: the sum of their weights. */
function massOf({ n, weighted }: IndicatorValue): number {
  return weighted?.sum ?? n
}

function measured(expression: string, value: IndicatorValue): Measurement | null {
  return measurementOf(value, { expression, isExact: !value.isNoisy })
}
