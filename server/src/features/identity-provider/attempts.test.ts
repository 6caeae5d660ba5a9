import { expect, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { Attempts, linkCounts, mailCounts, signInCounts } from './attempts.ts'
import { LinkRequests } from './link-requests.ts'

const minute = 60_000
let now = new Date('2026-05-01T08:00:00Z')
const clock = { now: () => now }
const later = (ms: number) => (now = new Date(now.getTime() + ms))

test('an attempt that finds a counter full is not counted, and is told the minutes until the oldest is forgiven', () => {
  const attempts = new Attempts(clock)
  const two = [
    { key: 'a', limit: 2 },
    { key: 'b', limit: 3 },
  ]
  expect(attempts.take(two)).toBe(0)
  later(4 * minute)
  expect(attempts.take(two)).toBe(0)
  expect(attempts.take(two)).toBe(6)
  later(minute + 1)
  expect(attempts.take(two)).toBe(5)
  // The refused ones have used up nothing of the other counter.
  expect(attempts.take([{ key: 'b', limit: 3 }])).toBe(0)
  expect(attempts.take([{ key: 'b', limit: 3 }])).toBe(5)
  later(5 * minute - 2)
  expect(attempts.take(two)).toBe(1)
  later(1)
  expect(attempts.take(two)).toBe(0)
  // Of several full counters the one that is full longest decides.
  expect(attempts.take(two)).toBe(4)
})

test('a success gives its attempt back, and all of its first counter', () => {
  const attempts = new Attempts(clock)
  const counts = [
    { key: 'pair', limit: 2 },
    { key: 'address', limit: 3 },
    { key: 'user', limit: 9 },
  ]
  attempts.take(counts)
  attempts.take(counts)
  attempts.giveBack(counts)
  expect(attempts.take(counts)).toBe(0)
  expect(attempts.take(counts)).toBe(0)
  expect(attempts.take(counts)).toBe(10)
  attempts.giveBack([])
  attempts.giveBack([
    { key: 'unknown', limit: 1 },
    { key: 'unknown too', limit: 1 },
  ])
})

test('counters without recent attempts are forgotten once there are many, others are kept', () => {
  const attempts = new Attempts(clock)
  for (let at = 0; at < 9_999; at++) attempts.take([{ key: `old ${at}`, limit: 1 }])
  later(10 * minute)
  attempts.take([{ key: 'kept', limit: 1 }])
  const { taken } = attempts as unknown as { taken: Map<string, number[]> }
  expect(taken.size).toBe(10_000)
  attempts.take([{ key: 'new', limit: 1 }])
  expect([...taken.keys()]).toEqual(['kept', 'new'])
  expect(attempts.take([{ key: 'kept', limit: 1 }])).toBe(10)
})

test('attempts are counted by name and address, links and their messages too', () => {
  expect(signInCounts(' Anna ', '192.0.2.1', false)).toEqual([
    { key: 'pair 192.0.2.1 anna', limit: 6 },
    { key: 'address 192.0.2.1', limit: 60 },
    { key: 'user anna', limit: 30 },
  ])
  expect(signInCounts('anna', '192.0.2.1', true)).toHaveLength(2)
  expect(linkCounts('2001:db8:1:2::7')).toEqual([{ key: 'address 2001:db8:1:2::/64', limit: 10 }])
  expect(mailCounts('ANNA')).toEqual([{ key: 'user anna', limit: 3 }])
  expect(mailCounts('a'.repeat(400))[0]?.key).toHaveLength(325)
})

test('requests for links are processed after they are answered; a failure is logged', async () => {
  const requests = new LinkRequests({ clock })
  const log = createLogger('silent')
  const errors: unknown[] = []
  log.error = (...of: unknown[]) => void errors.push(of)
  let isSent = false
  const sent = Promise.withResolvers<void>()
  const send = async (): Promise<void> => {
    await sent.promise
    isSent = true
  }
  expect(requests.take({ log }, { name: 'anna', address: '192.0.2.1' }, send)).toBe(0)
  const settled = requests.settled()
  expect(isSent).toBe(false)
  sent.resolve()
  await settled
  expect(isSent).toBe(true)
  expect(requests.take({ log }, { name: 'anna', address: '192.0.2.1' }, () => Promise.reject(new Error('full')))).toBe(
    0,
  )
  await requests.settled()
  expect(errors).toEqual([[{ err: expect.objectContaining({ message: 'full' }) }, expect.any(String)]])
  const { underWay } = requests as unknown as { underWay: Set<unknown> }
  expect(underWay.size).toBe(0)
})

test('a fourth link to one user is accepted and not sent, the eleventh from one address refused', () => {
  const requests = new LinkRequests({ clock })
  const log = createLogger('silent')
  let sent = 0
  const ask = (name: string, address = '192.0.2.1') =>
    requests.take({ log }, { name, address }, async () => {
      sent++
    })
  expect(Array.from({ length: 5 }, () => ask('anna'))).toEqual([0, 0, 0, 0, 0])
  expect(sent).toBe(3)
  expect(Array.from({ length: 6 }, (_, at) => ask(`other ${at}`))).toEqual([0, 0, 0, 0, 0, 10])
  expect(sent).toBe(8)
  expect(ask('elsewhere', '192.0.2.2')).toBe(0)
})
