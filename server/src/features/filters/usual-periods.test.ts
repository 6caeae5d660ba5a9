import { expect, test } from 'vitest'
import { usualPeriods } from './usual-periods.ts'

const calendar = ['last_1m', 'last_1q', 'last_1y', 'this_m', 'this_q', 'this_y']

test.each([
  { latest: 2026, periods: [...calendar, 'all_time'], latestYear: null },
  { latest: null, periods: [...calendar, 'all_time'], latestYear: null },
  { latest: 2025, periods: ['2025', ...calendar, 'all_time'], latestYear: '2025' },
  { latest: 2019, periods: ['2019', 'all_time'], latestYear: '2019' },
])('answers up to $latest, in 2026, offer $periods', ({ latest, periods, latestYear }) => {
  expect(usualPeriods([], latest, 2026)).toEqual({ periods, latestYear })
})

test('the configured periods come first, each once', () => {
  expect(usualPeriods(['last_3m', 'this_m', 'all_time'], 2026, 2026).periods).toEqual([
    'last_3m',
    'this_m',
    'all_time',
    'last_1m',
    'last_1q',
    'last_1y',
    'this_q',
    'this_y',
  ])
})
