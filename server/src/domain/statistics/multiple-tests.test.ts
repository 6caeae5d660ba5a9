import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { twoSided } from './differences.ts'
import { benjaminiHochberg, largestOfShare, leastDistance } from './multiple-tests.ts'

describe('adjusted probabilities', () => {
  test('are those of the literature', () => {
    // Benjamini and Hochberg 1995, section 3.2: at 5 % the first four of fifteen hypotheses are rejected.
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ]
    expect(benjaminiHochberg(published).map((p) => (p ?? 1) <= 0.05)).toEqual(published.map((_, at) => at < 4))
    // As R's p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "BH").
    for (const p of benjaminiHochberg([0.05, 0.01, 0.04, 0.02, 0.03])) expect(p).toBeCloseTo(0.05, 12)
    expect(benjaminiHochberg([0.5, null, 0.01])).toEqual([0.5, null, 0.02])
  })

  test('are never smaller than the probabilities, and keep their order', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(p, { maxLength: 40 }), (list) => {
        const adjusted = benjaminiHochberg(list).map((one) => one ?? NaN)
        list.forEach((one, at) => {
          expect(adjusted[at]).toBeGreaterThanOrEqual(one * (1 - 1e-12))
          list.forEach((other, to) => {
            if (one < other) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[to] ?? NaN)
          })
        })
      }),
      { numRuns: 50 },
    )
  })
})

describe('the largest probability that is left', () => {
  const p = fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.02, noNaN: true }),
    fc.constantFrom(0, 0.01, 0.05),
  )

  test('parts those that are from the others, also where the others are not given', () => {
    let some = 0
    fc.assert(
      fc.property(fc.array(p, { maxLength: 40 }), fc.nat(40), (list, others) => {
        const all = [...list, ...Array.from({ length: others }, () => 1)]
        const largest = largestOfShare(Float64Array.from(list), all.length, 0.05)
        const wanted = benjaminiHochberg(all).map((one) => (one ?? 1) <= 0.05)
        expect(all.map((one) => one <= largest)).toEqual(wanted)
        if (wanted.includes(true) && wanted.includes(false)) some++
      }),
      { numRuns: 500 },
    )
    expect(some).toBeGreaterThan(20)
  })
})

describe('the least distance of a test that can be said to differ', () => {
  const said = (distances: readonly number[], degrees: readonly number[], least: number): boolean[] =>
    benjaminiHochberg(
      distances.map((distance, at) => (distance < least ? 1 : twoSided(distance, degrees[at] ?? Infinity))),
    ).map((p) => (p ?? 1) <= 0.05)

  test('leaves out none that is, whatever the degrees of freedom', () => {
    const one = fc.record({
      distance: fc.double({ min: 0, max: 6, noNaN: true }),
      df: fc.constantFrom(3, 12, 40, 2000, Infinity),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (tests) => {
        const distances = tests.map(({ distance }) => distance)
        const degrees = tests.map(({ df }) => df)
        const least = leastDistance(Float64Array.from(distances), 0.05)
        expect(said(distances, degrees, least)).toEqual(said(distances, degrees, 0))
      }),
    )
  })

  test('is that of one test alone where one is far out, and infinite without any', () => {
    expect(leastDistance(Float64Array.of(9), 0.05)).toBeCloseTo(1.96, 2)
    // 0.05 / 4 is two-sided 2.498.
    expect(leastDistance(Float64Array.of(9, NaN, 0, 0, 0), 0.05)).toBeCloseTo(2.4977, 4)
    expect(leastDistance(Float64Array.of(0, 1, 1.5), 0.05)).toBe(Infinity)
    expect(leastDistance(Float64Array.of(NaN), 0.05)).toBe(Infinity)
    expect(leastDistance(new Float64Array(), 0.05)).toBe(Infinity)
  })
})
