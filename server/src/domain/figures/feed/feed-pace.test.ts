import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import { DuckDb } from '../store/duckdb.ts'
import { responseTable } from '../store/tables.ts'
import { appendChange } from './change-log.ts'
import { ChangeFeed } from './feed.ts'
import { readPosition, savePosition } from './feed-position.ts'

/** How a feed decides when to read the log. */
interface Pace {
  appliedAt: number
  schedule(pause: number): void
  tick(): Promise<void>
}

/** A transaction that the log never reaches. */
const never = 4_000_000_000
const log = createLogger('silent')
const people = [{ date: '2026-03-01', answers: { overall: 5 } }]

let database: TestDatabase
let store: DuckDb
let feed: ChangeFeed
let pace: Pace
let surveyId: number

beforeAll(async () => {
  database = await testDatabase()
  const questions = { overall: { type: 'scale', min: 1, max: 10 } } as const
  surveyId = (await makeSurvey(database.db, { questions, rows: people })).surveyId
})

afterAll(() => database.drop())

beforeEach(async () => {
  // The feeds of earlier tests would hold on to the log for an hour.
  await database.pool.query('delete from feed_consumer')
  store = await DuckDb.open({ path: ':memory:' })
  feed = newFeed()
  pace = paceOf(feed)
  return async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await feed.stop()
    await store.close()
  }
})

function newFeed(): ChangeFeed {
  return new ChangeFeed({ ...database, store, clock: { now: () => new Date() }, log })
}

const paceOf = (of: ChangeFeed): Pace => (of as unknown as { pace: Pace }).pace

const follow = () => caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)

/** Starts the feed, which then reads the log only when told to. */
async function startUnread() {
  const schedule = vi.spyOn(pace, 'schedule').mockReturnValue()
  await feed.start()
  return schedule
}

/** Stops the feed; another one with the same store takes its place. */
async function replaceFeed(): Promise<void> {
  await feed.stop()
  feed = newFeed()
  pace = paceOf(feed)
}

/** Starts the feed and has it read the log once. Answers the pauses it would make from then on. */
async function startByHand() {
  const schedule = await startUnread()
  const pauses = () => {
    const made = schedule.mock.calls.map(([pause]) => pause)
    schedule.mockClear()
    return made
  }
  expect(pauses()).toEqual([0])
  await follow()
  pauses()
  return pauses
}

const add = () =>
  database.db
    .transaction()
    .execute(async (trx) => appendChange(trx, surveyId, await addResponses(trx, surveyId, people)))

async function stored(): Promise<number> {
  const { columns } = await store.query(portableSql`select count(*) from ${ident(responseTable(surveyId))}`)
  return Number(columns[0]?.[0])
}

/** Opens a transaction that holds a lock or a number until it is ended. */
async function openTransaction(statement = 'select pg_current_xact_id()') {
  const client = await database.pool.connect()
  let isOpen = true
  const end = async (): Promise<void> => {
    if (isOpen) await client.query('rollback').finally(() => client.release())
    isOpen = false
  }
  onTestFinished(end)
  await client.query('begin')
  await client.query(statement)
  return end
}

const waitingPids = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

/** Does something while the feed waits for a table in the middle of some work. */
async function whileHeldUp<T>(table: string, work: () => Promise<unknown>, then: () => Promise<T> | T): Promise<T> {
  const end = await openTransaction(`lock table ${table} in access exclusive mode`)
  const working = work()
  try {
    await expect.poll(waitingPids, { interval: 5 }).toHaveLength(1)
    return await then()
  } finally {
    await end()
    await working
  }
}

/** Ends the connection on which the feed reads the log, as a crash of PostgreSQL does. */
const breakConnection = () =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%feed_consumer%' and pid <> pg_backend_pid() and datname = current_database()`,
  )

/** Tries until it succeeds: a connection that broke is noticed a moment later. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await work().then(
      () => true,
      () => false,
    )
}

describe('a feed', () => {
  test('reads the log again after a second, sooner while something is held back, later the more often it fails', async () => {
    const pauses = await startByHand()
    const [error, info] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')]
    await pace.tick()
    expect(pauses()).toEqual([1000])
    const end = await openTransaction()
    await add()
    // Once it is notified, which would have it read again at once.
    await expect.poll(pauses, { interval: 5 }).toContain(0)
    await pace.tick()
    expect(pauses()).toEqual([25])
    await end()
    await follow()
    await database.pool.query('alter table change rename to change_away')
    try {
      for (let time = 0; time < 4; time++) await pace.tick()
      expect(pauses()).toEqual([100, 200, 400, 800])
      // Whoever waits does not make it try more often.
      expect([await feed.waitFor(never, 0), pauses()]).toEqual([false, []])
    } finally {
      await database.pool.query('alter table change_away rename to change')
    }
    expect([error.mock.calls.length, info.mock.calls.length]).toEqual([3, 0])
    await pace.tick()
    await pace.tick()
    expect(pauses()).toEqual([1000, 1000])
    expect(info.mock.calls).toEqual([[{ failures: 4 }, expect.any(String)]])
  })

  test('reads at once for a change and for whoever waits, and again afterwards when it is reading', async () => {
    const pauses = await startByHand()
    await add()
    await expect.poll(pauses, { interval: 5 }).toContain(0)
    await follow()
    pauses()
    expect([await feed.waitFor(never, 0), pauses()]).toEqual([false, [0]])
    const meanwhile = await whileHeldUp(
      'change',
      () => pace.tick(),
      async () => {
        await feed.waitFor(never, 0)
        return pauses()
      },
    )
    expect([meanwhile, pauses()]).toEqual([[], [0]])
    await pace.tick()
    expect(pauses()).toEqual([1000])
  })

  test('applies together what is written in a moment, and at once what somebody waits for', async () => {
    const pauses = await startByHand()
    const before = await stored()
    const added = async () => (await stored()) - before
    await add()
    await expect.poll(pauses, { interval: 5 }).toContain(0)
    await pace.tick()
    expect([pauses(), await added()]).toEqual([[1000], 1])
    // As if that had been just now, however slow this machine is.
    pace.appliedAt = performance.now() + 60_000
    const isLong = (made: number[]): boolean => made.length === 1 && Number(made[0]) > 50_000
    await add()
    await expect.poll(() => isLong(pauses()), { interval: 5 }).toBe(true)
    const end = await openTransaction()
    await add()
    await expect.poll(() => isLong(pauses()), { interval: 5 }).toBe(true)
    await pace.tick()
    expect([pauses(), await added()]).toEqual([[expect.any(Number)], 2])
    const waiting = feed.waitFor(never, 60_000)
    expect(pauses()).toEqual([0])
    await pace.tick()
    expect(pauses()).toEqual([25])
    await end()
    await pace.tick()
    expect(await added()).toBe(3)
    await feed.stop()
    expect(await waiting).toBe(false)
  })

  test('stops after what it is applying', async () => {
    await startByHand()
    const before = await stored()
    await add()
    let stopping: Promise<void> | undefined
    await whileHeldUp('alert', follow, () => {
      stopping = feed.stop()
    }).catch(() => undefined)
    await stopping
    expect(await stored()).toBe(before + 1)
  })

  test('says nothing of what fails because it stops', async () => {
    await startByHand()
    const error = vi.spyOn(log, 'error')
    const stopping = await whileHeldUp(
      'change',
      () => pace.tick(),
      async () => {
        const stopped = feed.stop()
        for (const pid of await waitingPids()) await database.pool.query('select pg_terminate_backend($1)', [pid])
        return [stopped]
      },
    )
    await Promise.all(stopping)
    expect(await feed.waitFor(never, 0)).toBe(false)
    expect(error).not.toHaveBeenCalled()
  })

  test('is behind while it applies changes, and while it rebuilds, of which it warns', async () => {
    await startByHand()
    const warn = vi.spyOn(log, 'warn')
    const isBehind = () => feed.freshness().updating
    expect(isBehind()).toBe(false)
    await add()
    expect(await whileHeldUp('alert', follow, isBehind)).toBe(true)
    expect([isBehind(), warn.mock.calls.length]).toEqual([false, 0])
    await database.pool.query('delete from feed_consumer')
    expect(await whileHeldUp('alert', follow, isBehind)).toBe(true)
    expect(warn).toHaveBeenCalledTimes(1)
    await database.pool.query('delete from feed_consumer')
    await feed.catchUp()
    expect([isBehind(), warn.mock.calls.length]).toEqual([false, 2])
  })

  test('asks nothing about a table that has its columns', async () => {
    await startByHand()
    const { columns } = await store.query(
      portableSql`select signature from stored_survey where survey_id = ${surveyId}`,
    )
    const asking = vi.spyOn(database.pool, 'query')
    expect(await feed.ensureTable(surveyId, String(columns[0]?.[0]))).toBe(true)
    expect(asking).not.toHaveBeenCalled()
  })
})

describe('how far a feed has come', () => {
  const hasReached = (xid: number) => feed.waitFor(xid, 0)

  test('is not known on a new connection, where numbers may have been used again', async () => {
    await startByHand()
    expect(await hasReached(3)).toBe(true)
    await breakConnection()
    expect(
      await whileHeldUp(
        'change',
        () => untilDone(() => feed.catchUp()),
        () => hasReached(3),
      ),
    ).toBe(false)
    await follow()
    expect(await hasReached(3)).toBe(true)
    await breakConnection()
    expect(
      await whileHeldUp(
        'alert',
        () => untilDone(() => feed.rebuild()),
        () => hasReached(3),
      ),
    ).toBe(false)
  })

  test('is known after a rebuild on the same connection, and what it includes is deleted from the log', async () => {
    await startByHand()
    await add()
    const logged = async () => (await database.pool.query('select from change')).rowCount
    await expect.poll(() => feed.rebuild().then(logged), { interval: 5 }).toBe(0)
    expect(await hasReached(3)).toBe(true)
  })

  test('is where the next start goes on, also while the first transaction that it lacks is open', async () => {
    const end = await openTransaction()
    await startUnread()
    const before = await stored()
    const { columns } = await store.query(
      portableSql`select signature from stored_survey where survey_id = ${surveyId}`,
    )
    await replaceFeed()
    // No change says so: only a rebuild would see it.
    await addResponses(database.db, surveyId, people)
    await startUnread()
    expect(await stored()).toBe(before)
    expect(await feed.ensureTable(surveyId, String(columns[0]?.[0]))).toBe(true)
    expect(feed.dataVersion(surveyId)).toBe(0)
    await end()
  })

  test.each([
    ['beyond what this database has reached', { position: { xid: never, changeId: 0 } }],
    ['of another database', { source: 'other' }],
  ])('means nothing if it is %s: all is rebuilt before the start has ended', async (_where, change) => {
    await startUnread()
    const before = await stored()
    await replaceFeed()
    const known = await readPosition(store)
    if (!known) throw new Error('the store is filled')
    await store.write((writer) => savePosition(writer, { ...known, ...change }, known.source))
    await addResponses(database.db, surveyId, people)
    await startUnread()
    expect(await stored()).toBe(before + 1)
  })
})

test('a feed that rebuilds for long says each minute that it is alive', async () => {
  await startByHand()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pool } = database
  const isHeard = async () =>
    (await pool.query(`select from feed_consumer where seen_at > now() - interval '1 minute'`)).rowCount === 1
  await whileHeldUp(
    'alert',
    () => feed.rebuild(),
    async () => {
      await pool.query(`update feed_consumer set seen_at = now() - interval '2 minutes'`)
      // Waiting for the lock has advanced the timers a little.
      vi.advanceTimersByTime(50_000)
      expect(await isHeard()).toBe(false)
      vi.advanceTimersByTime(10_000)
      await expect.poll(isHeard, { interval: 5 }).toBe(true)
    },
  )
  expect(vi.getTimerCount()).toBe(0)
})
