import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import {
  appendChange,
  appendSurveyChange,
  appendUnitChange,
  countChanges,
  hasAllChanges,
  readChanges,
  readHorizon,
  readSource,
} from './change-log.ts'
import type { Change, ChangeBatch, Position } from './change-log.ts'
import { registerConsumer, reportAlive } from './feed-consumers.ts'

let database: TestDatabase
let surveyId = 0
let otherId = 0
const consumer = randomUUID()
const start: Position = { xid: 0, changeId: 0 }

beforeEach(async () => {
  database = await testDatabaseForOne()
  ;({ surveyId } = await makeSurvey(database.db, { questions: {} }))
  ;({ surveyId: otherId } = await makeSurvey(database.db, { questions: {} }))
  await database.pool.query('delete from change')
})

type Append = (
  trx: Parameters<Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]>[0],
) => Promise<number>
const append = (what: Append) => database.db.transaction().execute(what)

/** What is logged after a position, once the last transaction before it has ended. */
async function logged(after: Position, limit = 100): Promise<ChangeBatch> {
  const { rows } = await database.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  while ((await readHorizon(database.pool)) <= Number(rows[0]?.xid)) await new Promise(setImmediate)
  return readChanges(database.pool, consumer, after, limit)
}

const told = ({ changes }: ChangeBatch) => changes.map(({ surveyId: of, kind, rowId }) => [of, kind, rowId])

test('changes are read in the order of their transactions, then of their numbers, from a position on', async () => {
  expect(await logged(start)).toMatchObject({ changes: [], waiting: false, isRegistered: false, isSilent: false })
  const first = await append((trx) => appendChange(trx, surveyId, [11, 12]))
  const second = await append((trx) => appendUnitChange(trx, otherId, [3, 4]))
  await append((trx) => appendSurveyChange(trx, surveyId))
  const all = await logged(start)
  expect(told(all)).toEqual([
    [surveyId, 'response', 11],
    [surveyId, 'response', 12],
    [otherId, 'unit', 3],
    [otherId, 'unit', 4],
    [surveyId, 'survey', surveyId],
  ])
  expect(all.changes.map(({ xid }) => xid).slice(0, 4)).toEqual([first, first, second, second])
  expect(all.horizon).toBeGreaterThan(second)
  expect(told(await logged(start, 2))).toEqual(told(all).slice(0, 2))
  expect(told(await logged(all.changes[1] as Change))).toEqual(told(all).slice(2))
  expect(await countChanges(database.pool, start)).toEqual(new Map([[surveyId, 2]]))
  expect(await countChanges(database.pool, all.changes[0] as Change)).toEqual(new Map([[surveyId, 1]]))
  expect(await readHorizon(database.pool)).toBeGreaterThanOrEqual(all.horizon)
  expect(await readSource(database.pool)).toMatch(/^\d+\/\d+$/)
})

test('a change that is not committed is waited for, and those behind it with it', async () => {
  const behind = await database.db.transaction().execute(async (trx) => {
    const horizon = await appendChange(trx, surveyId, [1])
    await append((other) => appendChange(other, surveyId, [2]))
    const batch = await readChanges(database.pool, consumer, start, 10)
    expect(batch).toMatchObject({ changes: [], waiting: true, horizon })
    return horizon
  })
  const { changes } = await logged(start)
  expect(changes.map(({ rowId }) => rowId)).toEqual([1, 2])
  expect(changes[0]?.xid).toBe(behind)
})

test('only a registered consumer that has applied the last change of a survey has all of them', async () => {
  const { pool } = database
  await append((trx) => appendChange(trx, surveyId, [1, 2]))
  const { changes } = await logged(start)
  const [first, last] = changes as [Change, Change]
  expect(await hasAllChanges(pool, consumer, last, surveyId)).toBe(false)
  await registerConsumer(pool, consumer)
  expect(await hasAllChanges(pool, consumer, last, surveyId)).toBe(true)
  expect(await hasAllChanges(pool, consumer, first, surveyId)).toBe(false)
  expect(await hasAllChanges(pool, consumer, first, otherId)).toBe(true)
})

test('a consumer is silent a minute after it was last heard of, until it says that it is alive', async () => {
  const { pool } = database
  await registerConsumer(pool, consumer)
  expect(await logged(start)).toMatchObject({ isRegistered: true, isSilent: false })
  await pool.query(`update feed_consumer set seen_at = now() - interval '61 seconds' where id = $1`, [consumer])
  expect(await logged(start)).toMatchObject({ isRegistered: true, isSilent: true })
  await reportAlive(pool, consumer)
  expect(await logged(start)).toMatchObject({ isRegistered: true, isSilent: false })
})
