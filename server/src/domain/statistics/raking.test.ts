import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raked, sharesWith, usualLimits } from './raking.ts'
import type { Margin, Raked } from './raking.ts'

async function weightsOf(margins: readonly Margin[], counts: readonly number[], limits = usualLimits): Promise<Raked> {
  const result = await raked(margins, counts, limits)
  if (!('weights' in result)) throw new Error(String(result))
  return result
}

async function wordsOf(margins: readonly Margin[], counts: readonly number[], limits = usualLimits): Promise<string> {
  return String(await raked(margins, counts, limits))
}

const sexes = { name: 'sex', values: ['male', 'female'] }
const ages = { name: 'age', values: ['young', 'old'] }

describe('raking', () => {
  test('meets all shares and keeps the relations inside of the table', async () => {
    const count = fc.integer({ min: 1, max: 15 })
    const share = fc.double({ min: 0.3, max: 0.7, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.tuple(count, count, count, count), share, share, async (counts, male, young) => {
        const margins = [
          { ...sexes, of: [0, 0, 1, 1], shares: [male, 1 - male] },
          { ...ages, of: [0, 1, 0, 1], shares: [young, 1 - young] },
        ]
        const { weights, effectiveN } = await weightsOf(margins, counts, { least: 1e-9, most: 1e9 })
        const mass = weights.map((weight, at) => weight * (counts[at] ?? 0))
        const [a = 0, b = 0, c = 0, d = 0] = mass
        const whole = a + b + c + d
        expect((a + b) / whole).toBeCloseTo(male, 5)
        expect((a + c) / whole).toBeCloseTo(young, 5)
        for (const [at, margin] of margins.entries())
          expect(sharesWith(weights, margin, counts)[0]).toBeCloseTo(at === 0 ? male : young, 5)
        // Iterative proportional fitting leaves the cross-product ratio of the weights at 1.
        const [wa = 0, wb = 0, wc = 0, wd = 0] = weights
        expect((wa * wd) / (wb * wc)).toBeCloseTo(1, 9)
        // Answer by answer: (sum of w)^2 / (sum of w^2).
        const each = counts.flatMap((n, at) => Array.from({ length: n }, () => weights[at] ?? 0))
        const sum = each.reduce((total, weight) => total + weight, 0)
        const squares = each.reduce((total, weight) => total + weight * weight, 0)
        expect(effectiveN).toBeCloseTo((sum * sum) / squares, 9)
        expect(effectiveN).toBeLessThanOrEqual(each.length + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  test('gives cells the weights that their answers have one by one', async () => {
    const cells = [
      { ...sexes, of: [0, 0, 1, null], shares: [0.5, 0.5] },
      { ...ages, of: [0, 1, 0, 1], shares: [0.4, 0.6] },
    ]
    const counts = [5, 3, 2, 4]
    const places = counts.flatMap((n, at) => Array.from({ length: n }, () => at))
    const single = cells.map((margin) => ({ ...margin, of: places.map((at) => margin.of[at] ?? null) }))
    const together = await weightsOf(cells, counts)
    const apart = await weightsOf(
      single,
      places.map(() => 1),
    )
    for (const [answer, at] of places.entries()) expect(apart.weights[answer]).toBeCloseTo(together.weights[at] ?? 0, 9)
    expect(apart.effectiveN).toBeCloseTo(together.effectiveN, 9)
    expect(apart.limited).toBe(together.limited)
  })

  test('keeps weights within the limits, and leaves answers of unknown value their part', async () => {
    const { weights } = await weightsOf([{ ...sexes, of: [0, 1, null], shares: [0.5, 0.5] }], [3, 1, 1])
    expect(weights.map((weight) => Number(weight.toFixed(6)))).toEqual([0.666667, 2, 1])
    const few = { ...sexes, of: [0, 1], shares: [0.5, 0.5] }
    expect(await wordsOf([few], [99, 1])).toBe(
      'The shares of "sex" cannot be met: some answers would count too much or too little.',
    )
    // Two of ten at the limit of 2, met together with the other margin.
    const most = await weightsOf([{ ...sexes, of: [0, 1], shares: [0.6, 0.4] }], [8, 2], { least: 0.2, most: 2 })
    expect(most.weights.map((weight) => Number(weight.toFixed(6)))).toEqual([0.75, 2])
    expect(most.limited).toBe(2)
  })

  test('says what cannot be met, and where', async () => {
    const of = [0, 1]
    expect(await wordsOf([{ ...sexes, of, shares: [0.5, 0.4] }], [2, 1])).toBe(
      'The shares of "sex" do not add up to 100 percent.',
    )
    const three = { name: 'sex', values: ['male', 'female', 'other'] }
    expect(await wordsOf([{ ...three, of, shares: [0.4, 0.4, 0.2] }], [2, 1])).toBe(
      'The shares of "sex" cannot be met: nobody answered "other".',
    )
    expect(await wordsOf([{ ...sexes, of, shares: [1, 0] }], [2, 1])).toBe(
      'The shares of "sex" cannot be met: "female" has answers and the share 0.',
    )
  })
})
