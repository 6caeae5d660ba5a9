import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const columns = [{ renderType: 'string' }, { renderType: 'number' }, { renderType: 'number' }] as const

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
