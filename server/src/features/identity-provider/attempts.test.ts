import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { Attempts, linkCounts, mailCounts, removeOldAttempts, signInCounts } from '#server/domain/rights/attempts.ts'
import { LinkRequests } from './link-requests.ts'

const minute = 60_000
let now = new Date('2026-05-01T08:00:00Z')
const clock = { now: () => now }
const later = (ms: number) => (now = new Date(now.getTime() + ms))

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.db.deleteFrom('attempt').execute()
})
afterAll(() => database.drop())

const parts = () => ({ db: database.db, clock })

test('an attempt that finds a counter full is not counted, and is told the minutes until the oldest is forgiven', async () => {
  const attempts = new Attempts(parts(), 'sign-in')
  const two = [
    { key: 'a', limit: 2 },
    { key: 'b', limit: 3 },
  ]
  expect(await attempts.take(two)).toBe(0)
  later(4 * minute)
  expect(await attempts.take(two)).toBe(0)
  expect(await attempts.take(two)).toBe(6)
  later(minute + 1)
  expect(await attempts.take(two)).toBe(5)
  // The refused ones have used up nothing of the other counter.
  expect(await attempts.take([{ key: 'b', limit: 3 }])).toBe(0)
  expect(await attempts.take([{ key: 'b', limit: 3 }])).toBe(5)
  later(5 * minute - 2)
  expect(await attempts.take(two)).toBe(1)
  later(1)
  expect(await attempts.take(two)).toBe(0)
  // Of several full counters the one that is full longest decides.
  expect(await attempts.take(two)).toBe(4)
})

test('a success gives its attempt back, and all of its first counter', async () => {
  const attempts = new Attempts(parts(), 'sign-in')
  const counts = [
    { key: 'pair', limit: 2 },
    { key: 'address', limit: 3 },
    { key: 'user', limit: 9 },
  ]
  await attempts.take(counts)
  await attempts.take(counts)
  await attempts.giveBack(counts)
  expect(await attempts.take(counts)).toBe(0)
  expect(await attempts.take(counts)).toBe(0)
  expect(await attempts.take(counts)).toBe(10)
  await attempts.giveBack([])
  await attempts.giveBack([
    { key: 'unknown', limit: 1 },
    { key: 'unknown too', limit: 1 },
  ])
})

test('two servers count together, also what is tried at the same time', async () => {
  const servers = [new Attempts(parts(), 'sign-in'), new Attempts(parts(), 'sign-in')]
  const counts = (at: number) => [
    { key: at % 2 ? 'a' : 'b', limit: 20 },
    { key: 'both', limit: 7 },
  ]
  const taken = await Promise.all(Array.from({ length: 40 }, (_, at) => servers[at % 2]!.take(counts(at))))
  expect(taken.filter((minutes) => minutes === 0)).toHaveLength(7)
  // What is attempted besides has counters of its own.
  expect(await new Attempts(parts(), 'link').take([{ key: 'both', limit: 1 }])).toBe(0)
  await servers[0]!.giveBack([{ key: 'both', limit: 7 }])
  expect(await servers[1]!.take([{ key: 'both', limit: 7 }])).toBe(0)
})

test('counters without recent attempts are removed, others are kept; none tells who tried', async () => {
  const attempts = new Attempts(parts(), 'sign-in')
  await attempts.take(signInCounts('anna', '192.0.2.1', false))
  later(10 * minute + 1)
  await attempts.take([{ key: 'kept', limit: 1 }])
  expect(await removeOldAttempts(database.db, now)).toBe(3)
  const rows = await database.db.selectFrom('attempt').select('key').execute()
  expect(rows).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(await attempts.take([{ key: 'kept', limit: 1 }])).toBe(10)
})

test('a count that fails is told, and the next one is counted', async () => {
  const attempts = new Attempts(parts(), 'sign-in')
  await database.pool.query('alter table attempt rename to attempt_away')
  await expect(attempts.take([{ key: 'a', limit: 1 }])).rejects.toThrow('attempt')
  await database.pool.query('alter table attempt_away rename to attempt')
  expect(await attempts.take([{ key: 'a', limit: 1 }])).toBe(0)
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
  const requests = new LinkRequests(parts())
  const log = createLogger('silent')
  const errors: unknown[] = []
  log.error = (...of: unknown[]) => void errors.push(of)
  let isSent = false
  const sent = Promise.withResolvers<void>()
  const send = async (): Promise<void> => {
    await sent.promise
    isSent = true
  }
  expect(await requests.take({ log }, { name: 'anna', address: '192.0.2.1' }, send)).toBe(0)
  const settled = requests.settled()
  expect(isSent).toBe(false)
  sent.resolve()
  await settled
  expect(isSent).toBe(true)
  const failing = () => Promise.reject(new Error('full'))
  expect(await requests.take({ log }, { name: 'anna', address: '192.0.2.1' }, failing)).toBe(0)
  await requests.settled()
  expect(errors).toEqual([[{ err: expect.objectContaining({ message: 'full' }) }, expect.any(String)]])
  const { underWay } = requests as unknown as { underWay: Set<unknown> }
  expect(underWay.size).toBe(0)
})

test('a fourth link to one user is accepted and not sent, the eleventh from one address refused', async () => {
  const requests = new LinkRequests(parts())
  const log = createLogger('silent')
  let sent = 0
  const ask = (name: string, address = '192.0.2.1') =>
    requests.take({ log }, { name, address }, async () => {
      sent++
    })
  const askEach = async (names: string[]) => {
    const minutes: number[] = []
    for (const name of names) minutes.push(await ask(name))
    return minutes
  }
  expect(await askEach(Array.from({ length: 5 }, () => 'anna'))).toEqual([0, 0, 0, 0, 0])
  expect(sent).toBe(3)
  expect(await askEach(Array.from({ length: 6 }, (_, at) => `other ${at}`))).toEqual([0, 0, 0, 0, 0, 10])
  expect(sent).toBe(8)
  expect(await ask('elsewhere', '192.0.2.2')).toBe(0)
})
