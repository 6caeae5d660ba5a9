import { expect, test } from 'vitest'
import { nextDate } from './next-date.ts'

const usual = { cadence: 'daily', weekday: 1, monthDay: 1, hour: 7 } as const
const zone = 'Europe/Stockholm'
const after = (times: object, moment: string) => nextDate({ ...usual, ...times }, zone, new Date(moment)).toISOString()

test('a daily report comes at its hour of the time zone, later the same day or the next one', () => {
  expect(after({}, '2026-02-11T05:00:00Z')).toBe('2026-02-11T06:00:00.000Z')
  expect(after({}, '2026-02-11T06:00:00Z')).toBe('2026-02-12T06:00:00.000Z')
})

test('one of working days skips the weekend, and a weekly one waits for its day', () => {
  expect(after({ cadence: 'workdays' }, '2026-02-13T12:00:00Z')).toBe('2026-02-16T06:00:00.000Z')
  expect(after({ cadence: 'weekly', weekday: 7 }, '2026-02-11T12:00:00Z')).toBe('2026-02-15T06:00:00.000Z')
})

test('a monthly one comes on its day or the last of the month, also in a leap year', () => {
  expect(after({ cadence: 'monthly', monthDay: 28 }, '2026-02-11T12:00:00Z')).toBe('2026-02-28T06:00:00.000Z')
  expect(after({ cadence: 'monthly', monthDay: 0 }, '2028-02-11T12:00:00Z')).toBe('2028-02-29T06:00:00.000Z')
  expect(after({ cadence: 'monthly', monthDay: 0 }, '2026-03-31T12:00:00Z')).toBe('2026-04-30T05:00:00.000Z')
})

test('an hour that summer time skips is the one after it, and one that is there twice comes once', () => {
  expect(after({ hour: 2 }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  const first = after({ hour: 2 }, '2026-10-24T12:00:00Z')
  expect(first).toBe('2026-10-25T00:00:00.000Z')
  expect(after({ hour: 2 }, first)).toBe('2026-10-26T01:00:00.000Z')
})
