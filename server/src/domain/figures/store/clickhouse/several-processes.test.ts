import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { FaultyProxy } from '#server/testing/portability/faulty-proxy.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import { newClickHouse } from '#server/testing/test-store.ts'
import { appendChange } from '../../feed/change-log.ts'
import { ChangeFeed } from '../../feed/feed.ts'
import { responseTable } from '../tables.ts'
import { ClickHouse } from './clickhouse.ts'

/** How long a user's own change may take until it is seen, in ms; on a busy machine. */
const patience = 20_000

let database: TestDatabase
let url: string
let surveyId: number

beforeEach(async () => {
  if (inject('clickHouse') === null) return
  database = await testDatabaseForOne()
  url = await newClickHouse()
  ;({ surveyId } = await makeSurvey(database.db, {
    questions: { overall: { type: 'scale', min: 1, max: 10 } },
    rows: [{ date: '2026-01-01', answers: { overall: 3 } }],
  }))
})

/** A process with its connection to the one store. */
class Sharer {
  readonly feed: ChangeFeed
  readonly store: ClickHouse

  private constructor(store: ClickHouse) {
    this.store = store
    this.feed = new ChangeFeed({ ...database, store, clock: systemClock, log: createLogger('silent') })
  }

  static async start(address = url): Promise<Sharer> {
    const sharer = new Sharer(await ClickHouse.open({ url: address }))
    onTestFinished(() => sharer.stop())
    await sharer.feed.start()
    return sharer
  }

  /** The responses, as soon as those of a transaction are there. */
  async responsesAfter(xid: number): Promise<number> {
    expect(await this.feed.waitFor(xid, patience)).toBe(true)
    return this.responses()
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

const add = (): Promise<number> =>
  database.db.transaction().execute(async (trx) => {
    const added = await addResponses(trx, surveyId, [{ date: '2026-03-01', answers: { overall: 5 } }])
    return appendChange(trx, surveyId, added)
  })

/** Sessions of PostgreSQL that hold the turn to write. */
async function turns(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

describe.skipIf(inject('clickHouse') === null)('several processes on one ClickHouse', () => {
  test('all see a change, their data versions rise, and it is deleted from the log', async () => {
    const writer = await Sharer.start()
    const other = await Sharer.start()
    const before = [writer.feed.dataVersion(surveyId), other.feed.dataVersion(surveyId)] as const
    const xid = await add()
    expect(await other.responsesAfter(xid)).toBe(2)
    expect(await writer.responsesAfter(xid)).toBe(2)
    expect(writer.feed.dataVersion(surveyId)).toBeGreaterThan(before[0])
    expect(other.feed.dataVersion(surveyId)).toBeGreaterThan(before[1])
    expect(await other.feed.isUpToDate(surveyId)).toBe(true)
    expect(await turns()).toHaveLength(1)
    const consumers = await database.pool.query('select id from feed_consumer')
    expect(consumers.rowCount).toBe(1)
  })

  test('another one goes on when the one that fills it ends', async () => {
    const writer = await Sharer.start()
    const other = await Sharer.start()
    await writer.feed.stop()
    expect(await other.responsesAfter(await add())).toBe(2)
    expect(await turns()).toHaveLength(1)
  })

  test('a turn that is lost with its session is taken again, by one of them', async () => {
    const sharers = [await Sharer.start(), await Sharer.start()]
    await add()
    for (const pid of await turns()) await database.pool.query('select pg_terminate_backend($1)', [pid])
    const xid = await add()
    for (const sharer of sharers) expect(await sharer.responsesAfter(xid)).toBe(3)
    expect(await turns()).toHaveLength(1)
  })

  test('a rebuild can be asked of any of them', async () => {
    await Sharer.start()
    const other = await Sharer.start()
    // Without an entry in the log, only a rebuild finds it.
    await addResponses(database.db, surveyId, [{ date: '2026-03-02', answers: { overall: 6 } }])
    await other.feed.rebuild()
    expect(await other.responses()).toBe(2)
    expect(await other.responsesAfter(await add())).toBe(3)
  })

  test('a store that was away is caught up, and says meanwhile that it is behind', async () => {
    const proxy = await FaultyProxy.before(url)
    onTestFinished(() => proxy.close())
    const { feed, store } = await Sharer.start(proxy.url)
    const before = feed.dataVersion(surveyId)
    proxy.fault = 'down'
    const xid = await add()
    expect(await feed.waitFor(xid, 300)).toBe(false)
    expect(feed.freshness().updating).toBe(true)
    await expect(store.query(portableSql`select count(*) from feed_position`)).rejects.toMatchObject({
      code: 'unavailable',
    })
    proxy.fault = 'none'
    expect(await feed.waitFor(xid, patience)).toBe(true)
    expect(feed.dataVersion(surveyId)).toBeGreaterThan(before)
  })

  test('a rebuild that finds no room fails in words, and the figures of before stay', async () => {
    const proxy = await FaultyProxy.before(url)
    onTestFinished(() => proxy.close())
    const sharer = await Sharer.start(proxy.url)
    await addResponses(database.db, surveyId, [{ date: '2026-03-02', answers: { overall: 6 } }])
    proxy.fault = 'full'
    await expect(sharer.feed.rebuild()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no room'),
    })
    expect(await sharer.responses()).toBe(1)
    expect(await sharer.feed.isUpToDate(surveyId)).toBe(false)
    proxy.fault = 'none'
    expect(await sharer.responsesAfter(await add())).toBe(3)
  })
})
