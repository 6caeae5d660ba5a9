import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { meanDifference } from '#server/domain/statistics/differences.ts'
import { meanInterval } from '#server/domain/statistics/intervals.ts'
import { FairRanks, besideTheRest, shrunkFigures } from './fair-ranks.ts'

const rating = { expression: 'mean(rating)', inverse: false }
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function meanOf(values: readonly number[]): IndicatorValue {
  const interval = meanInterval(values.length, sum(values), sum(values.map((value) => value ** 2)))
  const [low, high] = [interval?.low ?? null, interval?.high ?? null]
  return { value: sum(values) / values.length, n: values.length, low, high, suppressed: false }
}

/** A value whose interval is so many wide to each side. */
const of = (value: number, half: number | null, n = 100): IndicatorValue => ({
  value,
  n,
  low: half === null ? null : value - half,
  high: half === null ? null : value + half,
  suppressed: false,
})

describe('ranks that a unit may have', () => {
  const told = (values: (IndicatorValue | null)[], inverse = false) => {
    const ranks = new FairRanks({ ...rating, inverse }, values)
    return values.map((_, at) => {
      const range = ranks.rangeAt(at)
      return range && [range.from, range.to, ranks.groupAt(at)]
    })
  }

  test('are those between the units that it is told apart from; a group begins with the first told apart', () => {
    // Told apart from the next but one: 2 > sqrt(1 + 1) > 1.
    const values = [of(10, 1), of(9, 1), of(8, 1), of(7, 1)]
    expect(told(values)).toEqual([
      [1, 2, 0],
      [1, 3, 0],
      [2, 4, 1],
      [3, 4, 1],
    ])
    expect(told(values, true).map((one) => one?.[2])).toEqual([1, 1, 0, 0])
  })

  test('are none of a unit without a rank or of unknown chance, which may have any rank beside the others', () => {
    expect(told([of(10, null), null, of(8, 1), of(1, 0), of(2, 1)])).toEqual([null, null, [1, 3, 0], null, [2, 4, 1]])
  })

  test('equal those counted pair by pair, whatever the values', () => {
    const unit = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(null, 1, 2, 3, 10))
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 80 }), fc.boolean(), (units, inverse) => {
        const isApart = ([a, ha]: (typeof units)[number], [b, hb]: (typeof units)[number]) =>
          ha !== null && hb !== null && (a - b) ** 2 > ha ** 2 + hb ** 2
        const expected = units.map((own) => {
          if (own[1] === null) return undefined
          const apart = units.filter((other) => isApart(own, other))
          const better = apart.filter(([value]) => (inverse ? value < own[0] : value > own[0])).length
          return [1 + better, units.length - (apart.length - better)]
        })
        const found = told(
          units.map(([value, half]) => of(value, half)),
          inverse,
        )
        expect(found.map((one) => one?.slice(0, 2))).toEqual(expected)
      }),
    )
  })
})

describe('a unit beside the rest', () => {
  const units = [
    [9, 10, 9, 10, 9, 10, 10, 9],
    [5, 6, 4, 5, 6, 5, 4, 6],
    [1, 2, 1, 1, 2, 1, 2, 1],
    [5, 9, 1, 6, 4, 7, 3, 5],
  ]

  test('is greater or less where its difference from the others is more than chance', () => {
    expect(besideTheRest(rating, units.map(meanOf), meanOf(units.flat()))).toEqual(['greater', null, 'less', null])
    // By hand: the tests of Welch between its answers and all others, each p times 4 by its place among them.
    const p = units.map((own, at) => meanDifference(groupOf(own), groupOf(units.toSpliced(at, 1).flat()))?.p ?? 1)
    expect(p.map((one) => (one * 4) / p.filter((other) => other <= one).length <= 0.05)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test('is not, where so many are compared that some seem to differ by chance', () => {
    // 2.2 standard errors from the rest: more than chance alone, not among forty.
    const value = of(2.2, 1.959963984540054)
    const others = Array.from({ length: 39 }, () => of(0, 1.959963984540054))
    const whole = of(0, 0.01, 1_000_000)
    const share = { expression: 'share(a, 1)' }
    expect(besideTheRest(share, [value], whole)).toEqual(['greater'])
    expect(besideTheRest(share, [value, ...others], whole)[0]).toBeNull()
    expect(besideTheRest(share, [value, null], { ...whole, suppressed: true })).toEqual([null, null])
  })
})

function groupOf(values: readonly number[]) {
  const mean = sum(values) / values.length
  return { n: values.length, mean, variance: sum(values.map((one) => (one - mean) ** 2)) / (values.length - 1) }
}

describe('values drawn towards the mean', () => {
  test('move the more, the fewer answers they are of, and become more exact', () => {
    const values = [of(80, 5, 100), of(80, 15, 11), of(60, 5, 100), of(70, 5, 100), of(65, 5, 100), of(20, null), null]
    const drawn = shrunkFigures('index(a)', values)
    const moved = drawn.map((one, at) => (values[at]?.value ?? 0) - (one?.value ?? 0))
    expect(moved[1]).toBeGreaterThan(moved[0] ?? NaN)
    expect(moved[0]).toBeGreaterThan(0)
    expect(moved[2]).toBeLessThan(0)
    expect(drawn.slice(5)).toEqual(values.slice(5))
    expect((drawn[1]?.high ?? 0) - (drawn[1]?.low ?? 0)).toBeLessThan(30)
  })
})
