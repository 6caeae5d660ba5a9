import { expect, test } from 'vitest'
import { joinFilterValues, splitFilterValues } from './user-filters.ts'

test('values of a user question filter are joined by semicolons, and read again as they were (USERS-27)', () => {
  expect(joinFilterValues(['Oslo', 'Stockholm'])).toBe('Oslo;Stockholm')
  expect(splitFilterValues('Oslo; Stockholm;;Oslo ')).toEqual(['Oslo', 'Stockholm'])
  expect(splitFilterValues('')).toEqual([])
  const odd = ['A;B', String.raw`back\slash`, 'plain', String.raw`end\ `.trim()]
  expect(splitFilterValues(joinFilterValues(odd))).toEqual(odd)
})
