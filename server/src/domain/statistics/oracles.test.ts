import fc from 'fast-check'
import jstat from 'jstat'
import { mean, sampleVariance, tTestTwoSample } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { meanDifference, shareDifference } from './differences.ts'
import { normalDistribution, normalQuantile, tDistribution, tQuantile } from './distributions.ts'
import { meanInterval } from './intervals.ts'
import { groupOfSums, weightedMeanInterval } from './weights.ts'

const { normal, studentt, chisquare } = jstat.jStat
const x = fc.double({ min: -6, max: 6, noNaN: true })
const df = fc.double({ min: 1, max: 300, noNaN: true })
const p = fc.double({ min: 0.001, max: 0.999, noNaN: true })
const answers = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 40 })

function groupOf(values: readonly number[]) {
  return { n: values.length, mean: mean([...values]), variance: sampleVariance([...values]) }
}

describe('other implementations compute the same', () => {
  test('of distributions and their quantiles', () => {
    fc.assert(
      fc.property(x, df, p, (at, degrees, share) => {
        expect(normalDistribution(at)).toBeCloseTo(normal.cdf(at, 0, 1), 6)
        // Close to 0 the other one is 4e-8 off.
        expect(tDistribution(at, degrees)).toBeCloseTo(studentt.cdf(at, degrees), 6)
        expect(normalQuantile(share)).toBeCloseTo(normal.inv(share, 0, 1), 5)
        const quantile = tQuantile(share, degrees)
        expect(Math.abs(quantile - studentt.inv(share, degrees)) / (1 + Math.abs(quantile))).toBeLessThan(1e-4)
      }),
    )
  })

  test('of intervals of means, and of the difference of two means of as many answers', () => {
    fc.assert(
      fc.property(answers, answers, (one, two) => {
        const n = Math.min(one.length, two.length)
        const [a, b] = [one.slice(0, n), two.slice(0, n)]
        const [first, second] = [groupOf(a), groupOf(b)]
        const squares = a.reduce((sum, value) => sum + value ** 2, 0)
        const half = studentt.inv(0.975, n - 1) * Math.sqrt(first.variance / n)
        expect(meanInterval(n, first.mean * n, squares)?.high).toBeCloseTo(first.mean + half, 5)
        const difference = meanDifference(first, second)
        if (!difference) {
          expect(first.variance + second.variance).toBe(0)
          return
        }
        // With as many answers, the statistic is that of equal variances; the degrees are those of Satterthwaite.
        const t = tTestTwoSample(a, b, 0) ?? NaN
        expect(difference.difference / difference.standardError).toBeCloseTo(t, 8)
        const [va, vb] = [first.variance / n, second.variance / n]
        const degrees = (va + vb) ** 2 / (va ** 2 / (n - 1) + vb ** 2 / (n - 1))
        expect(difference.p).toBeCloseTo(2 * studentt.cdf(-Math.abs(t), degrees), 6)
      }),
    )
  })

  test('of the difference of two shares, as chi square of their table', () => {
    const group = fc
      .integer({ min: 1, max: 200 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(group, group, ([a, na], [b, nb]) => {
        const hits = a + b
        const total = na + nb
        const found = shareDifference(a, na, b, nb)?.p
        if (hits === 0 || hits === total) {
          expect(found).toBe(1)
          return
        }
        const table = (total * (a * (nb - b) - (na - a) * b) ** 2) / (na * nb * hits * (total - hits))
        expect(found).toBeCloseTo(1 - chisquare.cdf(table, 1), 5)
      }),
    )
  })

  test('of means of weighted answers: whole weights are as many answers, but for how exact they are', () => {
    const weighted = fc.array(
      fc.record({ value: fc.integer({ min: 0, max: 10 }), weight: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 5,
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(weighted, (values) => {
        const repeated = values.flatMap(({ value, weight }) => Array.from({ length: weight }, () => value))
        const weights = values.map(({ weight }) => weight)
        const group = groupOfSums({
          sum: repeated.length,
          squares: weights.reduce((sum, weight) => sum + weight ** 2, 0),
          values: repeated.reduce((sum, value) => sum + value, 0),
          valueSquares: repeated.reduce((sum, value) => sum + value ** 2, 0),
        })
        const n = repeated.length ** 2 / weights.reduce((sum, weight) => sum + weight ** 2, 0)
        const variance = (sampleVariance(repeated) * (repeated.length - 1) * n) / (repeated.length * (n - 1))
        expect(group?.n).toBeCloseTo(n, 9)
        expect(group?.mean).toBeCloseTo(mean(repeated), 9)
        expect(group?.variance).toBeCloseTo(variance, 9)
        const half = studentt.inv(0.975, n - 1) * Math.sqrt(variance / n)
        const interval = group && weightedMeanInterval(group)
        expect(interval?.high).toBeCloseTo(mean(repeated) + half, 4)
        expect(interval?.low).toBeCloseTo(mean(repeated) - half, 4)
      }),
    )
  })
})
