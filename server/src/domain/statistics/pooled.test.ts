import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pooled } from './pooled.ts'

/** Thirteen trials of a vaccine (Colditz 1994): cases and others, vaccinated and not. */
const trials = [
  [4, 119, 11, 128],
  [6, 300, 29, 274],
  [3, 228, 11, 209],
  [62, 13536, 248, 12619],
  [33, 5036, 47, 5761],
  [180, 1361, 372, 1079],
  [8, 2537, 10, 619],
  [505, 87886, 499, 87892],
  [29, 7470, 45, 7232],
  [17, 1699, 65, 1600],
  [186, 50448, 141, 27197],
  [5, 2493, 3, 2338],
  [27, 16886, 29, 17825],
] as const

const estimate = fc.record({
  value: fc.double({ min: -100, max: 100, noNaN: true }),
  variance: fc.double({ min: 1e-3, max: 100, noNaN: true }),
})

describe('the pooled mean', () => {
  test('is that of the literature', () => {
    const ratios = trials.map(([a, b, c, d]) => ({
      value: Math.log(a / (a + b) / (c / (c + d))),
      variance: 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d),
    }))
    const mean = pooled(ratios)
    // Viechtbauer 2010 (metafor), dat.bcg with method "DL": -0.7141, standard error 0.1787, tau squared 0.3088.
    expect(mean?.value).toBeCloseTo(-0.7141, 4)
    expect(Math.sqrt(mean?.variance ?? 0)).toBeCloseTo(0.1787, 4)
    expect(mean?.between).toBeCloseTo(0.3088, 4)
  })

  test('of one is that one, and of none is none', () => {
    expect(pooled([{ value: 3, variance: 2 }])).toEqual({ value: 3, variance: 2, between: 0 })
    expect(pooled([])).toBeNull()
  })

  test('counts an estimate without spread like the most exact of the others', () => {
    const others = [
      { value: 0, variance: 1 },
      { value: 1, variance: 4 },
    ]
    expect(pooled([...others, { value: 2, variance: 0 }])).toEqual(pooled([...others, { value: 2, variance: 1 }]))
    expect(pooled([0, 1, 5].map((value) => ({ value, variance: 0 })))).toEqual({ value: 2, variance: 0, between: 0 })
  })

  test('lies among its estimates, and is more exact than each where they agree', () => {
    fc.assert(
      fc.property(fc.array(estimate, { minLength: 1, maxLength: 20 }), (estimates) => {
        const mean = pooled(estimates)
        const values = estimates.map(({ value }) => value)
        expect(mean?.value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(mean?.value).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
        const alike = pooled(estimates.map(({ variance }) => ({ value: 1, variance })))
        expect(alike?.between).toBe(0)
        expect(alike?.variance).toBeLessThanOrEqual(Math.min(...estimates.map(({ variance }) => variance)) + 1e-9)
      }),
    )
  })
})
