import { expect, test } from 'vitest'
import { decodeDateFilter } from './date-filters.ts'
import { arePublishedChartDates, arePublishedDates, isClosedPeriod, publishedChartPeriods } from './published-dates.ts'

const read = (text: string) => {
  const dates = decodeDateFilter(text)
  if (!dates) throw new Error(`'${text}' is no date filter`)
  return dates
}

test.each([
  ['all_time', true, true],
  ['last_1q', true, true],
  ['this_y', true, true],
  ['last_1m', true, false],
  ['2026-03', true, false],
  ['2026-Q1', true, true],
  ['custom_01012026_01042026', true, true],
  ['custom_01012026_01072026', false, false],
  ['custom_02012026_01042026', false, false],
  ['last_2q', false, false],
  ['last_1w', false, false],
  ['2026-03-14', false, false],
  ['rel_-30d_0d', false, false],
  ['rel_before_back_1m', false, false],
  ['today_ymd', false, false],
])('figures are published of %s with the period month: %s, quarter: %s', (text, month, quarter) => {
  expect([arePublishedDates('month', read(text)), arePublishedDates('quarter', read(text))]).toEqual([month, quarter])
})

test.each([
  ['all_time', true, true],
  ['this_q', true, true],
  ['last_8q', true, true],
  ['last_3y', true, true],
  ['last_8m', true, false],
  ['last_12m', true, false],
  ['last_52w', false, false],
  ['custom_01012026_01072026', true, true],
  ['custom_01012026_01062026', true, false],
  ['custom_02012026_01072026', false, false],
  ['rel_-24m_0d', false, false],
])('charts are published over %s with the period month: %s, quarter: %s', (text, month, quarter) => {
  const published = (['month', 'quarter'] as const).map((base) => arePublishedChartDates(base, read(text)))
  expect(published).toEqual([month, quarter])
})

test.each([
  ['last_1q', true],
  ['this_q', false],
  ['last_1y', false],
  ['all_time', false],
  ['2026-Q3', true],
  ['2026-Q4', false],
  ['2025', false],
  ['custom_01072026_01102026', true],
  ['custom_01102026_01012027', false],
])('on 30 December 2026, %s is one quarter that is closed: %s', (text, isClosed) => {
  const at = { today: '2026-12-30', closedTo: '2026-10-01' }
  expect(isClosedPeriod('quarter', read(text), at)).toBe(isClosed)
})

test('a quarter that has ended may still be open', () => {
  const at = (closedTo: string) => ({ today: '2027-01-05', closedTo })
  expect(isClosedPeriod('quarter', read('last_1q'), at('2026-10-01'))).toBe(false)
  expect(isClosedPeriod('quarter', read('last_1q'), at('2027-01-01'))).toBe(true)
})

test('a chart offers the periods there are figures of, and never none', () => {
  const usual = ['months', 'quarters', 'years'] as const
  expect(publishedChartPeriods(null, ['days', 'weeks'])).toEqual(['days', 'weeks'])
  expect(publishedChartPeriods('month', usual)).toEqual(['months', 'quarters', 'years'])
  expect(publishedChartPeriods('quarter', usual)).toEqual(['quarters', 'years'])
  expect(publishedChartPeriods('quarter', ['months'])).toEqual(['quarters'])
})
