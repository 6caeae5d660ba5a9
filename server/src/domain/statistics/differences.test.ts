import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  differenceOf,
  isMoreThanChance,
  meanDifference,
  netPromoterDifference,
  shareDifference,
} from './differences.ts'
import type { Group } from './differences.ts'
import { meanOfRest, varianceOfRest } from './rest.ts'

function groupOf(values: readonly number[]): Group {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  return { n, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) }
}

describe('the difference of two means', () => {
  test('is that of the literature', () => {
    // Student's sleep data (Cushny and Peebles 1905), as in R's documentation of t.test: t = -1.8608, df = 17.776.
    const sleep = meanDifference(
      groupOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]),
      groupOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]),
    )
    expect((sleep?.difference ?? 0) / (sleep?.standardError ?? 1)).toBeCloseTo(-1.8608, 4)
    expect(sleep?.p).toBeCloseTo(0.07939, 5)
    expect(sleep?.low).toBeCloseTo(-3.3654832, 7)
    expect(sleep?.high).toBeCloseTo(0.2054832, 7)
  })

  test('is unknown below two answers and without any spread', () => {
    expect(meanDifference(groupOf([1]), groupOf([2, 3]))).toBeNull()
    expect(meanDifference(groupOf([1, 1]), groupOf([2, 2]))).toBeNull()
    expect(meanDifference(groupOf([1, 1]), groupOf([2, 3]))?.difference).toBe(-1.5)
  })

  test('is more than chance where its interval does not hold 0, and only there p is below 5 %', () => {
    const measured = fc.record({
      value: fc.double({ min: -10, max: 10, noNaN: true }),
      standardError: fc.double({ min: 0.01, max: 10, noNaN: true }),
      df: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(Infinity)),
    })
    const check = fc.property(measured, measured, (a, b) => {
      const one = differenceOf(a, b)
      const other = differenceOf(b, a)
      if (!one || !other) throw new Error('There is spread')
      // At 5 % itself the two are rounded differently.
      if (Math.abs(one.p - 0.05) > 1e-9) expect(isMoreThanChance(one)).toBe(one.p < 0.05)
      expect(other.low).toBeCloseTo(-one.high, 9)
      expect(other.p).toBeCloseTo(one.p, 12)
    })
    // One that is nearly certain beside one that is not: some 10^14 degrees of freedom.
    const unsure = { value: 0, standardError: 4.98, df: Infinity }
    const sure = { value: -10, standardError: 0.01, df: 3987 }
    fc.assert(check, { examples: [[unsure, sure]] })
  })
})

describe('the difference of two shares', () => {
  test('has the intervals of the literature', () => {
    // Newcombe 1998, table II, method 10.
    for (const [hitsA, nA, hitsB, nB, low, high] of [
      [56, 70, 48, 80, 0.0524, 0.3339],
      [9, 10, 3, 10, 0.1705, 0.809],
      [6, 7, 2, 7, 0.0582, 0.8062],
      [5, 56, 0, 29, -0.0381, 0.1926],
      [0, 10, 0, 20, -0.1611, 0.2775],
      [10, 10, 0, 20, 0.6791, 1],
    ] as const) {
      const difference = shareDifference(hitsA, nA, hitsB, nB)
      expect(difference?.low).toBeCloseTo(low, 4)
      expect(difference?.high).toBeCloseTo(high, 4)
    }
    expect(shareDifference(0, 0, 3, 10)).toBeNull()
  })

  test("has the probability of Pearson's chi square", () => {
    // 150 (56 * 32 - 14 * 48)^2 / (70 * 80 * 104 * 46) = 7.0234, whose p with one degree is 0.0080.
    expect(shareDifference(56, 70, 48, 80)?.p).toBeCloseTo(0.008045, 6)
    expect(shareDifference(0, 10, 0, 20)?.p).toBe(1)
  })
})

test('the difference of two net promoter scores is that of the scores with three answers added', () => {
  // 60 promoters and 20 detractors of 100 against 40 and 30, by hand: (60 - 20 - 40 + 30) / 103 points, and variances of
  // (81.5 / 103 - (40 / 103)^2) / 103 and (71.5 / 103 - (10 / 103)^2) / 103.
  const difference = netPromoterDifference(
    { promoters: 60, detractors: 20, n: 100 },
    { promoters: 40, detractors: 30, n: 100 },
  )
  const variance = (81.5 / 103 - (40 / 103) ** 2) / 103 + (71.5 / 103 - (10 / 103) ** 2) / 103
  expect(difference?.difference).toBeCloseTo(3000 / 103, 9)
  expect(difference?.standardError).toBeCloseTo(100 * Math.sqrt(variance), 9)
  expect(netPromoterDifference({ promoters: 0, detractors: 0, n: 0 }, { promoters: 1, detractors: 0, n: 3 })).toBeNull()
})

describe('the rest', () => {
  test('of a whole without a part is what its own answers give', () => {
    const answers = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(answers, answers, (part, others) => {
        const whole = groupOf([...part, ...others])
        const { n, mean, variance } = groupOf(part)
        const own = groupOf(others)
        expect(meanOfRest(whole, n, mean)).toBeCloseTo(own.mean, 9)
        expect(varianceOfRest(whole, n, mean, variance)).toBeCloseTo(own.variance, 8)
      }),
    )
  })
})
