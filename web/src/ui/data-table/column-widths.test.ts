import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const columns = [{ title: 'Airline' }, { width: 92, title: 'CSI' }, { width: 92, title: 'NPS' }]

test('columns fill the room, the first taking most of it', () => {
  const widths = columnWidths(columns, 1000)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1000)
  expect(widths[0]).toBeGreaterThan(widths[1] ?? 0)
  expect(widths[1]).toBe(widths[2])
})

test('without room each keeps what it needs', () => {
  const [name = 0, ...others] = columnWidths(columns, 200)
  expect(name).toBeGreaterThanOrEqual(160)
  expect(others.every((width) => width >= 80)).toBe(true)
})

test('a heading is not broken inside a word, and a sentence does not widen its column without end', () => {
  const widthOf = (title: string): number => columnWidths([...columns, { width: 92, title }], 200)[3] ?? 0
  expect(widthOf('Cleanliness')).toBeGreaterThan(widthOf('CSI'))
  expect(widthOf('Would you recommend us to a friend')).toBe(
    widthOf('Would you recommend us to friends and colleagues'),
  )
})
