import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMissingWord } from './missing-words.ts'
import { numberWith, readNumber } from './number-text.ts'

test.each([
  ['5', 5, 5],
  ['-12', -12, -12],
  ['−3', -3, -3],
  ['4.5', 4.5, null],
  ['4,5', null, 4.5],
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1234],
  ['1,234.50', 1234.5, null],
  ['1.234,50', null, 1234.5],
  ['1 234,5', null, 1234.5],
  ['1\u00a0234\u00a0567', 1234567, 1234567],
  ["1'234.5", 1234.5, null],
  ['85 %', 85, 85],
  ['€ 12.50', 12.5, null],
  ['129 kr', 129, 129],
  ['1e3', 1000, null],
  ['.5', 0.5, null],
])('%s is %s with a decimal point and %s with a comma', (text, dot, comma) => {
  expect(readNumber(text)).toMatchObject({ dot, comma })
})

test.each(['', 'abc', '12a', '1.2.3', '2024-01-02', '12:30', '1234567890123456', '--5', '5-', '=1+1'])(
  '%s is no number',
  (text) => {
    expect(readNumber(text)).toMatchObject({ dot: null, comma: null })
  },
)

test('leading zeros are seen', () => {
  expect([readNumber('007').leadingZero, readNumber('0').leadingZero, readNumber('0.7').leadingZero]).toEqual([
    true,
    false,
    false,
  ])
})

test('every number is read back as written, with either mark', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, part) => {
      const decimals = String(part).padStart(2, '0')
      const value = Number(`${whole}.${decimals}`)
      expect(numberWith('.', `${whole}.${decimals}`)).toBe(value)
      expect(numberWith(',', `${whole},${decimals}`)).toBe(value)
      expect(numberWith(',', `${whole.toLocaleString('de-DE')},${decimals}`)).toBe(value)
      expect(numberWith('.', `${whole.toLocaleString('en-US')}.${decimals}`)).toBe(value)
    }),
  )
})

test.each([
  'N/A',
  'na',
  '-',
  '–',
  'NULL',
  'Vet ej',
  'vet ikke',
  'Ved ikke.',
  'ei osaa sanoa',
  "Don't know",
  'No  answer',
  '#N/A',
])('"%s" says that nothing was answered', (text) => expect(isMissingWord(text)).toBe(true))

test.each(['0', 'No', 'none', 'Nej', 'unknown', 'Other', 'not good at all', 'Natal'])('"%s" is an answer', (text) => {
  expect(isMissingWord(text)).toBe(false)
})
