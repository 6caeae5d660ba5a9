import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { testStore } from '#server/testing/test-store.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { DuckDb } from '../store/duckdb.ts'
import { responseTable } from '../store/tables.ts'
import { appendChange } from './change-log.ts'
import { ChangeFeed } from './feed.ts'
import { reportPosition } from './feed-consumers.ts'

let database: TestDatabase
let surveyId: number

beforeEach(async () => {
  database = await testDatabaseForOne()
  ;({ surveyId } = await makeSurvey(database.db, { questions: { overall: { type: 'scale', min: 1, max: 10 } } }))
})

/** A process's feed with a store of its own. It follows the log only when told to. */
class FollowingProcess {
  readonly feed: ChangeFeed
  private readonly store: AnalyticsStore

  private constructor(feed: ChangeFeed, store: AnalyticsStore) {
    this.feed = feed
    this.store = store
  }

  static async start(path?: string): Promise<FollowingProcess> {
    const store = await (path === undefined ? testStore() : DuckDb.open({ path }))
    const feed = new ChangeFeed({ ...database, store, clock: systemClock, log: createLogger('silent') })
    const started = new FollowingProcess(feed, store)
    onTestFinished(() => started.stop())
    // Without its own pace, which would apply changes whenever it likes.
    const pace = vi.spyOn((feed as unknown as { pace: { schedule(): void } }).pace, 'schedule').mockReturnValue()
    onTestFinished(() => pace.mockRestore())
    await feed.start()
    await started.follow()
    return started
  }

  /** Applies everything that is committed. Transactions of other test files may hold it back for a moment. */
  async follow(): Promise<void> {
    const { rows } = await database.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
    const before = Number(rows[0]?.xid) - 1
    do await this.feed.catchUp()
    while (!(await this.feed.waitFor(before, 10)))
  }

  async responses(): Promise<number> {
    const { columns } = await this.store.query(portableSql`select count(*) from ${ident(responseTable(surveyId))}`)
    return Number(columns[0]?.[0])
  }

  async stop(): Promise<void> {
    await this.feed.stop()
    await this.store.close()
  }
}

const add = () =>
  database.db.transaction().execute(async (trx) => {
    const added = await addResponses(trx, surveyId, [{ date: '2026-03-01', answers: { overall: 5 } }])
    return appendChange(trx, surveyId, added)
  })

const count = async (table: 'change' | 'feed_consumer') =>
  Number((await database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n)

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'gensvar-consumers-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** As if nothing had been heard of all consumers for as long. */
const silentFor = (time: string) =>
  database.pool.query('update feed_consumer set seen_at = now() - $1::interval', [time])

describe('two processes on one PostgreSQL', () => {
  test('both have every change, and it is deleted once both have applied it', async () => {
    const quick = await FollowingProcess.start()
    const slow = await FollowingProcess.start()
    await add()
    await quick.follow()
    expect([await quick.responses(), await slow.responses()]).toEqual([1, 0])
    expect(await count('change')).toBe(1)
    await add()
    await quick.follow()
    await slow.follow()
    expect([await quick.responses(), await slow.responses()]).toEqual([2, 2])
    expect(await count('change')).toBe(0)
  })

  test('say for themselves whether they have all changes of a survey', async () => {
    const other = await makeSurvey(database.db, { questions: { overall: { type: 'scale', min: 1, max: 10 } } })
    const quick = await FollowingProcess.start()
    const slow = await FollowingProcess.start()
    await add()
    expect([await quick.feed.isUpToDate(surveyId), await slow.feed.isUpToDate(surveyId)]).toEqual([false, false])
    await quick.follow()
    expect([await quick.feed.isUpToDate(surveyId), await slow.feed.isUpToDate(surveyId)]).toEqual([true, false])
    expect(await slow.feed.isUpToDate(other.surveyId)).toBe(true)
    await slow.follow()
    expect(await slow.feed.isUpToDate(surveyId)).toBe(true)
  })

  test('one that was stopped finds what was changed meanwhile', async () => {
    const path = join(await folder(), 'analytics.duckdb')
    const quick = await FollowingProcess.start()
    await (await FollowingProcess.start(path)).stop()
    await add()
    await quick.follow()
    expect(await (await FollowingProcess.start(path)).responses()).toBe(1)
    expect(await count('feed_consumer')).toBe(2)
    expect(await count('change')).toBe(0)
  })

  test('each start keeps the store of a process that is known, up to the last change it has applied', async () => {
    const path = join(await folder(), 'analytics.duckdb')
    const first = await FollowingProcess.start(path)
    await add()
    await first.follow()
    await first.stop()
    // No change says so: only a rebuild would see that.
    await database.pool.query('delete from response')
    for (let time = 0; time < 2; time++) {
      const again = await FollowingProcess.start(path)
      expect(await again.responses()).toBe(1)
      await again.stop()
    }
    expect(await count('feed_consumer')).toBe(1)
  })

  test('one that was silent for long is forgotten, and rebuilds when it comes back', async () => {
    const quick = await FollowingProcess.start()
    const slow = await FollowingProcess.start()
    await add()
    await silentFor('59 minutes')
    await quick.follow()
    expect(await count('change')).toBe(1)
    await add()
    await silentFor('61 minutes')
    await quick.follow()
    expect([await count('change'), await count('feed_consumer')]).toEqual([0, 1])
    expect(await slow.feed.isUpToDate(surveyId)).toBe(false)
    await slow.follow()
    expect(await slow.responses()).toBe(2)
    expect(await slow.feed.isUpToDate(surveyId)).toBe(true)
    expect(await count('feed_consumer')).toBe(2)
  })

  test('one that is forgotten while it is stopped rebuilds at its start', async () => {
    const path = join(await folder(), 'analytics.duckdb')
    const quick = await FollowingProcess.start()
    await (await FollowingProcess.start(path)).stop()
    await add()
    await silentFor('2 hours')
    await quick.follow()
    expect(await count('change')).toBe(0)
    expect(await (await FollowingProcess.start(path)).responses()).toBe(1)
  })

  test('one whose rebuild fails rebuilds again', async () => {
    const quick = await FollowingProcess.start()
    const slow = await FollowingProcess.start()
    await add()
    await silentFor('2 hours')
    await quick.follow()
    await database.pool.query('alter table alert rename to alert_away')
    await expect(slow.feed.catchUp()).rejects.toThrow('alert')
    expect(await slow.feed.isUpToDate(surveyId)).toBe(false)
    await database.pool.query('alter table alert_away rename to alert')
    await slow.follow()
    expect(await slow.responses()).toBe(1)
  })

  test('one that is idle reports that it is alive, at most once a minute', async () => {
    const idle = await FollowingProcess.start()
    const silence = async () =>
      Number(
        (await database.pool.query('select extract(epoch from now() - seen_at) as s from feed_consumer')).rows[0].s,
      )
    await silentFor('50 seconds')
    await idle.follow()
    expect(await silence()).toBeGreaterThanOrEqual(50)
    await silentFor('61 seconds')
    await idle.follow()
    expect(await silence()).toBeLessThan(50)
  })

  test('on copies of one store do not take each other for themselves', async () => {
    const made = await folder()
    const path = join(made, 'analytics.duckdb')
    const copy = join(made, 'copy.duckdb')
    await (await FollowingProcess.start(path)).stop()
    await cp(path, copy)
    const [first, second] = [await FollowingProcess.start(path), await FollowingProcess.start(copy)]
    await add()
    await first.follow()
    await second.follow()
    expect([await first.responses(), await second.responses()]).toEqual([1, 1])
    expect(await count('feed_consumer')).toBe(2)
  })

  test('an old copy of a store, behind what was reported of it, is rebuilt', async () => {
    const made = await folder()
    const path = join(made, 'analytics.duckdb')
    const old = join(made, 'old.duckdb')
    const before = await FollowingProcess.start(path)
    await before.stop()
    await cp(path, old)
    const { rows } = await database.pool.query('select id from feed_consumer')
    const xid = await add()
    // What the process would report had it gone on.
    await reportPosition(database.pool, rows[0].id, { xid, changeId: 1000 })
    expect(await count('change')).toBe(0)
    expect(await (await FollowingProcess.start(old)).responses()).toBe(1)
  })

  test('one that is not registered deletes nothing', async () => {
    await FollowingProcess.start()
    const xid = await add()
    await reportPosition(database.pool, randomUUID(), { xid, changeId: 1000 })
    expect(await count('change')).toBe(1)
  })
})
