import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { expect, test } from 'vitest'
import { isOpenOn, openPeriodOf } from './open-period.ts'

const today = '2026-02-10'
const model = (openPeriod?: string, samplesOpen = true) => ({
  samplesOpen,
  config: surveyConfig.parse({ sample: openPeriod === undefined ? {} : { openPeriod } }),
})

test('all days are open where no period is configured', () => {
  expect(openPeriodOf(model(), today)).toEqual({ isOpen: true, from: null, to: null })
  expect(isOpenOn(model(), '1999-01-01', today)).toBe(true)
})

test('a relative period is open from its first day to its last, both included', () => {
  const month = model('rel_-30d_0d')
  expect(openPeriodOf(month, today)).toEqual({ isOpen: true, from: '2026-01-11', to: '2026-02-10' })
  const days = ['2026-01-10', '2026-01-11', '2026-02-10', '2026-02-11']
  expect(days.map((day) => isOpenOn(month, day, today))).toEqual([false, true, true, false])
})

test('a calendar period moves on with today', () => {
  expect(openPeriodOf(model('this_q'), today)).toMatchObject({ from: '2026-01-01', to: '2026-03-31' })
  expect(openPeriodOf(model('this_q'), '2026-04-01')).toMatchObject({ from: '2026-04-01', to: '2026-06-30' })
})

test('no day is open where the survey is closed, or the period ends before it begins', () => {
  const none = { isOpen: false, from: null, to: null }
  expect(openPeriodOf(model('rel_-30d_0d', false), today)).toEqual(none)
  expect(openPeriodOf(model('rel_0d_-30d'), today)).toEqual(none)
  expect(isOpenOn(model(undefined, false), today, today)).toBe(false)
})
