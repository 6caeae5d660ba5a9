import type { Group } from './differences.ts'

/**
 * The rest of a whole without one of its parts: a unit lies in its parent, so that comparing the two would compare it partly
 * with itself. From sums: n, the sum and the sum of squares of the rest are those of the whole less those of the part. Null
 * where fewer than two answers are left. Throws RangeError where the part is larger than the whole.
 */
export function restOf(whole: Group, part: Group): Group | null {
  const n = whole.n - part.n
  if (n < 0) throw new RangeError('A part has no more answers than the whole')
  if (n < 2) return null
  const mean = whole.mean + (part.n / n) * (whole.mean - part.mean)
  // Around the mean of the whole, because sums of squares of large numbers would lose their digits.
  const around = ({ n: count, mean: of, variance }: Group): number =>
    (count - 1) * variance + count * (of - whole.mean) ** 2
  const squares = around(whole) - around(part) - n * (mean - whole.mean) ** 2
  return { n, mean, variance: Math.max(0, squares / (n - 1)) }
}
