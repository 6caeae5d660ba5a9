import { yearBefore } from '@gensvar/contract/compared-spans'
import { describe, expect, test } from 'vitest'
import type { Condition } from '@gensvar/contract/conditions'
import { comparedSpans, spanOf, spanText, withSpan } from './period.ts'

describe('the period compared with', () => {
  test('has as many days as the period and ends where it begins', () => {
    const asked = { from: '2026-02-03', to: '2026-03-05' }
    expect(comparedSpans(asked)).toEqual({ span: asked, before: { from: '2026-01-04', to: '2026-02-03' } })
    expect(comparedSpans({ from: '2026-02-01', to: null }).before).toBeNull()
    expect(comparedSpans({ from: '2026-02-05', to: '2026-02-04' }).before).toBeNull()
    expect(comparedSpans({ from: null, to: '2026-02-01' }).before).toBeNull()
    expect(comparedSpans({ from: '2026-02-05', to: '2026-02-05' }).before).toBeNull()
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

  test('is none where the calendar has no earlier days', () => {
    expect(comparedSpans({ from: '0001-01-01', to: '2026-01-02' }).before).toBeNull()
    expect(comparedSpans({ from: '2020-01-02', to: '9999-12-30' }).before).toBeNull()
    expect(comparedSpans({ from: '0002-01-01', to: '0004-01-01' }).before).toBeNull()
    expect(comparedSpans({ from: '0001-01-11', to: '0001-01-21' }).before).toEqual({
      from: '0001-01-01',
      to: '0001-01-11',
    })
    expect(yearBefore({ from: '0001-03-01', to: '0001-03-05' })).toBeNull()
    expect(yearBefore({ from: '0001-03-05', to: '0002-03-09' })).toBeNull()
    expect(yearBefore({ from: '0002-03-05', to: '0002-03-09' })).toEqual({ from: '0001-03-05', to: '0001-03-09' })
  })

  test('a year earlier has the same dates, or for whole weeks whole weeks', () => {
    expect(yearBefore({ from: '2026-08-01', to: '2026-11-01' })).toEqual({ from: '2025-08-01', to: '2025-11-01' })
    expect(yearBefore({ from: '2026-11-09', to: '2026-11-23' })).toEqual({ from: '2025-11-10', to: '2025-11-24' })
    expect(yearBefore({ from: '2026-01-03', to: '2026-02-05' })).toEqual({ from: '2025-01-03', to: '2025-02-05' })
    expect(yearBefore({ from: null, to: '2026-11-01' })).toBeNull()
    expect(yearBefore({ from: '2026-11-01', to: null })).toBeNull()
  })
})

describe('the period of a request', () => {
  const dates = (from: string | null, to: string | null, variable = 'date'): Condition => ({
    ...{ kind: 'dates', variable, from, to },
  })
  const other: Condition = { kind: 'sampleState', states: [0] }

  test('is what all its conditions on the event date have in common', () => {
    expect(spanOf([other, dates('2026-01-01', '2026-02-01', 'joined')])).toBeNull()
    expect(spanOf([other, dates('2026-01-01', '2026-02-01')])).toEqual({ from: '2026-01-01', to: '2026-02-01' })
    const both = [dates('2026-01-01', '2026-03-01'), dates('2026-02-01', '2026-04-01')]
    expect(spanOf(both)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
    expect(spanOf(both.toReversed())).toEqual({ from: '2026-02-01', to: '2026-03-01' })
    expect(spanOf([dates(null, '2026-03-01'), dates('2026-02-01', null)])).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    })
    expect(spanOf([dates('2026-02-01', null), dates(null, '2026-03-01')])).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    })
    expect(spanOf([dates(null, null)])).toEqual({ from: null, to: null })
    expect(spanOf([other, dates('2026-01-01', null)])).toEqual({ from: '2026-01-01', to: null })
  })

  test('is replaced by another without touching other conditions', () => {
    const joined = dates('2020-01-01', null, 'joined')
    const span = { from: '2025-01-01', to: '2025-02-01' }
    expect(withSpan([other, dates('2026-01-01', null), joined], span)).toEqual([other, joined, dates(...ends(span))])
    const christmas: Condition = { kind: 'monthDay', variable: 'date', month: 12, day: 24 }
    expect(withSpan([christmas], span)).toEqual([christmas, dates(...ends(span))])
    expect(spanOf([christmas])).toBeNull()
    expect(withSpan([], span)).toEqual([dates(...ends(span))])
  })

  test('is said in every language, its last day included', () => {
    const said = (from: string | null, to: string | null) => spanText({ from, to }) as Record<string, string>
    expect(said('2026-01-01', '2026-04-01')['en']).toBe('1 Jan – 31 Mar 2026')
    expect(said('2026-01-01', '2026-04-01')['sv']).toBe('1 jan.–31 mars 2026')
    expect(said('2026-01-01', null)['en']).toBe('From 1 Jan 2026')
    expect(said(null, '2026-01-01')['en']).toBe('Until 31 Dec 2025')
    expect(said(null, null)['fi']).toBe('Koko ajalta')
    expect(spanText(null)).toMatchObject({ en: 'All time', sv: 'Hela tiden' })
    // The same again, from what is kept.
    expect(said('2026-01-01', null)['en']).toBe('From 1 Jan 2026')
    for (let day = 1; day <= 250; day++) said(`20${String(day % 90).padStart(2, '0')}-0${1 + (day % 9)}-05`, null)
    expect(said('2026-01-01', null)['en']).toBe('From 1 Jan 2026')
  })
})

function ends({ from, to }: { from: string; to: string }): [string, string] {
  return [from, to]
}
