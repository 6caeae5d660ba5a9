import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceQuantile } from '#server/domain/statistics/distributions.ts'
import { meanDifference } from '#server/domain/statistics/differences.ts'
import { meanInterval, netPromoterInterval, shareInterval } from '#server/domain/statistics/intervals.ts'
import { shownNumber } from '../publishing/figure-law.ts'
import { noiseLevel } from '../publishing/keyed-noise.ts'
import { toValue } from './figure-arithmetic.ts'
import type { IndicatorValue } from './figure-arithmetic.ts'
import { figure } from './figure.ts'
import { differenceFromWhole, figureDifference } from './figure-difference.ts'
import { measurementOf } from './measured-figure.ts'

const z = 1.959963984540054
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const groupOf = (values: readonly number[]) => {
  const mean = sum(values) / values.length
  return { n: values.length, mean, variance: sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1) }
}

/** The figure of answers as the product computes it: their mean with its t interval. */
function meanOf(values: readonly number[]): IndicatorValue {
  const interval = meanInterval(values.length, sum(values), sum(values.map((value) => value ** 2)))
  return toValue({ ...figure(sum(values) / values.length, values.length), interval })
}

function scoreOf(promoters: number, detractors: number, n: number): IndicatorValue {
  const interval = netPromoterInterval(promoters, detractors, n)
  return toValue({ ...figure((100 * (promoters - detractors)) / n, n), interval })
}

const answers = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 3, maxLength: 30 })

describe('a figure as a measurement', () => {
  const share = { expression: 'share(channel, web)', isExact: true }
  const means = { expression: 'mean(rating)', isExact: true }
  const errorOf = (value: IndicatorValue, measure = means) => measurementOf(value, measure)?.standardError

  test('of a mean has the standard error of its answers, also scaled', () => {
    const values = [1, 4, 2, 8, 5, 7]
    const error = Math.sqrt(groupOf(values).variance / values.length)
    expect(measurementOf(meanOf(values), means)).toMatchObject({ value: 4.5, df: 5 })
    expect(errorOf(meanOf(values))).toBeCloseTo(error, 9)
    const { low, high, ...rest } = meanOf(values)
    const tenfold = { ...rest, low: 10 * (low ?? 0), high: 10 * (high ?? 0) }
    expect(errorOf(tenfold, { ...means, expression: 'mean(rating) * 10 where rating > 0' })).toBeCloseTo(10 * error, 8)
  })

  test.each([
    [0.3, 400],
    [0.5, 60],
    [0.9, 200],
  ])('of a share of %s has about the standard error of the binomial distribution', (p, n) => {
    const { low, high } = shareInterval(p * n, n) ?? { low: 0, high: 0 }
    const value = toValue({ ...figure(100 * p, n), interval: { low: 100 * low, high: 100 * high } })
    expect((errorOf(value, share) ?? 0) / (100 * Math.sqrt((p * (1 - p)) / n))).toBeCloseTo(1, 1)
  })

  test('of a net promoter score has that of the score with three answers added, also at the end of the scale', () => {
    for (const [promoters, detractors, n] of [
      [120, 60, 300],
      [10, 0, 10],
      [0, 12, 12],
    ] as const) {
      const [p, d] = [(promoters + 0.75) / (n + 3), (detractors + 0.75) / (n + 3)]
      const error = 100 * Math.sqrt((p + d - (p - d) ** 2) / (n + 3))
      expect(errorOf(scoreOf(promoters, detractors, n), { ...share, expression: 'nps(recommend)' })).toBeCloseTo(
        error,
        9,
      )
    }
  })

  test('that is published is normal, also where its interval ends at the limit of the scale', () => {
    const law = { low: 1, high: 10, decimals: 1, origin: 0, factor: 1 }
    for (const value of [5, 9.8]) {
      const shown = toValue(shownNumber(law, { value, n: 50, spread: 2, z: 0 }))
      const measured = measurementOf(shown, { ...means, isExact: !shown.isNoisy })
      expect(measured).toMatchObject({ value, df: Infinity })
      expect(measured?.standardError).toBeCloseTo(
        ((1.96 / z) * 2 * Math.sqrt(1 + 50 * noiseLevel(50) ** 2)) / 50 ** 0.5,
        9,
      )
    }
  })

  test('is none without an interval', () => {
    expect(measurementOf({ ...meanOf([1, 2]), low: null, high: null }, means)).toBeNull()
    expect(figureDifference('count()', toValue(figure(3, 3)), toValue(figure(9, 9)))).toBeNull()
  })
})

describe('the difference of figures', () => {
  test('of means is that of Welch, from their intervals alone', () => {
    fc.assert(
      fc.property(answers, answers, (a, b) => {
        const difference = figureDifference('mean(rating)', meanOf(a), meanOf(b))
        const expected = meanDifference(groupOf(a), groupOf(b))
        if (!expected || !difference) return expect(difference).toBe(expected)
        expect(difference.low).toBeCloseTo(expected.low, 6)
        expect(difference.high).toBeCloseTo(expected.high, 6)
        expect(difference.p).toBeCloseTo(expected.p, 6)
      }),
    )
  })

  test('of a mean from the whole that it lies in is as exact as that from the rest', () => {
    fc.assert(
      fc.property(answers, answers, (part, others) => {
        const whole = meanOf([...part, ...others])
        const difference = differenceFromWhole('mean(rating)', meanOf(part), whole)
        const expected = meanDifference(groupOf(part), groupOf(others))
        if (!expected || !difference) return
        expect(difference.difference).toBeCloseTo((meanOf(part).value ?? 0) - (whole.value ?? 0), 8)
        expect(difference.p).toBeCloseTo(expected.p, 5)
        expect(difference.low).toBeCloseTo((expected.low * others.length) / whole.n, 5)
      }),
    )
    // Fewer than two answers are left, or the part is larger.
    expect(differenceFromWhole('mean(rating)', meanOf([1, 2]), meanOf([1, 2, 3]))).toBeNull()
    expect(differenceFromWhole('mean(rating)', meanOf([1, 2, 3]), meanOf([1, 2]))).toBeNull()
    expect(differenceFromWhole('mean(rating)', meanOf([1, 2]), meanOf([1, 2, 3, 5]))).not.toBeNull()
  })

  test('of a score from the whole is that from the rest, whose variance is taken for that of the whole', () => {
    const [part, whole] = [scoreOf(50, 30, 100), scoreOf(300, 100, 600)]
    const variance = (of: IndicatorValue) =>
      (measurementOf(of, { expression: 'nps(a)', isExact: true })?.standardError ?? 0) ** 2
    const difference = differenceFromWhole('nps(a)', part, whole)
    // 20 against 200 / 6 of all, that is (200 - 20) / 5 = 36 of the rest.
    expect(difference?.difference).toBeCloseTo(20 - 200 / 6, 9)
    const error = Math.sqrt(variance(part) + (variance(whole) * 600) / 500)
    expect(difference?.standardError).toBeCloseTo((error * 500) / 600, 9)
    expect(differenceFromWhole('nps(a)', whole, whole)).toBeNull()
  })

  test('of a published figure from the whole has the noise of both, and chance as far as they are not the same', () => {
    const law = { low: 0, high: 100, decimals: 0, origin: 0, factor: 1 }
    const shown = (value: number, n: number) => toValue(shownNumber(law, { value, n, spread: 45, z: 0 }))
    const difference = differenceFromWhole('topbox(a, 2)', shown(40, 100), shown(55, 400))
    const noise = noiseLevel(100) ** 2 + noiseLevel(400) ** 2
    const chance = (1 / 100 + 1 / 300) * (3 / 4) ** 2
    expect(difference?.difference).toBe(-15)
    expect(difference?.standardError).toBeCloseTo((1.96 / z) * 45 * Math.sqrt(chance + noise), 9)
    expect((difference?.high ?? 0) + 15).toBeCloseTo((difference?.standardError ?? 0) * confidenceQuantile(Infinity), 9)
  })
})
