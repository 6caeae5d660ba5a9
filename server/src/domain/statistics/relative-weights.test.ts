import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relativeWeights } from './relative-weights.ts'
import { symmetricEigen } from './symmetric-eigen.ts'
import type { Matrix } from './symmetric-eigen.ts'

/** Correlations of what is made of independent parts: any such matrix is one of real answers. */
function correlationsOf(rows: readonly (readonly number[])[]): number[][] {
  const length = (row: readonly number[]): number => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
  return rows.map((a) =>
    rows.map((b) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / (length(a) * length(b))),
  )
}

/** R squared of the regression on some of the variables, by elimination. */
function explained(between: Matrix, withScore: readonly number[], by: readonly number[]): number {
  const rows = by.map((j) => [...by.map((k) => between[j]?.[k] ?? 0), withScore[j] ?? 0])
  for (let at = 0; at < by.length; at++) {
    const pivot = rows[at] ?? []
    for (const [other, row] of rows.entries()) {
      if (other === at) continue
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let k = 0; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  return by.reduce(
    (sum, j, at) => sum + ((rows[at]?.[by.length] ?? 0) / (rows[at]?.[at] ?? 1)) * (withScore[j] ?? 0),
    0,
  )
}

/** What each variable adds to R squared, on average over all orders of them (Lindeman, Merenda and Gold 1980). */
function averagedOverOrders(between: Matrix, withScore: readonly number[]): number[] {
  const all = withScore.map((_, j) => j)
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  return all.map((j) => {
    const others = all.filter((k) => k !== j)
    let sum = 0
    for (let bits = 0; bits < 2 ** others.length; bits++) {
      const some = others.filter((_, at) => (bits >> at) % 2 === 1)
      const orders = factorial(some.length) * factorial(others.length - some.length)
      sum += orders * (explained(between, withScore, [...some, j]) - explained(between, withScore, some))
    }
    return sum / factorial(all.length)
  })
}

const answers = (count: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), {
    minLength: count,
    maxLength: count,
  })

/** Variables that share a part, and a score that they all go with, as questions of a survey do. */
const alike = (count: number) =>
  answers(count + 1).map((rows) => {
    const own = rows.map((row, j) => row.map((value, at) => value * 0.5 + (at === j ? 1 : 0) + (at === 11 ? 0.7 : 0)))
    const score = own.reduce<number[]>((sum, row) => row.map((value, at) => value + (sum[at] ?? 0)), [])
    const of = correlationsOf([score, ...own.slice(0, count)])
    return { between: of.slice(1).map((row) => row.slice(1)), withScore: (of[0] ?? []).slice(1) }
  })

describe('relative weights', () => {
  test('of a published example: miles per gallon by cylinders, displacement, horsepower and gears', () => {
    // Correlations of the data set mtcars of R; weights as published with the package rwa.
    const between = [
      [1, 0.9020329, 0.8324475, -0.4926866],
      [0.9020329, 1, 0.7909486, -0.5555692],
      [0.8324475, 0.7909486, 1, -0.1257043],
      [-0.4926866, -0.5555692, -0.1257043, 1],
    ]
    const { r2, weights } = relativeWeights(between, [-0.852162, -0.8475514, -0.7761684, 0.4802848])
    expect(r2).toBeCloseTo(0.7791896, 5)
    for (const [at, published] of [0.2284797, 0.2221469, 0.2321744, 0.0963886].entries())
      expect(weights[at]).toBeCloseTo(published, 5)
  })

  test('of two variables are exactly what both orders of them give on average', () => {
    fc.assert(
      fc.property(alike(2), ({ between, withScore }) => {
        const orders = averagedOverOrders(between, withScore)
        for (const [at, weight] of relativeWeights(between, withScore).weights.entries())
          expect(weight).toBeCloseTo(orders[at] ?? Number.NaN, 8)
      }),
    )
  })

  test('of more are nearly what all orders of them give on average, for questions with a part in common', () => {
    const share = fc.double({ min: 0.5, max: 0.85, noNaN: true })
    fc.assert(
      fc.property(fc.array(share, { minLength: 3, maxLength: 6 }), share, (parts, score) => {
        const between = parts.map((a, j) => parts.map((b, k) => (j === k ? 1 : a * b)))
        const withScore = parts.map((part) => part * score)
        const orders = averagedOverOrders(between, withScore)
        for (const [at, weight] of relativeWeights(between, withScore).weights.entries())
          expect(Math.abs(weight - (orders[at] ?? Number.NaN))).toBeLessThan(0.02)
      }),
      { seed: 2000 },
    )
  })

  test('are never negative and sum to R squared, which no variable moves by its scale or its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }).chain(alike), ({ between, withScore }) => {
        const { r2, weights } = relativeWeights(between, withScore)
        const all = withScore.map((_, at) => at)
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0)
        expect(r2).toBeCloseTo(explained(between, withScore, all), 8)
        const turned = relativeWeights(
          between.toReversed().map((row) => row.toReversed()),
          withScore.toReversed(),
        )
        for (const [at, weight] of turned.weights.toReversed().entries())
          expect(weight).toBeCloseTo(weights[at] ?? 0, 8)
      }),
    )
  })

  test('of uncorrelated variables are their squared correlations', () => {
    const { r2, weights } = relativeWeights(
      [
        [1, 0],
        [0, 1],
      ],
      [0.6, 0.3],
    )
    expect(weights).toEqual([expect.closeTo(0.36, 12), expect.closeTo(0.09, 12)])
    expect(r2).toBeCloseTo(0.45, 12)
  })

  test('of a variable that is there twice are halves', () => {
    const { r2, weights } = relativeWeights(
      [
        [1, 1],
        [1, 1],
      ],
      [0.8, 0.8],
    )
    expect(r2).toBeCloseTo(0.64, 12)
    expect(weights).toEqual([expect.closeTo(0.32, 12), expect.closeTo(0.32, 12)])
  })
})

test('eigenvectors are orthonormal, and make the matrix again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }).chain(answers), (rows) => {
      const matrix = rows.map((a) => rows.map((b) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)))
      const { values, vectors } = symmetricEigen(matrix)
      for (const [i, left] of vectors.entries())
        for (const [j, right] of vectors.entries()) {
          expect(left.reduce((sum, value, k) => sum + value * (right[k] ?? 0), 0)).toBeCloseTo(i === j ? 1 : 0, 9)
          const again = left.reduce((sum, value, k) => sum + value * (values[k] ?? 0) * (right[k] ?? 0), 0)
          expect(again).toBeCloseTo(matrix[i]?.[j] ?? Number.NaN, 9)
        }
    }),
  )
  expect(() =>
    symmetricEigen([
      [Number.NaN, 1],
      [1, 0],
    ]),
  ).toThrow(RangeError)
})
