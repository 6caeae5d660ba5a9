import { describe, expect, test } from 'vitest'
import { normalDistribution, normalQuantile, tDistribution, tQuantile } from './distributions.ts'

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
      for (const df of [0.7, 1, 2, 2.9, 3, 4.5, 7, 17.776, 40, 1000])
        expect(tDistribution(tQuantile(p, df), df)).toBeCloseTo(p, 10)
    }
  })

  test('of the t distribution are continuous where the expansion takes over', () => {
    for (const df of [1001, 1500, 20_000]) expect(tDistribution(tQuantile(0.975, df), df)).toBeCloseTo(0.975, 12)
    expect(tQuantile(0.975, 1000) - tQuantile(0.975, 1001)).toBeCloseTo(2.376e-6, 9)
  })

  test('of very many degrees are those of the normal distribution', () => {
    for (const x of [-40, -3, -1.96, -0.2, 0, 0.001, 1, 2.5]) {
      expect(tDistribution(x, Infinity)).toBe(normalDistribution(x))
      for (const df of [1e9, 244_728_891_821_502.4, 1e16])
        expect(tDistribution(x, df)).toBeCloseTo(normalDistribution(x), 9)
      // The two ways to compute it meet.
      const between = (tDistribution(x, 1000) + tDistribution(x, 1002)) / 2
      expect(tDistribution(x, 1001)).toBeCloseTo(between, 9)
    }
  })

  test('of a point close to the middle are as far from a half as the density says', () => {
    // The density of 4 degrees of freedom is 3 / 8 there.
    for (const x of [1e-12, 1e-9, 1e-6, -1e-6]) expect(tDistribution(x, 4) - 0.5).toBeCloseTo(x * 0.375, 15)
  })

  test('reject numbers that are not probabilities', () => {
    expect(() => normalQuantile(0)).toThrow(RangeError)
    expect(() => tQuantile(1, 3)).toThrow(RangeError)
  })
})
