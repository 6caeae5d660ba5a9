import type { Group } from './differences.ts'

// The rest of a whole without one of its parts: a unit lies in its parent, so that comparing the two would compare it partly
// with itself. From sums: n, the sum and the sum of squares of the rest are those of the whole less those of the part.

/** The mean of the rest of a whole without a part of n answers with a mean; the part is smaller than the whole. */
export function meanOfRest(whole: Group, n: number, mean: number): number {
  return whole.mean + (n / (whole.n - n)) * (whole.mean - mean)
}

/** The variance of the rest of a whole without a part of n answers with a mean and variance; two answers must be left. */
export function varianceOfRest(whole: Group, n: number, mean: number, variance: number): number {
  const left = whole.n - n
  // Around the mean of the whole, because sums of squares of large numbers would lose their digits.
  const ofPart = (n - 1) * variance + n * (mean - whole.mean) ** 2
  const ofRest = (whole.n - 1) * whole.variance - ofPart - left * (meanOfRest(whole, n, mean) - whole.mean) ** 2
  return Math.max(0, ofRest / (left - 1))
}
