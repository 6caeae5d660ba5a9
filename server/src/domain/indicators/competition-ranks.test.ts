import { describe, expect, test } from 'vitest'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { competitionRanks, rankOf } from './sibling-rank.ts'

describe('ranks', () => {
  const ranks = (values: (number | null)[], decimals = 0, inverse = false) =>
    competitionRanks(values, { decimals, inverse })

  test('are shared by equal values, and the next ones are skipped', () => {
    expect(ranks([80, 90, 90, 70])).toEqual([3, 1, 1, 4])
    expect(ranks([5, 5, 5])).toEqual([1, 1, 1])
    expect(ranks([90, 80, 80, 80, 70])).toEqual([1, 2, 2, 2, 5])
  })

  test('are of the values as shown', () => {
    expect(ranks([80.4, 79.6, 79.4])).toEqual([1, 1, 3])
    expect(ranks([80.4, 79.6, 79.4], 1)).toEqual([1, 2, 3])
    expect(ranks([-0.4, 0.4])).toEqual([1, 1])
  })

  test('are none of a missing value, which takes no place of another', () => {
    expect(ranks([null, 70, null, 90])).toEqual([null, 2, null, 1])
    expect(ranks([0, null, -5])).toEqual([1, null, 2])
    expect(ranks([null])).toEqual([null])
    expect(ranks([])).toEqual([])
  })

  test('begin with the lowest of an inverse indicator', () => {
    expect(ranks([3, 1, null, 2, 1], 0, true)).toEqual([4, 1, null, 3, 1])
  })

  test('are by number and not by text', () => {
    expect(ranks([9, 10, 100])).toEqual([3, 2, 1])
    expect(ranks([9, 10, 100], 0, true)).toEqual([1, 2, 3])
  })
})

describe('the rank of a place among its siblings', () => {
  const of = (value: number | null, n = 20): IndicatorValue => ({ value, n, low: 1, high: 2, suppressed: false })
  const withheld: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: true }
  const rank = (unitId: number, values: IndicatorValue[], counts = false, names: string[] = []) => {
    const siblings = values.map((value, at) => ({ id: at + 1, name: names[at] ?? `store-${at + 1}`, value }))
    const model = { config: { lowBase: 30, rankFrom: 10 } }
    const { value, among } = rankOf(unitId, siblings, { counts, decimals: 0, inverse: false }, model)
    return { ...value, why: value.why && String(value.why), among }
  }
  const plain = { low: null, high: null, suppressed: false, why: undefined }

  test('is of those with enough answers, and has the number of its own', () => {
    const values = [of(70, 25), of(90, 10), of(95, 9), of(null, 0), withheld]
    expect(rank(1, values)).toEqual({ ...plain, value: 2, n: 25, among: 2 })
    expect(rank(2, values)).toEqual({ ...plain, value: 1, n: 10, among: 2 })
  })

  test('is withheld of a place with too few answers, and none of one without a value', () => {
    const values = [of(70), of(95, 9), of(null, 40), withheld]
    expect(rank(2, values)).toMatchObject({
      ...{ value: null, n: 0, suppressed: true, why: 'No rank below 10 answers.', among: 1 },
    })
    expect(rank(3, values)).toEqual({ ...plain, value: null, n: 40, among: 1 })
    expect(rank(4, values)).toEqual({ ...plain, value: null, n: 0, suppressed: true, among: 1 })
    expect(rank(9, values)).toEqual({ ...plain, value: null, n: 0, among: 1 })
  })

  test('is withheld of the answers that state no place, which take nobody a rank', () => {
    const values = [of(95, 400), of(70), of(60)]
    const ranked = (unitId: number) => rank(unitId, values, false, ['-'])
    expect(ranked(1)).toMatchObject({ value: null, suppressed: true, why: 'Answers that state no unit have no rank.' })
    expect([ranked(2), ranked(3)].map(({ value, among }) => [value, among])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })

  test('is of counts whatever their size', () => {
    expect(rank(2, [of(3, 3), of(9, 9)], true)).toEqual({ ...plain, value: 1, n: 9, among: 2 })
  })
})
