import { describe, expect, test } from 'vitest'
import { competitionRanks } from './sibling-rank.ts'

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
