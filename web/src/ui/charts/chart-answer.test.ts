import { expect, test } from 'vitest'
import { isFew } from './chart-answer.ts'

test('fewer answers than the least are few; an unknown number is not, and counts never are', () => {
  expect([29, 30, null, undefined].map((n) => isFew(n, 30))).toEqual([true, false, false, false])
  expect(isFew(3, null)).toBe(false)
})
