import { expect, test } from 'vitest'
import { isMailDue } from './mail-times.ts'
import type { MailTimes } from './mail-times.ts'

const times = (more: Partial<MailTimes> = {}): MailTimes => ({
  pace: 'daily',
  digestAt: '08:00',
  quietFrom: null,
  quietTo: null,
  ...more,
})
const isDue = (since: string, now: string, more: Partial<MailTimes> = {}, zone = 'Europe/Stockholm'): boolean =>
  isMailDue(times(more), zone, { since: new Date(since), now: new Date(now) })

test('a daily digest is due at its time in the reader’s zone, also where the clocks change', () => {
  // Winter time until 29 March 2026: 08:00 is 07:00 UTC, and 06:00 UTC from then on.
  expect(isDue('2026-03-27T12:00:00Z', '2026-03-28T06:59:59Z')).toBe(false)
  expect(isDue('2026-03-27T12:00:00Z', '2026-03-28T07:00:00Z')).toBe(true)
  expect(isDue('2026-03-28T12:00:00Z', '2026-03-29T05:59:59Z')).toBe(false)
  expect(isDue('2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z')).toBe(true)
  // And back in October.
  expect(isDue('2026-10-24T12:00:00Z', '2026-10-25T06:59:59Z')).toBe(false)
  expect(isDue('2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z')).toBe(true)
  expect(isDue('2026-10-24T12:00:00Z', '2026-10-24T22:59:59Z', {}, 'Asia/Tokyo')).toBe(false)
  expect(isDue('2026-10-24T12:00:00Z', '2026-10-24T23:00:00Z', {}, 'Asia/Tokyo')).toBe(true)
})

test('a time that summer time skips is as much later, and one that is there twice comes once', () => {
  // 02:30 is skipped on 29 March, and is there twice on 25 October.
  expect(isDue('2026-03-28T12:00:00Z', '2026-03-29T01:29:00Z', { digestAt: '02:30' })).toBe(false)
  expect(isDue('2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z', { digestAt: '02:30' })).toBe(true)
  expect(isDue('2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z', { digestAt: '02:30' })).toBe(true)
  expect(isDue('2026-10-25T00:31:00Z', '2026-10-25T01:31:00Z', { digestAt: '02:30' })).toBe(false)
})

test('what happens after the digest waits for the next one', () => {
  expect(isDue('2026-01-07T07:00:00Z', '2026-01-07T20:00:00Z')).toBe(false)
  expect(isDue('2026-01-07T07:00:01Z', '2026-01-08T07:00:00Z')).toBe(true)
})

test('a weekly digest is sent on Mondays', () => {
  // 5 January 2026 is a Monday.
  const weekly = { pace: 'weekly' } as const
  expect(isDue('2026-01-05T07:30:00Z', '2026-01-11T22:00:00Z', weekly)).toBe(false)
  expect(isDue('2026-01-05T07:30:00Z', '2026-01-12T06:59:00Z', weekly)).toBe(false)
  expect(isDue('2026-01-05T07:30:00Z', '2026-01-12T07:00:00Z', weekly)).toBe(true)
  expect(isDue('2026-01-05T06:30:00Z', '2026-01-05T07:00:00Z', weekly)).toBe(true)
})

test('in quiet hours no mail is sent, also over midnight, and it follows when they end', () => {
  const quiet = { pace: 'now', quietFrom: '18:00', quietTo: '07:00' } as const
  expect(isDue('2026-01-07T16:59:00Z', '2026-01-07T16:59:00Z', quiet)).toBe(true)
  for (const at of ['2026-01-07T17:00:00Z', '2026-01-07T23:30:00Z', '2026-01-08T05:59:00Z'])
    expect(isDue('2026-01-07T16:59:30Z', at, quiet), at).toBe(false)
  expect(isDue('2026-01-07T16:59:30Z', '2026-01-08T06:00:00Z', quiet)).toBe(true)
  const lunch = { pace: 'now', quietFrom: '12:00', quietTo: '13:00' } as const
  expect(isDue('2026-01-07T11:30:00Z', '2026-01-07T11:30:00Z', lunch)).toBe(false)
  expect(isDue('2026-01-07T11:30:00Z', '2026-01-07T12:00:00Z', lunch)).toBe(true)
  // A digest whose time is in quiet hours is sent after them.
  const early = { digestAt: '06:00', quietFrom: '18:00', quietTo: '07:00' }
  expect(isDue('2026-01-07T12:00:00Z', '2026-01-08T05:30:00Z', early)).toBe(false)
  expect(isDue('2026-01-07T12:00:00Z', '2026-01-08T06:00:00Z', early)).toBe(true)
})
