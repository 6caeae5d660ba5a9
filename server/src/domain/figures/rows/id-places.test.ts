import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdPlaces } from './id-places.ts'

test('ids have places in the order they come in, whether they lie near each other, far apart or between whole numbers', () => {
  const near = fc.integer({ min: 400, max: 460 })
  const far = fc.constantFrom(-3, 0, 7, 2 ** 40, 1e300, 0.5, 2.25)
  const lists = fc.oneof(
    fc.array(fc.array(fc.oneof(near, fc.constant(NaN))), { maxLength: 3 }),
    fc.array(fc.array(fc.oneof(near, far, fc.constant(NaN))), { maxLength: 3 }),
  )
  fc.assert(
    fc.property(lists, (given) => {
      const places = new IdPlaces(given.map((list) => Float64Array.from(list)))
      const wanted = [...new Set(given.flat())]
      expect([...places.ids]).toEqual(wanted)
      expect(wanted.map((id) => places.placeOf(id))).toEqual(wanted.map((_, at) => at))
      for (const other of [399, 461, -1, 1.5, 430.5, Infinity, -Infinity]) expect(places.placeOf(other)).toBe(-1)
      if (!wanted.some(Number.isNaN)) expect(places.placeOf(NaN)).toBe(-1)
    }),
    { numRuns: 500 },
  )
})
