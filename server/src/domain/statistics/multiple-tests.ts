import { normalQuantile } from './distributions.ts'

/**
 * Adjusted probabilities of many tests (Benjamini Y, Hochberg Y: Controlling the false discovery rate: a practical and powerful
 * approach to multiple testing, Journal of the Royal Statistical Society B 57 (1995) 289-300): the k-th smallest of m is the
 * least of p(j) * m / j over j >= k. Of all that are at most 0.05, at most 5 % are expected to be chance. In the order of
 * `probabilities`, each from 0 to 1; null is no test, and stays null.
 */
export function benjaminiHochberg(probabilities: readonly (number | null)[]): (number | null)[] {
  const adjusted: (number | null)[] = []
  // Those of 1 are the largest, and stay as they are.
  const tests: { p: number; at: number }[] = []
  let m = 0
  for (const [at, p] of probabilities.entries()) {
    adjusted.push(p === null ? null : 1)
    if (p === null) continue
    m++
    if (p < 1) tests.push({ p, at })
  }
  tests.sort((a, b) => a.p - b.p)
  let least = 1
  for (const [smallerOnes, { p, at }] of [...tests.entries()].toReversed()) {
    least = Math.min(least, (p * m) / (smallerOnes + 1))
    adjusted[at] = least
  }
  return adjusted
}

/**
 * A distance from 0, in standard errors, below which no test is among those that `benjaminiHochberg` leaves at most `share`:
 * of m tests of which k are as far out, p is at most k / m * share for those, and nothing has less of it beyond a distance than
 * the normal distribution. `distances` are those of the tests; NaN is no test. Infinity where none can be.
 */
export function leastDistance(distances: Float64Array, share: number): number {
  let tests = 0
  for (let at = 0; at < distances.length; at++) if (!Number.isNaN(distances[at])) tests++
  let [least, farOut] = [0, distances]
  for (let count = tests; count > 0; count = farOut.length) {
    const next = -normalQuantile(((count / tests) * share) / 2) * (1 - 1e-9)
    if (next <= least) return least
    least = next
    farOut = farOut.filter((distance) => distance >= next)
  }
  return Infinity
}
