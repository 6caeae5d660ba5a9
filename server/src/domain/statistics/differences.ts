import { confidenceQuantile, tDistribution } from './distributions.ts'
import type { Interval } from './intervals.ts'
import { shareInterval } from './intervals.ts'

/** A number that was measured: its standard error, and the degrees of freedom of that (Infinity where it is normal). */
export interface Measurement {
  value: number
  standardError: number
  df: number
}

/** Answers of one group: their number, mean and variance (divided by n - 1), in any one unit. */
export interface Group {
  n: number
  mean: number
  variance: number
}

/** A difference in the unit of what was compared, its 95 % interval, and how probable one as large is by chance alone. */
export interface Difference extends Interval {
  readonly difference: number
  /** Two-sided probability of a difference at least as large where there is none, from 0 to 1. */
  readonly p: number
}

/** A difference with a standard error of `df` degrees of freedom (Infinity: normal). */
export interface MeasuredDifference extends Difference {
  readonly standardError: number
  readonly df: number
}

/**
 * The difference `a - b` of two independent measurements: t = (a - b) / sqrt(SEa^2 + SEb^2), with the degrees of freedom of
 * Satterthwaite FE: An approximate distribution of estimates of variance components, Biometrics Bulletin 2 (1946) 110-114.
 * Null where neither has any spread: how far chance reaches cannot be told then.
 */
export function differenceOf(a: Measurement, b: Measurement): MeasuredDifference | null {
  const [va, vb] = [a.standardError ** 2, b.standardError ** 2]
  const variance = va + vb
  if (!(variance > 0)) return null
  return differenceWith(a.value - b.value, Math.sqrt(variance), degreesOfSum(va, a.df, vb, b.df))
}

/** The degrees of freedom of the sum of two variances, not both 0, each with its own (Satterthwaite, as above). */
export function degreesOfSum(va: number, dfA: number, vb: number, dfB: number): number {
  return (va + vb) ** 2 / (va ** 2 / dfA + vb ** 2 / dfB)
}

/** A difference with a standard error of `df` degrees of freedom (Infinity: normal). The error is above 0. */
export function differenceWith(difference: number, standardError: number, df: number): MeasuredDifference {
  return new OfMeasurements(difference, standardError, df)
}

/** A difference whose interval and probability are computed when asked for: of thousands, few are. */
class OfMeasurements implements MeasuredDifference {
  readonly difference: number
  readonly standardError: number
  readonly df: number

  constructor(difference: number, standardError: number, df: number) {
    this.difference = difference
    this.standardError = standardError
    this.df = df
  }

  get low(): number {
    return this.difference - confidenceQuantile(this.df) * this.standardError
  }

  get high(): number {
    return this.difference + confidenceQuantile(this.df) * this.standardError
  }

  get p(): number {
    return twoSided(this.difference / this.standardError, this.df)
  }
}

/**
 * The difference of two means (Welch BL: The generalization of Student's problem when several different population
 * variances are involved, Biometrika 34 (1947) 28-35). Null below two answers on either side, or without any spread.
 */
export function meanDifference(a: Group, b: Group): MeasuredDifference | null {
  if (a.n < 2 || b.n < 2) return null
  return differenceOf(measuredMean(a), measuredMean(b))
}

/** The mean of a group of at least two as a measurement. */
export function measuredMean({ n, mean, variance }: Group): Measurement {
  return { value: mean, standardError: Math.sqrt(variance / n), df: n - 1 }
}

/**
 * The difference of two shares, from -1 to 1: p by the pooled z test (Fleiss JL: Statistical Methods for Rates and
 * Proportions, 2nd edition, 1981, without continuity correction), the interval by the hybrid score method without correction
 * (Newcombe RG: Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998)
 * 873-890, method 10). Close to 5 % one may reach 0 where the other does not. Null without answers on either side.
 */
export function shareDifference(hitsA: number, nA: number, hitsB: number, nB: number): Difference | null {
  const [a, b] = [shareInterval(hitsA, nA), shareInterval(hitsB, nB)]
  if (!a || !b) return null
  const [pA, pB] = [hitsA / nA, hitsB / nB]
  const pooled = (hitsA + hitsB) / (nA + nB)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / nA + 1 / nB))
  const difference = pA - pB
  return {
    difference,
    low: difference - Math.hypot(pA - a.low, b.high - pB),
    high: difference + Math.hypot(a.high - pA, pB - b.low),
    p: error > 0 ? twoSided(difference / error, Infinity) : 1,
  }
}

/** Answers to a recommendation question. */
export interface Recommendations {
  promoters: number
  detractors: number
  n: number
}

/**
 * The difference of two net promoter scores in points, of the scores with three answers added, as their intervals are made
 * (Rocks B: Interval estimation for the net promoter score, The American Statistician 70 (2016) 365-372): z = (a - b) /
 * sqrt(Va + Vb). Null without answers on either side.
 */
export function netPromoterDifference(a: Recommendations, b: Recommendations): MeasuredDifference | null {
  if (a.n <= 0 || b.n <= 0) return null
  return differenceOf(measuredNetPromoter(a), measuredNetPromoter(b))
}

/** A net promoter score of at least one answer with three answers added, as a measurement in points. */
function measuredNetPromoter({ promoters, detractors, n }: Recommendations): Measurement {
  const total = n + 3
  const p = (promoters + 0.75) / total
  const d = (detractors + 0.75) / total
  return { value: 100 * (p - d), standardError: 100 * Math.sqrt((p + d - (p - d) ** 2) / total), df: Infinity }
}

/** Probability of a value at least as far from 0 as `t`, from 0 to 1: Student's t with `df` degrees, normal for Infinity. */
export function twoSided(t: number, df: number): number {
  return 2 * tDistribution(-Math.abs(t), df)
}

/** Whether a difference is more than chance at the confidence of every interval shown: its interval does not hold 0. */
export function isMoreThanChance({ low, high }: Interval): boolean {
  return low > 0 || high < 0
}
