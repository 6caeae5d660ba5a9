/** A number that was measured, and how exactly: the square of its standard error. */
export interface Estimate {
  value: number
  variance: number
}

/** The mean of several estimates, and how much what they measure differs from one to the next. */
export interface Pooled extends Estimate {
  /** Variance between what they measure, beyond what chance explains (tau squared). */
  between: number
}

/**
 * The mean of estimates by random effects, null without any: each counts by how exactly it was measured, but the less so
 * the more they truly differ. Sums of squares and weights as DerSimonian R, Laird N: Meta-analysis in clinical trials,
 * Controlled Clinical Trials 7 (1986) 177-188, formulas 8 and 9.
 *
 * An estimate without any spread (all answers alike) is taken for as exact as the best of the others, because its weight
 * would be infinite.
 */
export function pooled(estimates: readonly Estimate[]): Pooled | null {
  if (estimates.length === 0) return null
  const least = estimates.reduce((min, { variance }) => (variance > 0 ? Math.min(min, variance) : min), Infinity)
  if (least === Infinity) return { ...weightedMean(estimates, () => 1), variance: 0, between: 0 }
  const variance = (one: Estimate): number => Math.max(one.variance, least)
  const fixed = weightedMean(estimates, (one) => 1 / variance(one))
  const q = total(estimates, (one) => (one.value - fixed.value) ** 2 / variance(one))
  const squares = total(estimates, (one) => variance(one) ** -2)
  const spread = 1 / fixed.variance - squares * fixed.variance
  const between = spread > 0 ? Math.max(0, (q - (estimates.length - 1)) / spread) : 0
  return { ...weightedMean(estimates, (one) => 1 / (variance(one) + between)), between }
}

function weightedMean(estimates: readonly Estimate[], weight: (one: Estimate) => number): Estimate {
  const weights = total(estimates, weight)
  return { value: total(estimates, (one) => weight(one) * one.value) / weights, variance: 1 / weights }
}

function total<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}
