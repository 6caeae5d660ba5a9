/**
 * Adjusted probabilities of many tests (Benjamini Y, Hochberg Y: Controlling the false discovery rate: a practical and powerful
 * approach to multiple testing, Journal of the Royal Statistical Society B 57 (1995) 289-300): the k-th smallest of m is the
 * least of p(j) * m / j over j >= k. Of all that are at most 0.05, at most 5 % are expected to be chance. In the order of
 * `probabilities`, each from 0 to 1; null is no test, and stays null.
 */
export function benjaminiHochberg(probabilities: readonly (number | null)[]): (number | null)[] {
  const tests = probabilities.flatMap((p, at) => (p === null ? [] : [{ p, at }])).toSorted((a, b) => b.p - a.p)
  const adjusted: (number | null)[] = probabilities.map(() => null)
  let least = 1
  tests.forEach(({ p, at }, largerOnes) => {
    least = Math.min(least, (p * tests.length) / (tests.length - largerOnes))
    adjusted[at] = least
  })
  return adjusted
}
