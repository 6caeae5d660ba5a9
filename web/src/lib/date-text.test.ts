import { fromDayNumber } from '@gensvar/contract/dates'
import { locales } from '@gensvar/contract/local-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText, readDate } from './date-text.ts'

test('reads what it writes, in every language', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...locales), (day, locale) => {
      const isoDate = fromDayNumber(day)
      expect(readDate(dateText(isoDate, locale))).toBe(isoDate)
    }),
  )
})

test.each([
  ['1.2.2026', '2026-02-01'],
  ['1/2/2026', '2026-02-01'],
  [' 2026-2-1 ', '2026-02-01'],
  ['29.2.2024', '2024-02-29'],
  ['29.2.2026', null],
  ['2026', null],
  ['tomorrow', null],
  ['', null],
])('reads "%s" as %s', (text, isoDate) => {
  expect(readDate(text)).toBe(isoDate)
})
