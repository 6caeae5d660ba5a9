import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { DuckDb } from '../store/duckdb.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { appendChange, appendSurveyChange } from './change-log.ts'

const program = fileURLToPath(new URL('../../../testing/feed-process.ts', import.meta.url))

/** How often the feed is killed; each time takes a second. */
const kills = Number(process.env['FEED_KILLS'] ?? 6)
/** The longest time after it has begun to follow until it is killed, in ms. */
const longest = 120

let database: TestDatabase
let folder: string
let place: StorePlace
const surveys: (MadeSurvey & { ids: number[] })[] = []

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-kills-'))
  place = await storePlace(folder)
  for (let count = 0; count < 2; count++) {
    const made = await makeSurvey(database.db, {
      questions: {
        country: { type: 'single', choices: ['SE', 'NO'] },
        overall: { type: 'numeric' },
        comment: { type: 'text' },
      },
      views: { organisation: ['country'] },
      rows: Array.from({ length: 500 }, (_, at) => row(at, 'first')),
    })
    surveys.push({ ...made, ids: made.responseIds })
  }
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

function row(at: number, comment: string) {
  const answers = { country: at % 3 === 0 ? 'SE' : 'NO', overall: at % 10, comment: `${comment} ${at}` }
  return { date: `2026-01-${10 + (at % 20)}`, answers }
}

/** Changes, moves, adds and deletes responses of both surveys; every fifth time one of them is to be rebuilt. */
async function change(round: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    for (const survey of surveys) {
      const gone = survey.ids.splice(0, 3)
      const changed = survey.ids.filter((id) => id % 7 === round % 7)
      await trx.deleteFrom('response').where('id', 'in', gone).execute()
      await trx
        .updateTable('response')
        .set({ answers: JSON.stringify(row(round, 'changed').answers), event_date: `2026-02-${10 + (round % 18)}` })
        .where('id', 'in', changed)
        .execute()
      const added = await addResponses(trx, survey.surveyId, [row(round, 'added'), row(round + 1, 'added')])
      survey.ids.push(...added)
      await appendChange(trx, survey.surveyId, [...gone, ...changed, ...added])
    }
    if (round % 5 === 4) await appendSurveyChange(trx, surveys[round % 2]?.surveyId ?? 0)
  })
}

/** Runs the feed in another process and kills it at a random moment; whether it was killed before it was done. */
async function killSomewhere(): Promise<boolean> {
  const { clickHouse } = place
  const args = [program, folder, database.url, ...(clickHouse ? [clickHouse.url] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const closed = once(child, 'close')
  const begun = Promise.withResolvers<void>()
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString()
    begun.resolve()
  })
  await Promise.race([begun.promise, closed])
  await delay(Math.random() * longest)
  child.kill('SIGKILL')
  await closed
  return !output.includes('done')
}

/** All that a store holds of the surveys. */
async function contents(store: AnalyticsStore): Promise<unknown> {
  const read = async ({ surveyId }: MadeSurvey) => ({
    responses: (await store.query(portableSql`select * from ${ident(`s${surveyId}`)} order by id`)).columns,
    texts: (await store.query(portableSql`select * from ${ident(`t${surveyId}`)} order by response_id, question_id`))
      .columns,
  })
  return Promise.all(surveys.map(read))
}

test('a feed that is killed again and again at random moments leaves what a new store is filled with', async () => {
  let killed = 0
  for (let round = 0; round < kills; round++) {
    await change(round)
    if (await killSomewhere()) killed++
  }
  expect(killed).toBeGreaterThan(0)
  const shared = { ...database, clock: systemClock, log: createLogger('error') }
  const survivor = await openAnalytics({ ...place, ...shared })
  await caughtUp(survivor, database.pool)
  await survivor.close()
  const fresh = await DuckDb.open({ path: ':memory:' })
  const filled = await openAnalytics({ folder, store: fresh, ...shared })
  const store = await openStoreAt(place)
  try {
    await caughtUp(filled, database.pool)
    expect(await contents(store)).toEqual(await contents(fresh))
  } finally {
    await store.close()
    await filled.close()
  }
})
