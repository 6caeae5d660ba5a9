import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random, WeightedList } from './random.ts'

const draws = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.next())

describe('random numbers', () => {
  test('are the same for the same seed and others for another', () => {
    expect(draws(new Random('a'), 20)).toEqual(draws(new Random('a'), 20))
    expect(draws(new Random('a'), 20)).not.toEqual(draws(new Random('b'), 20))
  })

  test('of a fork hang on its label alone, not on what was drawn before', () => {
    const fresh = new Random('a')
    const used = new Random('a')
    draws(used, 7)
    expect(draws(used.fork('x'), 5)).toEqual(draws(fresh.fork('x'), 5))
    expect(draws(fresh.fork('x'), 5)).not.toEqual(draws(fresh.fork('y'), 5))
  })

  test('lie within their bounds', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(40), (seed, from, span) => {
        const random = new Random(seed)
        for (let draw = 0; draw < 20; draw++) {
          const value = random.int(from, from + span)
          expect(Number.isInteger(value) && value >= from && value <= from + span).toBe(true)
        }
      }),
    )
  })

  test('are spread as they should be', () => {
    const random = new Random('spread')
    const values = Array.from({ length: 20_000 }, () => random.normal())
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    expect(mean).toBeCloseTo(0, 1)
    expect(variance).toBeCloseTo(1, 1)
  })

  test('pick by weight, and never what has none', () => {
    const random = new Random('weights')
    const list = new WeightedList(['a', 'b', 'c'], (item) => ({ a: 1, b: 0, c: 3 })[item] ?? 0)
    const picked = Array.from({ length: 4_000 }, () => list.pick(random))
    expect(picked).not.toContain('b')
    expect(picked.filter((item) => item === 'c').length / picked.length).toBeCloseTo(0.75, 1)
    expect(() => new WeightedList(['a'], () => 0)).toThrow('No element has a weight')
    expect(() => random.pick([])).toThrow('nothing to pick from')
  })
})
