import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { openStoreAt, storePlace } from '#server/testing/test-store.ts'
import type { StorePlace } from '#server/testing/test-store.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { openAnalytics } from '../engine/analytics.ts'
import { appendChange } from './change-log.ts'
import { responseTable } from '../store/tables.ts'

const program = fileURLToPath(new URL('../../../testing/feed-process.ts', import.meta.url))

let database: TestDatabase
let folder: string
let place: StorePlace
let survey: MadeSurvey
let ids: number[]

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-kill-'))
  place = await storePlace(folder)
  survey = await makeSurvey(database.db, {
    questions: { overall: { type: 'scale', min: 1, max: 10 }, comment: { type: 'text' } },
    rows: Array.from({ length: 40 }, (_, index) => ({
      date: '2026-01-01',
      answers: { overall: 1 + (index % 10), comment: 'old' },
    })),
  })
  ids = survey.responseIds
  await finished(start())
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

function start(): ChildProcess {
  const { clickHouse } = place
  return spawn(process.execPath, [program, folder, database.url, ...(clickHouse ? [clickHouse.url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function finished(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
  await once(child, 'close')
  return output
}

/** Changes, adds and deletes responses in one transaction, and logs the changes for the feed. */
async function change(): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const [deleted = 0, ...kept] = ids
    await trx.deleteFrom('response').where('id', '=', deleted).execute()
    await trx
      .updateTable('response')
      .set({ answers: JSON.stringify({ overall: 10, comment: 'new' }) })
      .where('id', 'in', kept.slice(0, 10))
      .execute()
    const added = await addResponses(trx, survey.surveyId, [
      { date: '2026-02-01', answers: { overall: 5, comment: 'added' } },
      { date: '2026-02-02', answers: { overall: 6 } },
    ])
    await appendChange(trx, survey.surveyId, [deleted, ...kept.slice(0, 10), ...added])
    ids = [...kept, ...added]
  })
}

/** Runs the feed in another process until it waits for a lock held by this test, and kills it there. */
async function killWhileHeldUp(lock: string): Promise<void> {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock)
    const child = start()
    const output = finished(child)
    let isHeldUp = false
    while (!isHeldUp) {
      const waiting = await database.pool.query<{ n: number }>(
        `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      isHeldUp = (waiting.rows[0]?.n ?? 0) > 0
    }
    child.kill('SIGKILL')
    expect(await output).not.toContain('done')
    await holder.query('rollback')
  } finally {
    holder.release()
  }
}

/** What the file holds, read by the store without a feed. */
async function stored(): Promise<{ ids: number[]; texts: number; position: unknown }> {
  const store = await openStoreAt(place)
  try {
    const rows = await store.query(portableSql`select id from ${ident(responseTable(survey.surveyId))} order by id`)
    const texts = await store.query(portableSql`select count(*) from ${ident(`t${survey.surveyId}`)}`)
    const position = await store.query(portableSql`select xid, change_id from feed_position`)
    return {
      ids: (rows.columns[0] ?? []).map(Number),
      texts: Number(texts.columns[0]?.[0]),
      position: position.columns,
    }
  } finally {
    await store.close()
  }
}

async function contents(rebuild: boolean): Promise<unknown> {
  const analytics = await openAnalytics({ ...place, ...database, clock: systemClock, log: createLogger('error') })
  try {
    if (rebuild) await analytics.feed.rebuild()
    else await caughtUp(analytics, database.pool)
    const rows = await analytics.store.query(
      portableSql`select * from ${ident(responseTable(survey.surveyId))} order by id`,
    )
    const texts = await analytics.store.query(
      portableSql`select * from ${ident(`t${survey.surveyId}`)} order by response_id`,
    )
    return { rows: rows.columns, texts: texts.columns }
  } finally {
    await analytics.close()
  }
}

describe('a feed that is killed', () => {
  test('while it replaces rows leaves the store unchanged, and the next one loses and repeats no change', async () => {
    const before = await stored()
    await change()
    // It reads the alerts of the rows that it is about to replace.
    await killWhileHeldUp('lock table alert in access exclusive mode')
    expect(await stored()).toEqual(before)
    const followed = await contents(false)
    expect((await stored()).ids).toEqual(ids)
    expect(await contents(true)).toEqual(followed)
  })

  test('between its commit and deleting the logged changes applies each change once', async () => {
    await change()
    await killWhileHeldUp('lock table change in share mode')
    const after = await stored()
    expect(after.ids).toEqual(ids)
    const followed = await contents(false)
    expect(await stored()).toEqual(after)
    expect(await contents(true)).toEqual(followed)
  })
})
