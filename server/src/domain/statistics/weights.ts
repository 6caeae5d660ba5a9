/**
 * So many equally weighted answers would be as exact as these (Kish L: Survey Sampling, 1965, section 11.7):
 * (sum of w)^2 / (sum of w^2). 0 without weights. Takes the place of n in intervals, never where people are protected by n.
 */
export function effectiveN(weights: readonly number[]): number {
  let sum = 0
  let squares = 0
  for (const weight of weights) {
    sum += weight
    squares += weight * weight
  }
  return squares > 0 ? (sum * sum) / squares : 0
}

/** Variance inflation by weights (Kish's design effect): n over the effective n, 1 for equal weights. */
export function designEffect(weights: readonly number[]): number {
  const n = effectiveN(weights)
  return n > 0 ? weights.length / n : 1
}

/**
 * Weighted mean and variance of values: sum(w x) / sum(w), and the weighted mean square around it times e / (e - 1) with the
 * effective number e, which is the plain variance for equal weights. Null where the effective number is not above 1.
 */
export function weightedGroup(
  values: readonly number[],
  weights: readonly number[],
): { n: number; mean: number; variance: number } | null {
  const n = effectiveN(weights)
  if (!(n > 1)) return null
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total
  const squares = values.reduce((sum, value, at) => sum + (weights[at] ?? 0) * (value - mean) ** 2, 0) / total
  return { n, mean, variance: (squares * n) / (n - 1) }
}
