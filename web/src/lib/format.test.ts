import { describe, expect, test } from 'vitest'
import { decimalsOf, formatIn } from './format.ts'

describe('numbers', () => {
  test.each([
    ['en', '1,234.5'],
    ['sv', '1\u{a0}234,5'],
    ['no', '1\u{a0}234,5'],
    ['da', '1.234,5'],
    ['fi', '1\u{a0}234,5'],
  ] as const)('%s writes %s', (locale, written) => {
    expect(formatIn(locale).number(1234.5, 1)).toBe(written)
  })

  test('have no decimals unless asked for, and shares have one', () => {
    expect(formatIn('en').number(0.6)).toBe('1')
    expect(formatIn('en').percent(45.25)).toBe('45.3\u{a0}%')
  })

  test.each(['en', 'sv', 'no', 'da', 'fi'] as const)(
    'below zero have a minus sign in %s, and zero has none',
    (locale) => {
      const format = formatIn(locale)
      expect(format.number(-1.5, 1)).toMatch(/^\u{2212}1[.,]5$/u)
      expect(format.number(-0.04, 1)).toMatch(/^0[.,]0$/)
      expect(format.percent(-3)).toMatch(/^\u{2212}3[.,]0\u{a0}%$/u)
    },
  )

  test('a pattern tells the decimals of the standard format', () => {
    expect([decimalsOf('0'), decimalsOf('0.0'), decimalsOf('#,##0.00')]).toEqual([0, 1, 2])
  })
})

describe('dates', () => {
  test('a day is the same day wherever it is read', () => {
    expect(formatIn('en').date('2026-03-01')).toBe('1 Mar 2026')
    expect(formatIn('fi').date('2026-03-01')).toBe('1.3.2026')
    expect(formatIn('en').month('2026-03-31')).toBe('Mar 2026')
  })

  test('a moment is written in the time zone asked for', () => {
    expect(formatIn('en').moment('2026-03-01T23:30:00Z', 'Europe/Stockholm')).toBe('2 Mar 2026, 00:30')
  })
})

describe('relative times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  test.each([
    ['2026-11-21T11:59:30Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 minutes ago'],
    ['2026-11-19T13:00:00Z', '1 day ago'],
    ['2026-11-21T15:00:00Z', 'in 3 hours'],
    ['2024-11-20T12:00:00Z', '2 years ago'],
    ['2024-11-26T12:00:00Z', '1 year ago'],
    ['2026-12-23T12:00:00Z', 'in 1 month'],
  ])('%s is %s', (moment, words) => {
    expect(formatIn('en').relative(moment, now)).toBe(words)
  })
})
