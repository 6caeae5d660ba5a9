import { describe, expect, test } from 'vitest'
import { chartSpan } from './chart-span.ts'

const year = { from: '2025-11-01', to: '2026-11-01' }

describe('the days of a chart with a period of its own', () => {
  test('end with the chosen ones, and are as many months as its own', () => {
    expect(chartSpan({ from: '2026-08-01', to: '2026-11-01' }, year)).toEqual(year)
    expect(chartSpan({ from: '2026-05-01', to: '2026-08-01' }, year)).toEqual({ from: '2025-08-01', to: '2026-08-01' })
    // A year is twelve months also where it is one of the calendar.
    const calendar = { from: '2025-01-01', to: '2026-01-01' }
    expect(chartSpan({ from: '2026-05-01', to: '2026-08-01' }, calendar).from).toBe('2025-08-01')
    // The month in which the chosen days end is the last one.
    expect(chartSpan({ from: '2026-05-03', to: '2026-05-16' }, year)).toEqual({ from: '2025-06-01', to: '2026-05-16' })
  })

  test('are as many weeks or days as its own', () => {
    const weeks = { from: '2026-01-05', to: '2026-02-02' }
    expect(chartSpan({ from: '2026-03-09', to: '2026-03-16' }, weeks).from).toBe('2026-02-16')
    const days = { from: '2026-01-06', to: '2026-01-16' }
    expect(chartSpan({ from: '2026-03-09', to: '2026-03-12' }, days).from).toBe('2026-03-02')
  })

  test('are the chosen ones where these are more, or open', () => {
    const long = { from: '2023-01-01', to: '2026-01-01' }
    expect(chartSpan(long, year)).toEqual(long)
    expect(chartSpan({ from: '2026-01-01', to: null }, year)).toEqual({ from: '2026-01-01', to: null })
    expect(chartSpan(long, { from: null, to: null })).toEqual({ from: null, to: '2026-01-01' })
  })
})
