import { describe, expect, test } from 'vitest'
import { atLeast, isDominated, meanOf, nextMembers, spreadOf } from './pool-rules.ts'
import { poolSpan, spanBefore } from './pool-span.ts'

describe('whose figures are published next', () => {
  const first = [1, 2, 3, 4]

  test('nobody’s, where one would see fewer than three others', () => {
    expect(nextMembers([1, 2, 3], [])).toBeNull()
    expect(nextMembers(first, [])).toEqual(first)
  })

  test('the same ones’, as long as fewer than three are new', () => {
    expect(nextMembers([...first, 5], [first])).toEqual(first)
    expect(nextMembers([...first, 5, 6], [first])).toEqual(first)
    expect(nextMembers([...first, 5, 6, 7], [first])).toEqual([...first, 5, 6, 7])
  })

  test('nobody’s, where one or two have left and too few came for them', () => {
    const five = [...first, 5]
    expect(nextMembers(first, [five])).toBeNull()
    expect(nextMembers([...first, 6], [five])).toBeNull()
    expect(nextMembers([...first, 6, 7], [five])).toEqual([...first, 6, 7])
  })

  test('differ from every earlier publication of the same days, not from the last alone', () => {
    const [before, last] = [
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5, 6, 7],
    ]
    // Three fewer than the last one, and one more than the one before.
    expect(nextMembers([1, 2, 3, 4, 5], [last])).toBeNull()
    expect(nextMembers([1, 2, 3, 5, 8], [last, before])).toEqual([1, 2, 3, 5, 8])
    expect(nextMembers([1, 2, 3, 4, 8], [last])).toEqual([1, 2, 3, 4, 8])
    expect(nextMembers([1, 2, 3, 4, 8], [last, before])).toBeNull()
  })
})

const parts = (values: readonly number[]) => values.map((value) => ({ value }))

test('each organisation counts once', () => {
  expect(meanOf(parts([50, 60, 80]))).toBe(63.3)
})

describe('median and quartiles', () => {
  test('are of eight organisations or more', () => {
    expect(spreadOf(parts([1, 2, 3, 4, 5, 6, 7]))).toBeNull()
    expect(spreadOf(parts([8, 7, 6, 5, 4, 3, 2, 1]))).toEqual({ lower: 2.5, median: 4.5, upper: 6.5 })
  })

  test.each([8, 9, 10, 11, 12, 13, 25, 40])(
    'of %i organisations each is of two or three, and none is in two',
    (count) => {
      // Powers of two, so that a sum tells which ones it is of.
      const values = Array.from({ length: count }, (_, at) => 2 ** at * 60)
      const of = (share: number | undefined) =>
        [2, 3].flatMap((size) => {
          const sum = ((share ?? 0) * size) / 60
          const places = values.flatMap((_, at) => (Math.floor(Math.round(sum) / 2 ** at) % 2 === 1 ? [at] : []))
          return Math.abs(sum - Math.round(sum)) < 1e-6 && places.length === size ? [places] : []
        })
      const spread = spreadOf(parts(values))
      const groups = [spread?.lower, spread?.median, spread?.upper].map((one) => of(one)[0] ?? [])
      expect(groups.map(({ length }) => length >= 2)).toEqual([true, true, true])
      const all = groups.flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBeLessThanOrEqual(count - 2)
    },
  )
})

test('one with more than half of all answers dominates the others', () => {
  expect(isDominated([{ n: 50 }, { n: 30 }, { n: 20 }])).toBe(false)
  expect(isDominated([{ n: 51 }, { n: 30 }, { n: 20 }])).toBe(true)
})

test('the number of organisations is told in steps', () => {
  expect([3, 4, 5, 7, 8, 12, 25, 1000].map(atLeast)).toEqual([3, 3, 5, 5, 8, 10, 20, 100])
})

test('figures are of the four quarters that ended a month ago', () => {
  expect(poolSpan('2026-01-31')).toEqual({ from: '2024-10-01', to: '2025-10-01' })
  expect(poolSpan('2026-02-01')).toEqual({ from: '2025-01-01', to: '2026-01-01' })
  expect(spanBefore('2026-01-01')).toEqual(poolSpan('2026-02-10'))
})
