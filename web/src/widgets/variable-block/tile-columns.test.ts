import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tileColumns } from './tile-columns.ts'

test.each([
  // tiles, width, columns, columns of the main tile
  [5, 840, 5, 1],
  [6, 840, 3, 1],
  [3, 410, 2, 2],
  [5, 358, 2, 2],
  [4, 520, 2, 1],
  [1, 840, 1, 1],
  [7, 700, 4, 2],
  [3, 100, 1, 1],
])('%i tiles in %i pixels stand in %i columns, the main one over %i', (count, width, columns, mainSpan) => {
  expect(tileColumns(count, width)).toEqual({ columns, mainSpan })
})

test('tiles always fill their rows, with the fewest rows the width allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3000 }), (count, width) => {
      const { columns, mainSpan } = tileColumns(count, width)
      expect(mainSpan).toBeLessThanOrEqual(columns)
      expect((count - 1 + mainSpan) % columns).toBe(0)
      expect(columns === 1 || columns * 148 + (columns - 1) * 16 <= width).toBe(true)
    }),
  )
})
