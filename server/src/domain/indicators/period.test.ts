import { describe, expect, test } from 'vitest'
import { comparedSpans, yearBefore } from './period.ts'

describe('the period compared with', () => {
  test('has as many days as the period and ends where it begins', () => {
    const asked = { from: '2026-02-03', to: '2026-03-05' }
    expect(comparedSpans(asked)).toEqual({ span: asked, before: { from: '2026-01-04', to: '2026-02-03' } })
    expect(comparedSpans({ from: '2026-02-01', to: null }).before).toBeNull()
    expect(comparedSpans({ from: '2026-02-05', to: '2026-02-04' }).before).toBeNull()
    expect(comparedSpans(null)).toEqual({ span: null, before: null })
  })

  test('of whole periods has as many periods, whatever their number of days', () => {
    const before = (from: string, to: string) => comparedSpans({ from, to }).before
    expect(before('2026-02-01', '2026-03-01')).toEqual({ from: '2026-01-01', to: '2026-02-01' })
    expect(before('2026-08-01', '2026-11-01')).toEqual({ from: '2026-05-01', to: '2026-08-01' })
    expect(before('2026-04-01', '2026-07-01')).toEqual({ from: '2026-01-01', to: '2026-04-01' })
    expect(before('2024-01-01', '2025-01-01')).toEqual({ from: '2023-01-01', to: '2024-01-01' })
    expect(before('2026-11-09', '2026-11-23')).toEqual({ from: '2026-10-26', to: '2026-11-09' })
  })

  test('a year earlier has the same dates, or for whole weeks whole weeks', () => {
    expect(yearBefore({ from: '2026-08-01', to: '2026-11-01' })).toEqual({ from: '2025-08-01', to: '2025-11-01' })
    expect(yearBefore({ from: '2026-11-09', to: '2026-11-23' })).toEqual({ from: '2025-11-10', to: '2025-11-24' })
    expect(yearBefore({ from: null, to: '2026-11-01' })).toBeNull()
  })
})
