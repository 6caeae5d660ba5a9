import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnOn, scaleOf } from './effect-scale.ts'

const helped = { difference: 0.6, low: 0.2, high: 1 }
const worse = { difference: -0.4, low: -0.9, high: 0.1 }

test('the scale of an item holds the intervals of all its effects, and zero', () => {
  const scale = scaleOf([helped, worse])
  expect(scale?.from).toBeCloseTo(-0.9 - 0.06 * 1.9)
  expect(scale?.to).toBeCloseTo(1 + 0.06 * 1.9)
  expect(scaleOf([{ difference: 3, low: 2, high: 4 }])?.from).toBeCloseTo(-0.24)
  expect(scaleOf([])).toBeNull()
})

test('effects of an item stand on one scale: what is larger lies further to the right', () => {
  const scale = scaleOf([helped, worse])
  if (scale === null) throw new Error('no scale')
  const [right, left] = [drawnOn(scale, helped), drawnOn(scale, worse)]
  expect(right.zero).toBe(left.zero)
  expect(left.dot).toBeLessThan(left.zero)
  expect(right.low).toBeGreaterThan(right.zero)
  expect(right.dot).toBeGreaterThan(left.dot)
  expect((right.dot - left.dot) / (right.high - left.low)).toBeCloseTo(1 / 1.9)
})

test('everything drawn lies within the scale, in its order', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  const effect = fc
    .tuple(value, value, value)
    .map((ends) => ends.toSorted((a, b) => a - b))
    .map(([low = 0, difference = 0, high = 0]) => ({ low, difference, high }))
  fc.assert(
    fc.property(fc.array(effect, { minLength: 1, maxLength: 8 }), (effects) => {
      const scale = scaleOf(effects)
      if (scale === null) throw new Error('no scale')
      for (const one of effects) {
        const { zero, dot, low, high } = drawnOn(scale, one)
        for (const position of [zero, dot, low, high]) {
          expect(position).toBeGreaterThanOrEqual(0)
          expect(position).toBeLessThanOrEqual(100)
        }
        expect(low).toBeLessThanOrEqual(dot)
        expect(dot).toBeLessThanOrEqual(high)
      }
    }),
  )
})
