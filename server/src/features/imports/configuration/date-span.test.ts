import { describe, expect, test } from 'vitest'
import { chartPeriodsFor, quickSelectsFor } from './date-span.ts'

const today = '2026-11-22'

describe('the periods of a chart', () => {
  test.each([
    { span: null, periods: [] },
    { span: { first: '2026-10-05', last: '2026-10-05' }, periods: [] },
    { span: { first: '2026-10-05', last: '2026-10-06' }, periods: ['days', 'weeks', 'months'] },
    { span: { first: '2026-10-05', last: '2026-10-26' }, periods: ['weeks', 'days', 'months'] },
    { span: { first: '2026-01-05', last: '2026-10-26' }, periods: ['months', 'quarters', 'years'] },
    { span: { first: '2016-01-05', last: '2026-10-26' }, periods: ['years', 'quarters', 'months'] },
  ])('over $span are $periods', ({ span, periods }) => {
    expect(chartPeriodsFor(span)).toEqual(periods)
  })
})

describe('shortcuts to periods', () => {
  test.each([
    { first: '2026-11-01', last: '2026-11-20', offered: 'this_w last_1w last_2w last_4w all_time' },
    { first: '2026-06-01', last: '2026-06-20', offered: '2026-W25 2026-W24 2026-W23 all_time' },
    { first: '2026-09-01', last: '2026-11-20', offered: 'last_1w this_m last_1m last_3m all_time' },
    { first: '2025-01-03', last: '2025-03-20', offered: '2025-03 2025-02 2025-01 all_time' },
    { first: '2026-02-01', last: '2026-11-20', offered: 'last_1w last_1m last_3m this_m this_q all_time' },
    { first: '2024-02-01', last: '2024-12-20', offered: '2024-Q4 2024-Q3 2024-Q2 2024-Q1 all_time' },
    {
      first: '2025-02-01',
      last: '2026-11-20',
      offered: 'last_1m last_1q last_3m last_12m this_m this_q this_y last_1y all_time',
    },
    {
      first: '2016-02-01',
      last: '2026-11-20',
      offered: 'last_1m last_12m this_y last_1y 2024 2023 2022 all_time',
    },
    { first: '2001-02-01', last: '2015-11-20', offered: '2015 2014 2013 all_time' },
    { first: '2026-10-05', last: '2026-10-06', offered: '' },
  ])('to answers from $first to $last are "$offered"', ({ first, last, offered }) => {
    expect(quickSelectsFor({ first, last }, today).join(' ')).toBe(offered)
  })
})
