import { normalQuantile } from './distributions.ts'

/**
 * Adjusted probabilities of many tests (Benjamini Y, Hochberg Y: Controlling the false discovery rate: a practical and powerful
 * approach to multiple testing, Journal of the Royal Statistical Society B 57 (1995) 289-300): the k-th smallest of m is the
 * least of p(j) * m / j over j >= k. Of all that are at most 0.05, at most 5 % are expected to be chance. In the order of
 * `probabilities`, each from 0 to 1; null is no test, and stays null.
 */
export function benjaminiHochberg(probabilities: readonly (number | null)[]): (number | null)[] {
  // Those of 1 are the largest, and stay as they are.
  const tests: { p: number; at: number }[] = []
  let m = 0
  const adjusted = probabilities.map((p, at): number | null => {
    if (p === null) return null
    m++
    if (p < 1) tests.push({ p, at })
    return 1
  })
  tests.sort((a, b) => a.p - b.p)
  let least = 1
  for (let place = tests.length - 1; place >= 0; place--) {
    const { p = 1, at = 0 } = tests[place] ?? {}
    least = Math.min(least, (p * m) / (place + 1))
    adjusted[at] = least
  }
  return adjusted
}

/**
 * The largest probability among those that `benjaminiHochberg` leaves at most `share`, for thousands of tests without sorting
 * them: k of them are, where k are small enough to be the k-th and k is the largest such number. -1 where none is.
 * `probabilities` can be the smallest ones of `tests` alone; none of the others may be among those.
 */
export function largestOfShare(probabilities: Float64Array, tests: number, share: number): number {
  let count = probabilities.length
  for (;;) {
    let [smaller, largest] = [0, -1]
    for (let at = 0; at < probabilities.length; at++) {
      const p = probabilities[at] ?? NaN
      if ((p * tests) / count > share) continue
      smaller++
      if (p > largest) largest = p
    }
    if (smaller === count || smaller === 0) return largest
    count = smaller
  }
}

/**
 * A distance from 0, in standard errors, below which no test is among those that `benjaminiHochberg` leaves at most `share`:
 * of m tests of which k are as far out, p is at most k / m * share for those, and nothing has less of it beyond a distance than
 * the normal distribution. `distances` are those of the tests; NaN is no test. Infinity where none can be.
 */
export function leastDistance(distances: Float64Array, share: number): number {
  // Those that are as far out as was asked last; fewer each time.
  const farOut = new Float64Array(distances.length)
  let tests = 0
  for (let at = 0; at < distances.length; at++) {
    const distance = distances[at] ?? NaN
    if (!Number.isNaN(distance)) farOut[tests++] = distance
  }
  let least = 0
  for (let count = tests; count > 0;) {
    const next = -normalQuantile(((count / tests) * share) / 2) * (1 - 1e-9)
    if (next <= least) return least
    least = next
    let left = 0
    for (let at = 0; at < count; at++) {
      const distance = farOut[at] ?? NaN
      if (distance >= next) farOut[left++] = distance
    }
    count = left
  }
  return Infinity
}
