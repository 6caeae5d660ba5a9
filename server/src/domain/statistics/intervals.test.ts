import { describe, expect, test } from 'vitest'
import { meanInterval, netPromoterInterval, shareInterval } from './intervals.ts'

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
