import { confidenceQuantile, z } from './distributions.ts'

/** A confidence interval. */
export interface Interval {
  low: number
  high: number
}

/** t interval of a mean from the number, sum and sum of squares of the values; null below two values. */
export function meanInterval(n: number, sum: number, squares: number): Interval | null {
  if (n < 2) return null
  const mean = sum / n
  // Rounding can make a variance of zero slightly negative.
  const variance = Math.max(0, (squares - sum * mean) / (n - 1))
  const half = confidenceQuantile(n - 1) * Math.sqrt(variance / n)
  return { low: mean - half, high: mean + half }
}

/** Wilson interval of a share (Wilson 1927), from 0 to 1; null without cases. */
export function shareInterval(hits: number, n: number): Interval | null {
  if (n <= 0) return null
  const p = hits / n
  const centre = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const whole = 1 + (z * z) / n
  return { low: Math.max(0, (centre - half) / whole), high: Math.min(1, (centre + half) / whole) }
}

/**
 * Adjusted Wald interval of a net promoter score (Rocks 2016), from -100 to 100: adds three answers, of which 0.75 are
 * promoters and 0.75 detractors. Null without answers.
 */
export function netPromoterInterval(promoters: number, detractors: number, n: number): Interval | null {
  if (n <= 0) return null
  const total = n + 3
  const p = (promoters + 0.75) / total
  const d = (detractors + 0.75) / total
  const score = p - d
  const half = z * Math.sqrt((p + d - score * score) / total)
  return { low: 100 * Math.max(-1, score - half), high: 100 * Math.min(1, score + half) }
}
