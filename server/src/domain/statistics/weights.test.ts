import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveNOfSums, groupOfSums, restOfWeighted } from './weights.ts'
import type { WeightedGroup } from './weights.ts'

const answer = fc.record({
  value: fc.integer({ min: 0, max: 10 }),
  weight: fc.double({ min: 0.2, max: 5, noNaN: true }),
})
type Answer = { value: number; weight: number }

function sumsOf(answers: readonly Answer[]) {
  const sumOf = (of: (one: Answer) => number) => answers.reduce((sum, one) => sum + of(one), 0)
  return {
    sum: sumOf(({ weight }) => weight),
    squares: sumOf(({ weight }) => weight ** 2),
    values: sumOf(({ value, weight }) => weight * value),
    valueSquares: sumOf(({ value, weight }) => weight * value ** 2),
  }
}

function groupOf(answers: readonly Answer[]): WeightedGroup | null {
  const group = groupOfSums(sumsOf(answers))
  return group && { ...group, answers: answers.length, sum: sumsOf(answers).sum }
}

test('weighted answers have the effective number of Kish', () => {
  // (1 + 1 + 2)^2 / (1 + 1 + 4)
  expect(effectiveNOfSums(4, 6)).toBeCloseTo(16 / 6, 12)
  expect(effectiveNOfSums(0, 0)).toBe(0)
  expect(groupOfSums(sumsOf([1, 2, 6].map((value) => ({ value, weight: 2 }))))).toEqual({
    n: 3,
    mean: 3,
    variance: expect.closeTo(7, 9),
  })
  // Of weights 1 and 3 the effective number is 1.6.
  expect(groupOfSums({ sum: 4, squares: 10, values: 4, valueSquares: 4 })).toBeNull()
})

test('the rest of weighted answers is that of the answers themselves', () => {
  fc.assert(
    fc.property(
      fc.array(answer, { minLength: 4, maxLength: 30 }),
      fc.array(answer, { minLength: 4, maxLength: 30 }),
      (part, others) => {
        const [whole, own, rest] = [groupOf([...part, ...others]), groupOf(part), groupOf(others)]
        fc.pre(whole !== null && own !== null && rest !== null)
        const found = restOfWeighted(whole, own)
        expect(found?.n).toBeCloseTo(rest.n, 6)
        expect(found?.mean).toBeCloseTo(rest.mean, 6)
        expect(found?.variance).toBeCloseTo(rest.variance, 6)
      },
    ),
  )
})

test('too little is left of a whole, or sums were rounded', () => {
  const whole = { answers: 20, n: 15, sum: 20, mean: 5, variance: 4 }
  expect(restOfWeighted(whole, { ...whole, answers: 19, n: 14, sum: 18 })).toBeNull()
  expect(restOfWeighted(whole, { ...whole, sum: 20, answers: 10 })).toBeNull()
  // A part that is less exact than the whole as rounded allows: the rest counts as equally weighted.
  expect(restOfWeighted(whole, { ...whole, answers: 10, n: 3, sum: 10 })?.n).toBe(10)
})
