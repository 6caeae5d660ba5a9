import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testStore } from '#server/testing/test-store.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { responseTable } from '../store/tables.ts'
import { appendChange, appendSurveyChange, readChanges } from './change-log.ts'
import { ChangeFeed } from './feed.ts'
import { createPositionTable, readPosition } from './feed-position.ts'

let database: TestDatabase
let store: AnalyticsStore
let feed: ChangeFeed
let now = new Date('2026-05-01T08:00:00Z')
const log = createLogger('silent')

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  // The feeds of earlier tests would hold on to the log for an hour.
  await database.pool.query('delete from feed_consumer')
  store = await testStore()
  feed = new ChangeFeed({ ...database, store, clock: { now: () => now }, log })
  return async () => {
    await feed.stop()
    await store.close()
  }
})

const questions = { overall: { type: 'scale', min: 1, max: 10 } } as const
const people = (count: number): TestRow[] =>
  Array.from({ length: count }, () => ({ date: '2026-03-01', answers: { overall: 5 } }))
const make = (count = 1) => makeSurvey(database.db, { questions, rows: people(count) })

const add = (surveyId: number, count = 1) =>
  database.db
    .transaction()
    .execute(async (trx) => appendChange(trx, surveyId, await addResponses(trx, surveyId, people(count))))

async function countOf(surveyId: number): Promise<number> {
  return Number(
    (await store.query(portableSql`select count(*) from ${ident(responseTable(surveyId))}`)).columns[0]?.[0],
  )
}

/** Holds back all later transactions until it is ended; returns its number. */
async function openTransaction() {
  const client = await database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  let isOpen = true
  const end = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await client.query('commit')
    client.release()
  }
  return { xid: Number(rows[0]?.xid), end }
}

const logged = () => database.pool.query('select 1 from change').then(({ rowCount }) => rowCount)

describe('the feed', () => {
  test('follows the log by itself, and says since when the figures are up to date', async () => {
    const { surveyId } = await make()
    expect(feed.freshness()).toEqual({ asOf: null, updating: true, problem: null })
    await feed.start()
    await expect.poll(() => feed.freshness(), { interval: 5 }).toEqual({ asOf: now, updating: false, problem: null })
    expect(await countOf(surveyId)).toBe(1)
    now = new Date(now.getTime() + 60_000)
    expect(await feed.waitFor(await add(surveyId), 20_000)).toBe(true)
    expect(await countOf(surveyId)).toBe(2)
    await expect.poll(() => feed.freshness(), { interval: 5 }).toEqual({ asOf: now, updating: false, problem: null })
    await expect.poll(logged, { interval: 5 }).toBe(0)
  })

  test('applies a change that nobody waits for within a moment of its commit', async () => {
    const { surveyId } = await make()
    await feed.start()
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    await add(surveyId)
    await expect.poll(() => countOf(surveyId), { interval: 5 }).toBe(2)
  })

  test('has nothing of a transaction while it or an older one is open', async () => {
    const { surveyId } = await make()
    await feed.start()
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    const older = await openTransaction()
    try {
      const later = await add(surveyId)
      await feed.catchUp()
      expect(feed.freshness().updating).toBe(true)
      expect(await feed.waitFor(older.xid - 1, 5000)).toBe(true)
      expect(await feed.waitFor(older.xid, 5)).toBe(false)
      expect(await feed.waitFor(later, 5)).toBe(false)
      expect(await countOf(surveyId)).toBe(1)
      await older.end()
      expect(await feed.waitFor(later, 20_000)).toBe(true)
      expect(await countOf(surveyId)).toBe(2)
    } finally {
      await older.end()
    }
  })

  test('stops: whoever waits is told so at once, and nothing is applied any more', async () => {
    const { surveyId } = await make()
    await feed.start()
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    const older = await openTransaction()
    try {
      const later = await add(surveyId)
      const waiting = feed.waitFor(later, 600_000)
      await feed.stop()
      expect(await waiting).toBe(false)
      await older.end()
      const reading = vi.spyOn(database.pool, 'connect')
      expect(await feed.waitFor(later, 60)).toBe(false)
      expect(reading).not.toHaveBeenCalled()
      reading.mockRestore()
      expect(await countOf(surveyId)).toBe(1)
      await expect(feed.catchUp()).rejects.toThrow('has stopped')
    } finally {
      await older.end()
    }
  })

  test('applies more changes than one batch in their order, and of a survey with very many rebuilds all', async () => {
    const [even, many, few] = [await make(), await make(), await make()]
    await feed.start()
    await feed.catchUp()
    const heard: [number, boolean][] = []
    // Of all batches, until the last is applied: whether its changes are there and earlier ones, and since when all are.
    const hasNow = (xid: number) => Promise.race([feed.waitFor(xid, 0), Promise.resolve(false)])
    const claims: Promise<boolean>[] = []
    const earlier: Promise<boolean>[] = []
    const ofSecond: Promise<boolean>[] = []
    const asOf: (Date | null)[] = []
    feed.setListener({
      columnsToFollow: () => new Set(['state']),
      changed: (id, rows) => {
        heard.push([id, rows === null])
        claims.push(hasNow(last))
        earlier.push(hasNow(3))
        ofSecond.push(hasNow(second))
        asOf.push(feed.freshness().asOf)
      },
    })
    const older = await openTransaction()
    let [second, last] = [0, 0]
    try {
      const { db } = database
      // Exactly as many as are applied one by one.
      await sql`insert into change (survey_id, kind, row_id) select ${even.surveyId}::int, 'response', n from generate_series(3000001, 3020000) n`.execute(
        db,
      )
      await sql`insert into change (survey_id, kind, row_id) select ${many.surveyId}::int, 'response', n from generate_series(1000001, 1020001) n`.execute(
        db,
      )
      second = await add(many.surveyId)
      await sql`insert into change (survey_id, kind, row_id) select ${few.surveyId}::int, 'response', n from generate_series(2000001, 2004999) n`.execute(
        db,
      )
      last = await add(few.surveyId)
      now = new Date(now.getTime() + 60_000)
    } finally {
      await older.end()
    }
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    expect(await feed.waitFor(last, 0)).toBe(true)
    expect([await countOf(many.surveyId), await countOf(few.surveyId)]).toEqual([2, 2])
    expect(new Set(await Promise.all(claims))).toEqual(new Set([false]))
    expect(new Set(await Promise.all(earlier))).toEqual(new Set([true]))
    // The last batch but one ends after the second transaction.
    expect(await ofSecond.at(-1)).toBe(true)
    expect(asOf.filter((time) => time === now)).toEqual([])
    // The rebuild includes all changes of the survey; those of the others are applied row by row.
    expect(heard.filter(([id]) => id === many.surveyId)).toEqual([[many.surveyId, true]])
    for (const { surveyId } of [even, few])
      expect(new Set(heard.filter(([id]) => id === surveyId).map(([, isAll]) => isAll))).toEqual(new Set([false]))
  })

  test('reads the log from its start on a new connection, where numbers may have been used again', async () => {
    const { surveyId } = await make()
    await feed.start()
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    await feed.rebuild()
    const [added] = await addResponses(database.db, surveyId, people(1))
    await sql`insert into change (survey_id, kind, row_id, xid) values (${surveyId}, 'response', ${added}, '3')`.execute(
      database.db,
    )
    await feed.catchUp()
    expect(await countOf(surveyId)).toBe(1)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%from change%' and pid <> pg_backend_pid() and datname = current_database()`,
    )
    await expect
      .poll(
        () =>
          feed.catchUp().then(
            () => countOf(surveyId),
            () => 0,
          ),
        { interval: 5 },
      )
      .toBe(2)
    expect(feed.freshness().updating).toBe(false)
  })

  test('retries what failed and says so, once for many failures', async () => {
    const { surveyId } = await make()
    await feed.start()
    await caughtUp({ feed } as Parameters<typeof caughtUp>[0], database.pool)
    const error = vi.spyOn(log, 'error')
    const info = vi.spyOn(log, 'info')
    await database.pool.query('alter table change rename to change_away')
    try {
      await expect.poll(() => error.mock.calls.length, { interval: 5 }).toBeGreaterThan(0)
      // Whoever waits does not make it try more often.
      const before = error.mock.calls.length
      for (let time = 0; time < 20; time++) expect(await feed.waitFor(4_000_000_000, 1)).toBe(false)
      expect(error.mock.calls.length - before).toBeLessThan(3)
      expect(String(feed.freshness().problem)).toBe('Something went wrong on the server.')
    } finally {
      await database.pool.query('alter table change_away rename to change')
    }
    await expect.poll(() => info.mock.calls.length, { interval: 5 }).toBe(1)
    expect(error.mock.calls[0]?.[0]).toEqual({
      err: expect.objectContaining({ message: expect.stringContaining('change') }),
    })
    expect(info.mock.calls[0]?.[0]).toEqual({ failures: expect.any(Number) })
    expect(feed.freshness().problem).toBeNull()
    expect(await feed.waitFor(await add(surveyId), 20_000)).toBe(true)
    vi.restoreAllMocks()
  })

  test('makes the columns of a table the given ones, or says that they are not', async () => {
    const { surveyId } = await make()
    await feed.start()
    const signature = async () => {
      const { columns } = await store.query(
        portableSql`select signature from stored_survey where survey_id = ${surveyId}`,
      )
      return String(columns[0]?.[0])
    }
    const before = await signature()
    expect(await feed.ensureTable(surveyId, before)).toBe(true)
    const version = feed.dataVersion(surveyId)
    expect(await feed.ensureTable(surveyId, 'other')).toBe(false)
    expect(feed.dataVersion(surveyId)).toBe(version + 1)
    // A change that has been committed is applied first, so that nothing is rebuilt twice.
    await database.db.transaction().execute(async (trx) => {
      const question = { survey_id: surveyId, variable: 'extra', type: 'numeric' as const, sorder: 9 }
      await trx.insertInto('question').values(question).execute()
      await appendSurveyChange(trx, surveyId)
    })
    const extra = await database.db
      .selectFrom('question')
      .select('id')
      .where('variable', '=', 'extra')
      .executeTakeFirstOrThrow()
    expect(await feed.ensureTable(surveyId, before.replace(' response_id', ` q${extra.id}:double response_id`))).toBe(
      true,
    )
    expect(feed.dataVersion(surveyId)).toBe(version + 2)
    expect(feed.isChanging()).toBe(false)
  })

  test('waits for a table only for what has ended, not for a transaction that is open', async () => {
    const { surveyId } = await make()
    await feed.start()
    const older = await openTransaction()
    const waiting = vi.spyOn(feed, 'waitFor')
    try {
      expect(await feed.ensureTable(surveyId, 'of no table')).toBe(false)
      expect(await waiting.mock.results[0]?.value).toBe(true)
    } finally {
      waiting.mockRestore()
      await older.end()
    }
  })
})

test('the log is read in the order of transactions, then of changes, from a position on', async () => {
  const { surveyId } = await make()
  await database.pool.query('delete from change')
  const { db, pool } = database
  await db.transaction().execute((trx) => appendChange(trx, surveyId, [7, 8]))
  await db.transaction().execute((trx) => appendChange(trx, surveyId, [9]))
  const older = await openTransaction()
  try {
    await db.transaction().execute((trx) => appendChange(trx, surveyId, [10]))
    const all = await readChanges(pool, randomUUID(), { xid: 0, changeId: 0 }, 10)
    expect(all.changes.map(({ rowId }) => rowId)).toEqual([7, 8, 9])
    expect(all).toMatchObject({ waiting: true, horizon: older.xid })
    const [first] = all.changes
    if (!first) throw new Error('three changes')
    expect((await readChanges(pool, randomUUID(), first, 1)).changes.map(({ rowId }) => rowId)).toEqual([8])
    const none = await readChanges(pool, randomUUID(), all.changes[2] ?? first, 10)
    expect(none).toMatchObject({ changes: [], waiting: true })
  } finally {
    await older.end()
  }
  await database.pool.query('delete from change')
  expect(await readChanges(pool, randomUUID(), { xid: 0, changeId: 0 }, 10)).toMatchObject({
    changes: [],
    waiting: false,
  })
})

test('an empty store has no position', async () => {
  await store.write(createPositionTable)
  expect(await readPosition(store)).toBeNull()
})
