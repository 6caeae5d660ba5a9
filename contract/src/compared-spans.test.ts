import { describe, expect, test } from 'vitest'
import { resolveDateValue } from './date-filters.ts'
import { precedingSpan, spanFilterText, yearBefore } from './compared-spans.ts'

describe('a span as the text of a date filter', () => {
  test('is the name of the calendar period that it is, else its days, and means the same span', () => {
    const spans = {
      '2026-W11': { from: '2026-03-09', to: '2026-03-16' },
      '2026-03': { from: '2026-03-01', to: '2026-04-01' },
      '2026-Q1': { from: '2026-01-01', to: '2026-04-01' },
      '2026': { from: '2026-01-01', to: '2027-01-01' },
      custom_01082026_01112026: { from: '2026-08-01', to: '2026-11-01' },
      custom_03012026_05022026: { from: '2026-01-03', to: '2026-02-05' },
    }
    for (const [text, span] of Object.entries(spans)) {
      expect(spanFilterText(span)).toBe(text)
      expect(resolveDateValue(text, '2026-11-22')).toEqual({ kind: 'span', ...span })
    }
  })

  test('is null for one that is empty or open at an end', () => {
    expect(spanFilterText({ from: null, to: '2026-01-01' })).toBeNull()
    expect(spanFilterText({ from: '2026-01-01', to: null })).toBeNull()
    expect(spanFilterText({ from: '2026-01-02', to: '2026-01-02' })).toBeNull()
  })

  test('names the quarter before a quarter, and the same one a year earlier', () => {
    const quarter = { from: '2026-01-01', to: '2026-04-01' }
    const named = [precedingSpan(quarter), yearBefore(quarter)].map((span) => span && spanFilterText(span))
    expect(named).toEqual(['2025-Q4', '2025-Q1'])
  })
})
