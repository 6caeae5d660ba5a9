import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTo } from '#server/domain/indicators/goal.ts'
import { toTenths } from './tenths.ts'

test('a number in tenths is shown like the exact one, with one decimal and with none', () => {
  expect([81.47, 81.44, 81.52, -81.47].map((one) => roundTo(toTenths(one), 0))).toEqual([81, 81, 82, -81])
  fc.assert(
    fc.property(fc.integer({ min: -2_000, max: 2_000 }), (steps) => {
      const exact = steps / 200
      for (const decimals of [0, 1]) expect(roundTo(toTenths(exact), decimals)).toBeCloseTo(roundTo(exact, decimals), 9)
      expect(Math.abs(toTenths(exact) - exact)).toBeLessThanOrEqual(0.0501)
    }),
  )
})
