import { describe, expect, test } from 'vitest'
import {
  meanInterval,
  netPromoterInterval,
  normalDistribution,
  normalQuantile,
  shareInterval,
  tDistribution,
  tQuantile,
} from './statistics.ts'

describe('quantiles', () => {
  test('of the normal distribution match published tables', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12)
    expect(normalQuantile(0.95)).toBeCloseTo(1.644853626951472, 12)
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12)
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 11)
  })

  test('of the t distribution match published tables', () => {
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.706204736, 6)
    expect(tQuantile(0.975, 4)).toBeCloseTo(2.776445105, 8)
    expect(tQuantile(0.975, 29)).toBeCloseTo(2.045229642, 8)
    expect(tQuantile(0.995, 10)).toBeCloseTo(3.169272673, 8)
    expect(tQuantile(0.975, 2_000_000)).toBeCloseTo(1.959965171, 9)
  })

  test('are the inverse of the distributions', () => {
    for (const p of [0.001, 0.02, 0.3, 0.5, 0.7, 0.98, 0.9999]) {
      expect(normalDistribution(normalQuantile(p))).toBeCloseTo(p, 12)
      for (const df of [1, 2, 7, 40, 1000]) expect(tDistribution(tQuantile(p, df), df)).toBeCloseTo(p, 10)
    }
  })

  test('of the t distribution are continuous where the expansion takes over', () => {
    for (const df of [1001, 1500, 20_000]) expect(tDistribution(tQuantile(0.975, df), df)).toBeCloseTo(0.975, 12)
    expect(tQuantile(0.975, 1000) - tQuantile(0.975, 1001)).toBeCloseTo(2.376e-6, 9)
  })

  test('reject numbers that are not probabilities', () => {
    expect(() => normalQuantile(0)).toThrow(RangeError)
    expect(() => tQuantile(1, 3)).toThrow(RangeError)
  })
})

describe('intervals', () => {
  test('of a mean: values 2, 4, 6 have mean 4, deviation 2', () => {
    const interval = meanInterval(3, 12, 56)
    // 4 ± 4.302653 * 2 / sqrt(3)
    expect(interval?.low).toBeCloseTo(4 - 4.968275, 5)
    expect(interval?.high).toBeCloseTo(4 + 4.968275, 5)
    expect(meanInterval(1, 5, 25)).toBeNull()
    expect(meanInterval(3, 0.3, 0.03)?.low).toBeCloseTo(0.1, 7)
  })

  test('of a share stay within 0 and 1 and match published values', () => {
    // 81 of 263: Wilson 0.2553 to 0.3662 (Newcombe 1998).
    expect(shareInterval(81, 263)?.low).toBeCloseTo(0.2553, 4)
    expect(shareInterval(81, 263)?.high).toBeCloseTo(0.3662, 4)
    expect(shareInterval(0, 20)?.low).toBeCloseTo(0, 12)
    expect(shareInterval(0, 20)?.high).toBeCloseTo(0.1611, 4)
    expect(shareInterval(0, 0)).toBeNull()
  })

  test('of a net promoter score are those of the score with three answers added', () => {
    // The adjusted Wald interval as published (Rocks 2016, The American Statistician 70:4; Lewis and Sauro 2021,
    // measuringu.com/nps-confidence-intervals): 3/4 promoters, 3/2 passives and 3/4 detractors are added, and promoters
    // count 1, passives 0, detractors -1. Recomputed here as mean and variance of those weighted values.
    for (const [promoters, detractors, n] of [
      [5, 2, 10],
      [15, 8, 36],
      [0, 1, 2],
      [210, 40, 400],
    ] as const) {
      const weights = [promoters + 0.75, n - promoters - detractors + 1.5, detractors + 0.75]
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      const expected = (of: (value: number) => number) =>
        [1, 0, -1].reduce((sum, value, at) => sum + of(value) * (weights[at] ?? 0), 0) / total
      const mean = expected((value) => value)
      const half = 1.959964 * Math.sqrt(expected((value) => (value - mean) ** 2) / total)
      const interval = netPromoterInterval(promoters, detractors, n)
      expect(interval?.low).toBeCloseTo(100 * (mean - half), 3)
      expect(interval?.high).toBeCloseTo(100 * (mean + half), 3)
    }
    // 5 promoters and 2 detractors of 10, by hand: 3/13 plus or minus 1.96 * sqrt(0.600592 / 13).
    expect(netPromoterInterval(5, 2, 10)?.low).toBeCloseTo(-19.05, 2)
    expect(netPromoterInterval(5, 2, 10)?.high).toBeCloseTo(65.2, 2)
  })

  test('of a net promoter score stay within -100 and 100, and need an answer', () => {
    expect(netPromoterInterval(2, 0, 2)?.high).toBe(100)
    expect(netPromoterInterval(0, 2, 2)?.low).toBe(-100)
    expect(netPromoterInterval(0, 0, 0)).toBeNull()
  })

  test('of a net promoter score contain the true value about as often as they claim', () => {
    // 50 % promoters, 20 % detractors: exact coverage over all outcomes of ten answers.
    let covered = 0
    for (let p = 0; p <= 10; p++)
      for (let d = 0; p + d <= 10; d++) {
        const ways = factorial(10) / (factorial(p) * factorial(d) * factorial(10 - p - d))
        const chance = ways * 0.5 ** p * 0.2 ** d * 0.3 ** (10 - p - d)
        const interval = netPromoterInterval(p, d, 10)
        if (interval && interval.low <= 30 && interval.high >= 30) covered += chance
      }
    expect(covered).toBeGreaterThan(0.93)
    expect(covered).toBeLessThan(0.98)
  })
})

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1)
}
