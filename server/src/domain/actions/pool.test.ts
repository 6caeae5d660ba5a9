import { expect, test } from 'vitest'
import { meanEffect } from './pool.ts'

test('the mean of effects has a normal interval of 95 %', () => {
  const mean = meanEffect([
    { difference: 1, standardError: 0.5 },
    { difference: 1, standardError: 0.5 },
  ])
  expect(mean?.difference).toBe(1)
  expect(mean?.standardError).toBeCloseTo(0.5 / Math.sqrt(2), 12)
  expect(mean?.low).toBeCloseTo(1 - (1.959963984540054 * 0.5) / Math.sqrt(2), 12)
  expect(mean?.high).toBeCloseTo(1 + (1.959963984540054 * 0.5) / Math.sqrt(2), 12)
  expect(meanEffect([])).toBeNull()
})
