import type { Moments } from '#server/domain/statistics/cross-sums.ts'
import type { Matrix } from '#server/domain/statistics/symmetric-eigen.ts'
import type { PublishedMoments } from '#server/platform/db-response-types.ts'

/** A sum of columns (by position), each times its weight. */
export type Composed = readonly { column: number; weight: number }[]

/** How sums of columns vary together, worked out from how the columns do. Below the least answers a pair counts as not answered. */
export class ComposedMoments implements Moments {
  private readonly counts: Matrix
  private readonly covariance: Matrix

  constructor({ columns, pairs }: PublishedMoments, composed: readonly Composed[], least: number) {
    const size = columns.length
    const single = new Map<number, { n: number; covariance: number }>()
    for (const [at, { n, deviation }] of columns.entries())
      single.set(at * size + at, { n, covariance: deviation * deviation })
    for (const [first, second, n, r] of pairs) {
      const covariance = r * (columns[first]?.deviation ?? 0) * (columns[second]?.deviation ?? 0)
      for (const at of [first * size + second, second * size + first]) single.set(at, { n, covariance })
    }
    const of = (a: Composed, b: Composed, what: (pair: { n: number; covariance: number }, weight: number) => number) =>
      a.flatMap((one) =>
        b.map((other) =>
          what(single.get(one.column * size + other.column) ?? { n: 0, covariance: 0 }, one.weight * other.weight),
        ),
      )
    this.counts = composed.map((a) =>
      composed.map((b) => {
        const n = Math.min(...of(a, b, (pair) => pair.n))
        return n < least ? 0 : n
      }),
    )
    this.covariance = composed.map((a) =>
      composed.map((b) => of(a, b, ({ covariance }, weight) => weight * covariance).reduce((sum, one) => sum + one, 0)),
    )
  }

  /** Fewest who answered all of both. */
  count(j: number, k: number): number {
    return this.counts[j]?.[k] ?? 0
  }

  /** Noise can leave a sum of questions that contradict each other without a spread. */
  variance(j: number): number {
    return Math.max(0, this.covariance[j]?.[j] ?? 0)
  }

  correlation(j: number, k: number): number {
    const spread = this.variance(j) * this.variance(k)
    if (!(spread > 0) || this.count(j, k) === 0) return Number.NaN
    return Math.max(-1, Math.min(1, (this.covariance[j]?.[k] ?? 0) / Math.sqrt(spread)))
  }

  covariances(of: readonly number[]): Matrix {
    return of.map((j) => of.map((k) => (j === k ? this.variance(j) : (this.covariance[j]?.[k] ?? 0))))
  }
}
