import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '@gensvar/contract/local-text'
import { diffArrow, formatDifference, formatNumber, formatValue, shownChange } from './figure-text.ts'

test.each(locales)('a negative number has a minus sign in %s, and zero has none', (locale) => {
  expect(formatNumber(-5, 0, locale)).toBe('\u22125')
  expect(formatNumber(-0.04, 1, locale)).toMatch(/^0[.,]0$/)
})

describe('a change', () => {
  test('is the difference of the values as shown', () => {
    expect(shownChange(77.6, 78.4, 0)).toBe(0)
    expect(shownChange(8.36, 8.34, 1)).toBe(0.1)
    expect(shownChange(null, 1, 0)).toBeNull()
    expect(shownChange(1, null, 0)).toBeNull()
  })

  test('can be computed by the reader, and agrees with its arrow and sign', () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(value, value, fc.integer({ min: 0, max: 2 }), (now, base, decimals) => {
        const change = shownChange(now, base, decimals)
        const read = (text: string | null) => Number((text ?? '').replace('\u2212', '-'))
        const shown = read(formatDifference({ decimals }, change, 'en'))
        expect(shown).toBeCloseTo(read(formatNumber(now, decimals, 'en')) - read(formatNumber(base, decimals, 'en')), 6)
        expect(diffArrow({ decimals }, change)).toBe(shown === 0 ? 0 : shown > 0 ? 1 : 2)
      }),
    )
  })
})

test('a value has its decimals and unit, a missing one neither', () => {
  expect(formatValue({ decimals: 1, unit: null }, 1234.25, 'en')).toBe('1,234.3')
  expect(formatValue({ decimals: 0, unit: '%' }, 80.5, 'sv')).toBe('81\u00a0%')
  expect(formatValue({ decimals: 2, unit: '' }, 5, 'fi')).toBe('5,00')
  expect(formatValue({ decimals: 0, unit: '%' }, null, 'en')).toBeNull()
  expect(formatDifference({ decimals: 0 }, null, 'en')).toBeNull()
  expect(diffArrow({ decimals: 0 }, null)).toBe(0)
  expect(formatDifference({ decimals: 1 }, 0.04, 'en')).toBe('0.0')
  expect(formatDifference({ decimals: 1 }, 0.05, 'en')).toBe('+0.1')
  expect(formatDifference({ decimals: 1 }, -0.05, 'en')).toBe('\u22120.1')
})
