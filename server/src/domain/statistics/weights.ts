import type { Group } from './differences.ts'
import { confidenceQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'

/** Sums over weighted answers. */
export interface WeightedSums {
  /** Of the weights. */
  sum: number
  /** Of the squares of the weights. */
  squares: number
  /** Of the answers times their weights. */
  values: number
  /** Of the squares of the answers times their weights. */
  valueSquares: number
}

/** Least effective n of a group that has a variance. Rounding can make two equal weights slightly less than two answers. */
const fewest = 2 - 1e-9

/**
 * Weighted answers as a group: the effective n, sum(w x) / sum(w), and the weighted mean square around it times n / (n - 1),
 * which is the plain variance for equal weights. Null where the effective n is below two.
 */
export function groupOfSums({ sum, squares, values, valueSquares }: WeightedSums): Group | null {
  const n = effectiveNOfSums(sum, squares)
  if (!(n >= fewest)) return null
  const mean = values / sum
  // Rounding can make a variance of zero slightly negative.
  return { n, mean, variance: (Math.max(0, valueSquares / sum - mean * mean) * n) / (n - 1) }
}

/**
 * So many equally weighted answers would be as exact as weighted ones (Kish L: Survey Sampling, 1965, section 11.7): the square
 * of the sum of weights over the sum of their squares; 0 without weights. Takes the place of n in intervals, never where people
 * are protected by n.
 */
export function effectiveNOfSums(sum: number, squares: number): number {
  return squares > 0 ? (sum * sum) / squares : 0
}

/** t interval of a weighted mean, with n - 1 degrees of freedom by the effective n. */
export function weightedMeanInterval({ n, mean, variance }: Group): Interval {
  const half = confidenceQuantile(n - 1) * Math.sqrt(variance / n)
  return { low: mean - half, high: mean + half }
}

/** A weighted group, by the effective n, with the number of its answers and the sum of their weights. */
export interface WeightedGroup extends Group {
  answers: number
  sum: number
}

/**
 * The rest of a weighted whole without one of its parts, as `restOf`: from sums, which add up. Null where fewer than two
 * answers are left, or their effective number is below two.
 */
export function restOfWeighted(whole: WeightedGroup, part: WeightedGroup): Group | null {
  const answers = whole.answers - part.answers
  const sum = whole.sum - part.sum
  if (answers < 2 || !(sum > 0)) return null
  // Weights of so many answers cannot be more equal than all alike; sums that were rounded may say so.
  const squares = Math.max(whole.sum ** 2 / whole.n - part.sum ** 2 / part.n, sum ** 2 / answers)
  const n = sum ** 2 / squares
  if (!(n >= fewest)) return null
  const mean = whole.mean + (part.sum / sum) * (whole.mean - part.mean)
  const around = (group: WeightedGroup): number =>
    group.sum * ((group.variance * (group.n - 1)) / group.n + (group.mean - whole.mean) ** 2)
  const left = around(whole) - around(part) - sum * (mean - whole.mean) ** 2
  return { n, mean, variance: (Math.max(0, left / sum) * n) / (n - 1) }
}
