import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { expect, test } from 'vitest'
import { areComparable } from './comparable-dates.ts'

test.each([
  ['last_3m', true],
  ['this_q', true],
  ['all_time', true],
  ['2026-Q3', true],
  ['2026-03-14', false],
  ['custom_01082026_01112026', true],
  ['custom_01082026_31102026', false],
  ['rel_-30d_0d', false],
  ['rel_before_back_1y', false],
  ['today_ymd', false],
])('under %s units are compared: %s', (text, comparable) => {
  const dates = decodeDateFilter(text)
  if (!dates) throw new Error(`"${text}" holds no dates.`)
  expect(areComparable(dates)).toBe(comparable)
})
