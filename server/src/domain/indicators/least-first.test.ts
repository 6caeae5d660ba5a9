import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastFirst } from './least-first.ts'

/** The same by a function that compares. */
function sortedByComparing(numbers: readonly number[]): number[] {
  return [...numbers.keys()]
    .filter((at) => !Number.isNaN(numbers[at]))
    .toSorted((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0) || one - other)
}

const orderOf = (numbers: readonly number[]): number[] => Array.from(leastFirst(Float64Array.from(numbers)))

describe('numbers, the least first', () => {
  test('are in the order that comparing them gives, equal ones as they come, without what is no number', () => {
    const number = fc.oneof(
      fc.double({ noDefaultInfinity: true, min: -1e300, max: 1e300 }),
      fc.integer({ min: -3, max: 3 }),
    )
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), (numbers) => {
        expect(orderOf(numbers)).toEqual(sortedByComparing(numbers))
      }),
    )
  })

  test('may be none, one, all alike or all missing', () => {
    expect(orderOf([])).toEqual([])
    expect(orderOf([7])).toEqual([0])
    expect(orderOf([NaN, 7])).toEqual([1])
    expect(orderOf([NaN, NaN])).toEqual([])
    expect(orderOf([5, 5, 5])).toEqual([0, 1, 2])
    expect(orderOf([0, -0, 0])).toEqual([0, 1, 2])
    expect(orderOf([0, -5e-324])).toEqual([1, 0])
  })

  test('may lie close together but for one far away', () => {
    const numbers = Array.from({ length: 1000 }, (_, at) => (at === 500 ? 1e12 : (at * 7919) % 1009))
    expect(orderOf(numbers)).toEqual(sortedByComparing(numbers))
  })
})
