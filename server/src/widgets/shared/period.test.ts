import { describe, expect, test } from 'vitest'
import { comparedSpans } from './period.ts'

describe('the period compared with', () => {
  test('has as many days as the period itself and ends where it begins', () => {
    const asked = { from: '2026-02-01', to: '2026-03-01' }
    expect(comparedSpans(asked, false)).toEqual({ span: asked, before: { from: '2026-01-04', to: '2026-02-01' } })
    expect(comparedSpans({ from: '2026-02-01', to: null }, false).before).toBeNull()
    expect(comparedSpans(null, false)).toEqual({ span: null, before: null })
  })

  test('of an anonymous survey is of whole months or weeks too, and shares no day with the period', () => {
    const february = { from: '2026-02-01', to: '2026-03-01' }
    expect(comparedSpans(february, true)).toEqual({ span: february, before: { from: '2026-01-01', to: '2026-02-01' } })
    // From a Wednesday to a Wednesday: three weeks, Monday to Monday, and the three before.
    expect(comparedSpans({ from: '2026-02-04', to: '2026-02-18' }, true)).toEqual({
      span: { from: '2026-02-02', to: '2026-02-23' },
      before: { from: '2026-01-12', to: '2026-02-02' },
    })
    expect(comparedSpans({ from: '2026-03-01', to: '2026-02-01' }, true).before).toBeNull()
  })
})
