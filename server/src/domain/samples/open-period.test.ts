import { expect, test } from 'vitest'
import { isOpenOn, openPeriodOf } from './open-period.ts'

const today = '2026-02-10'
const openOf = (openPeriod?: string, { samplesOpen = true, on = today } = {}) =>
  openPeriodOf({ samplesOpen }, on, openPeriod)

test('all days are open where no period is configured', () => {
  expect(openOf()).toEqual({ isOpen: true, from: null, to: null })
  expect(isOpenOn(openOf(), '1999-01-01')).toBe(true)
})

test('a relative period is open from its first day to its last, both included', () => {
  const month = openOf('rel_-30d_0d')
  expect(month).toEqual({ isOpen: true, from: '2026-01-11', to: '2026-02-10' })
  const days = ['2026-01-10', '2026-01-11', '2026-02-10', '2026-02-11']
  expect(days.map((day) => isOpenOn(month, day))).toEqual([false, true, true, false])
})

test('a calendar period moves on with today', () => {
  expect(openOf('this_q')).toMatchObject({ from: '2026-01-01', to: '2026-03-31' })
  expect(openOf('this_q', { on: '2026-04-01' })).toMatchObject({ from: '2026-04-01', to: '2026-06-30' })
})

test('no day is open where the survey is closed, or the period ends before it begins', () => {
  const none = { isOpen: false, from: null, to: null }
  expect(openOf('rel_-30d_0d', { samplesOpen: false })).toEqual(none)
  expect(openOf('rel_0d_-30d')).toEqual(none)
  expect(isOpenOn(openOf(undefined, { samplesOpen: false }), today)).toBe(false)
})
