import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase, testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { storePlace } from '#server/testing/test-store.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { openAnalytics } from '../engine/analytics.ts'
import type { Analytics } from '../engine/analytics.ts'
import { appendChange, appendSurveyChange } from './change-log.ts'
import { responseTable } from '../store/tables.ts'
import { readPosition, savePosition } from './feed-position.ts'
import type { StoredPosition } from './feed-position.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

const questions = {
  overall: { type: 'scale', min: 1, max: 10 },
  shop: { type: 'single', choices: ['a', 'b'] },
} as const

function survey(rows: { overall: number }[] = []) {
  return makeSurvey(database.db, {
    questions,
    views: { organisation: ['shop'] },
    rows: rows.map((answers) => ({ date: '2026-03-01', answers: { ...answers, shop: 'a' } })),
  })
}

async function contents(surveyId: number): Promise<unknown[]> {
  const table = await analytics.store.query(portableSql`select * from ${ident(responseTable(surveyId))} order by id`)
  const left = table.names.map((name) => !/^(week|month|quarter|year)$/.test(name))
  const columns = table.columns.filter((_, index) => left[index])
  return Array.from({ length: table.rowCount }, (_, row) => columns.map((column) => column[row]))
}

describe('the change feed', () => {
  test('applies new, changed and deleted responses', async () => {
    const { db } = database
    const { surveyId, responseIds } = await survey([{ overall: 3 }, { overall: 5 }])
    await caughtUp(analytics, database.pool)
    expect(await contents(surveyId)).toHaveLength(2)

    await db.transaction().execute(async (trx) => {
      const added = await addResponses(trx, surveyId, [{ date: '2026-03-02', answers: { overall: 9, shop: 'a' } }])
      const [changed, deleted] = responseIds
      await trx
        .updateTable('response')
        .set({ answers: JSON.stringify({ overall: 7, shop: 'b' }) })
        .where('id', '=', changed ?? 0)
        .execute()
      await trx
        .deleteFrom('response')
        .where('id', '=', deleted ?? 0)
        .execute()
      await appendChange(trx, surveyId, [...added, ...responseIds])
    })
    await caughtUp(analytics, database.pool)
    const rows = (await contents(surveyId)) as number[][]
    expect(rows.map((row) => row.at(-2))).toEqual([7, 9])
    expect(rows.map((row) => row.at(-1))).toEqual([2, 1])
  })

  test('loses nothing when overlapping transactions commit in reverse order', async () => {
    const { db, pool } = database
    const { surveyId } = await survey()
    await caughtUp(analytics, database.pool)
    const first = await pool.connect()
    try {
      // The first transaction takes its number and its ids before the second, and commits after it.
      await first.query('begin')
      await first.query(
        `insert into response (survey_id, event_date, answers) values ($1, '2026-01-01', '{"overall": 1}')`,
        [surveyId],
      )
      await first.query(
        `insert into change (survey_id, kind, row_id) select survey_id, 'response', id from response where survey_id = $1`,
        [surveyId],
      )
      await db.transaction().execute(async (trx) => {
        const ids = await addResponses(trx, surveyId, [{ date: '2026-01-02', answers: { overall: 2 } }])
        await appendChange(trx, surveyId, ids)
      })
      await analytics.feed.catchUp()
      expect(analytics.freshness().updating).toBe(true)
      await first.query('commit')
    } finally {
      first.release()
    }
    await caughtUp(analytics, database.pool)
    const rows = (await contents(surveyId)) as number[][]
    expect(rows.map((row) => row.at(-2)).sort()).toEqual([1, 2])
  })

  test('tells a writer whether its own change is in the figures yet', async () => {
    const { db, pool } = database
    const { surveyId } = await survey()
    const xid = await db.transaction().execute(async (trx) => {
      const ids = await addResponses(trx, surveyId, [{ date: '2026-01-02', answers: { overall: 2 } }])
      return appendChange(trx, surveyId, ids)
    })
    expect(await analytics.fresh({ xid })).toBe(true)
    expect(await contents(surveyId)).toHaveLength(1)

    const open = await pool.connect()
    try {
      await open.query('begin')
      await open.query('select pg_current_xact_id()')
      const later = await db.transaction().execute((trx) => appendChange(trx, surveyId, []))
      expect(await analytics.feed.waitFor(later, 50)).toBe(false)
      // A request waits only once, however many figures it asks for.
      const lastWrite = { xid: later }
      expect(analytics.fresh(lastWrite)).toBe(analytics.fresh(lastWrite))
      await open.query('commit')
    } finally {
      open.release()
    }
  })

  test('stores the columns of a changed survey, and drops those of a deleted one', async () => {
    const { db } = database
    const { surveyId } = await survey([{ overall: 3 }])
    await caughtUp(analytics, database.pool)
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('question')
        .values({ survey_id: surveyId, variable: 'extra', type: 'numeric', sorder: 9 })
        .execute()
      await sql`update response set answers = answers || '{"extra": 12.5}' where survey_id = ${surveyId}`.execute(trx)
      await appendSurveyChange(trx, surveyId)
    })
    await caughtUp(analytics, database.pool)
    expect(((await contents(surveyId)) as number[][])[0]?.at(-1)).toBe(12.5)

    await db.transaction().execute(async (trx) => {
      await appendSurveyChange(trx, surveyId)
      await trx.deleteFrom('survey').where('id', '=', surveyId).execute()
    })
    await caughtUp(analytics, database.pool)
    await expect(contents(surveyId)).rejects.toThrow(/does not exist|Unknown table/)
  })

  test('deletes the changes it has applied from the log', async () => {
    await survey([{ overall: 3 }])
    await caughtUp(analytics, database.pool)
    const left = await database.db.selectFrom('change').selectAll().execute()
    expect(left).toEqual([])
  })

  test('a rebuild from zero gives the same rows as following the changes', async () => {
    const { db } = database
    const { surveyId, responseIds } = await survey([{ overall: 3 }, { overall: 4 }, { overall: 6 }])
    await caughtUp(analytics, database.pool)
    await db.transaction().execute(async (trx) => {
      const [first] = responseIds
      await trx
        .deleteFrom('response')
        .where('id', '=', first ?? 0)
        .execute()
      const added = await addResponses(trx, surveyId, [
        { date: '2025-12-31', answers: { overall: 8 } },
        { date: '2026-05-01', answers: { shop: 'b' }, state: 2 },
      ])
      await trx
        .insertInto('alert')
        .values({ survey_id: surveyId, response_id: added[0] ?? 0, rule: 'low' })
        .execute()
      await appendChange(trx, surveyId, [...responseIds, ...added])
    })
    await caughtUp(analytics, database.pool)
    const followed = await contents(surveyId)
    await analytics.feed.rebuild()
    expect(await contents(surveyId)).toEqual(followed)
    expect(followed).toHaveLength(4)
  })

  test.each([
    ['all surveys', () => analytics.feed.rebuild()],
    // A signature that no table has.
    ['one survey', (surveyId: number) => analytics.feed.ensureTable(surveyId, 'other')],
  ])('a rebuild of %s does not skip the oldest transaction that was open meanwhile', async (_of, rebuild) => {
    const { pool } = database
    const { surveyId } = await survey([{ overall: 3 }])
    await caughtUp(analytics, pool)
    const open = await pool.connect()
    try {
      await open.query('begin')
      await open.query(
        `insert into response (survey_id, event_date, answers) values ($1, '2026-01-01', '{"overall": 8}')`,
        [surveyId],
      )
      await open.query(
        `insert into change (survey_id, kind, row_id) select survey_id, 'response', max(id) from response
          where survey_id = $1 group by survey_id`,
        [surveyId],
      )
      // The rebuild's horizon is this very transaction: nothing older is open, and it is not in the rebuilt tables.
      const { rows } = await open.query(
        'select pg_snapshot_xmin(s) = pg_current_xact_id() as "isOldest" from pg_current_snapshot() s',
      )
      expect(rows).toEqual([{ isOldest: true }])
      await rebuild(surveyId)
      expect(await contents(surveyId)).toHaveLength(1)
      await open.query('commit')
    } finally {
      open.release()
    }
    await caughtUp(analytics, pool)
    expect(((await contents(surveyId)) as number[][]).map((row) => row.at(-2))).toEqual([3, 8])
  })
})

describe('after a start', () => {
  const future = 4_000_000_000

  /** Stops the analytics, changes what is stored, starts them again and answers the number of stored rows. */
  async function rowsAfter(
    change: (opened: Analytics, made: MadeSurvey, db: TestDatabase['db']) => Promise<void>,
  ): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-feed-start-'))
    const own = await testDatabaseForOne()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const place = await storePlace(folder)
    const start = () => openAnalytics({ ...place, ...own, clock: systemClock, log: createLogger('silent') })
    const made = await makeSurvey(own.db, { questions, rows: [{ date: '2026-03-01', answers: { overall: 5 } }] })
    const first = await start()
    await caughtUp(first, own.pool)
    await change(first, made, own.db)
    await first.close()
    // As in a restored copy: the row is gone, and no change says so.
    await own.pool.query('delete from response')
    const second = await start()
    try {
      await caughtUp(second, own.pool)
      expect(second.freshness().updating).toBe(false)
      expect(await own.db.selectFrom('change').selectAll().execute()).toEqual([])
      const { columns } = await second.store.query(
        portableSql`select count(*) from ${ident(responseTable(made.surveyId))}`,
      )
      return Number(columns[0]?.[0])
    } finally {
      await second.close()
    }
  }

  /** Changes the position that is stored. */
  async function store(opened: Analytics, change: Partial<StoredPosition>): Promise<void> {
    const known = await readPosition(opened.store)
    if (!known) throw new Error('the store is filled')
    await opened.store.write((writer) => savePosition(writer, { ...known, ...change }, known.source))
  }

  test('the tables are kept, where the log goes on', async () => {
    expect(await rowsAfter(async () => {})).toBe(1)
  })

  test('all is rebuilt where the position is beyond what this database has reached', async () => {
    expect(await rowsAfter((opened) => store(opened, { position: { xid: future, changeId: 0 } }))).toBe(0)
  })

  test('all is rebuilt where the position is of another database', async () => {
    // A copy of a database holds the registration of this store too.
    expect(await rowsAfter((opened) => store(opened, { source: 'other' }))).toBe(0)
  })

  test('changes with numbers this database has not reached are deleted, not waited for', async () => {
    const rows = await rowsAfter(async (opened, { surveyId }, db) => {
      await store(opened, { position: { xid: future, changeId: 0 } })
      await sql`insert into change (survey_id, kind, row_id, xid)
                values (${surveyId}, 'response', 1, ${String(future)}::text::xid8)`.execute(db)
    })
    expect(rows).toBe(0)
  })
})
