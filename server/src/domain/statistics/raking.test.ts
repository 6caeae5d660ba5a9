import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raked, usualLimits } from './raking.ts'
import type { Margin, Raked } from './raking.ts'
import { designEffect, effectiveN, weightedGroup } from './weights.ts'

/** Answers of a table of sex by age, cell by cell. */
function answersOf(table: readonly (readonly number[])[]) {
  const cells = table.flatMap((row, sex) => row.flatMap((n, age) => Array.from({ length: n }, () => ({ sex, age }))))
  return { sex: cells.map(({ sex }) => sex), age: cells.map(({ age }) => age), n: cells.length }
}

function weightsOf(margins: readonly Margin[], n: number, limits = usualLimits): Raked {
  const result = raked(margins, n, limits)
  if (!('weights' in result)) throw new Error(String(result))
  return result
}

const wordsOf = (margins: readonly Margin[], n: number, limits = usualLimits): string =>
  String(raked(margins, n, limits))

describe('weights', () => {
  test('have the effective number of Kish', () => {
    // (1 + 1 + 2)^2 / (1 + 1 + 4)
    expect(effectiveN([1, 1, 2])).toBeCloseTo(16 / 6, 12)
    expect(designEffect([1, 1, 2])).toBeCloseTo(18 / 16, 12)
    expect(effectiveN([])).toBe(0)
    expect(weightedGroup([1, 2, 6], [2, 2, 2])).toEqual({ n: 3, mean: 3, variance: 7 })
    expect(weightedGroup([1, 2], [1, 0])).toBeNull()
  })
})

describe('raking', () => {
  test('meets all shares and keeps the relations inside of the table', () => {
    const count = fc.integer({ min: 1, max: 15 })
    const share = fc.double({ min: 0.3, max: 0.7, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(count, count, count, count), share, share, ([a, b, c, d], male, young) => {
        const { sex, age, n } = answersOf([
          [a, b],
          [c, d],
        ])
        const margins = [
          { name: 'sex', of: sex, shares: [male, 1 - male] },
          { name: 'age', of: age, shares: [young, 1 - young] },
        ]
        const { weights, effectiveN: effective } = weightsOf(margins, n, { least: 1e-9, most: 1e9 })
        const cell = (of: number, and: number) => weights.findIndex((_, at) => sex[at] === of && age[at] === and)
        const weight = (of: number, and: number) => weights[cell(of, and)] ?? NaN
        const sum = (of: (at: number) => boolean) => weights.filter((_, at) => of(at)).reduce((x, y) => x + y, 0)
        expect(sum((at) => sex[at] === 0) / sum(() => true)).toBeCloseTo(male, 5)
        expect(sum((at) => age[at] === 0) / sum(() => true)).toBeCloseTo(young, 5)
        // Iterative proportional fitting leaves the cross-product ratio of the weights at 1.
        expect((weight(0, 0) * weight(1, 1)) / (weight(0, 1) * weight(1, 0))).toBeCloseTo(1, 9)
        expect(effective).toBeLessThanOrEqual(n + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  test('keeps weights within the limits, and leaves answers of unknown value their part', () => {
    const sex = [0, 0, 0, 1, null]
    const { weights } = weightsOf([{ name: 'sex', of: sex, shares: [0.5, 0.5] }], 5)
    expect(weights.map((weight) => Number(weight.toFixed(6)))).toEqual([0.666667, 0.666667, 0.666667, 2, 1])
    const few = { name: 'sex', of: [...Array.from({ length: 99 }, () => 0), 1], shares: [0.5, 0.5] }
    expect(wordsOf([few], 100)).toBe(
      'The shares of "sex" cannot be met: some answers would count too much or too little.',
    )
  })

  test('says what cannot be met', () => {
    const sex = [0, 0, 1]
    expect(wordsOf([{ name: 'sex', of: sex, shares: [0.5, 0.4] }], 3)).toBe(
      'The shares of "sex" do not add up to 100 percent.',
    )
    expect(wordsOf([{ name: 'sex', of: sex, shares: [0.4, 0.4, 0.2] }], 3)).toBe(
      'The shares of "sex" cannot be met: one of its values has no answers.',
    )
    expect(wordsOf([{ name: 'sex', of: sex, shares: [1, 0] }], 3)).toBe(
      'The shares of "sex" cannot be met: a value with answers has the share 0.',
    )
  })
})
