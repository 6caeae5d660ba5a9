import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import type { Analytics } from '../engine/analytics.ts'
import { appendChange } from '../feed/change-log.ts'
import { isScoredAt } from './frozen-scores.ts'
import { freezeRulesOf, publicationOf } from './publication.ts'
import { readPublication } from './publication-store.ts'

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

const day = (date: string) => ({ now: () => new Date(`${date}T12:00:00Z`) })
const depsOn = (date = '2026-05-10') => ({ db: database.db, analytics, clock: day(date) })

const questions = {
  flat: { type: 'scale', min: 1, max: 10 },
  mild: { type: 'scale', min: 1, max: 10 },
  wild: { type: 'scale', min: 1, max: 10 },
  rare: { type: 'scale', min: 1, max: 10 },
  wait: { type: 'numeric' },
  word: { type: 'text' },
} as const

const people = (count: number, more: TestRow['answers'] = {}, rest: Partial<TestRow> = {}): TestRow[] =>
  Array.from({ length: count }, (_, at) => ({
    date: '2026-02-03',
    answers: { flat: 5, mild: at % 2 === 0 ? 3 : 8, wild: at % 2 === 0 ? 1 : 10, wait: 100 * (at % 2), ...more },
    ...rest,
  }))

async function make(config: string, rows: readonly TestRow[]): Promise<SurveyModel> {
  const { surveyId } = await makeSurvey(database.db, { questions, rows, config })
  await caughtUp(analytics, database.pool)
  return loadSurveyModelById(database, surveyId)
}

async function add(surveyId: number, rows: readonly TestRow[]): Promise<void> {
  const xid = await database.db
    .transaction()
    .execute(async (trx) => appendChange(trx, surveyId, await addResponses(trx, surveyId, rows)))
  expect(await analytics.feed.waitFor(xid, 20_000)).toBe(true)
}

const named = 'version: 1'
const anonymous = 'anonymity: { period: quarter }'

describe('the spread of a question', () => {
  test('is that of its answers, within bounds of its scale, of at least ten answers', async () => {
    const rows = people(10)
    for (const { answers } of rows.slice(1)) answers['rare'] = 4
    const model = await make(named, [...rows, ...people(3, { rare: 9, flat: 1 }, { state: 2 })])
    // A scale of ten has a spread from 1.8 to 3; a number has the one it has.
    expect((await publicationOf(depsOn(), model)).spreads).toEqual({ flat: 1.8, mild: 2.5, wild: 3, wait: 50 })
    await add(model.id, people(1, { rare: 4, mild: 1 }))
    expect((await publicationOf(depsOn(), model)).spreads).toEqual({
      flat: 1.8,
      mild: 2.5,
      wild: 3,
      wait: 50,
      rare: 1.8,
    })
    expect((await readPublication(database.db, model.id))?.spreads).toMatchObject({ mild: 2.5, rare: 1.8 })
  })

  test('in an anonymous survey is of released answers, and numbers have none', async () => {
    const running = people(9, { mild: 1 }, { date: '2026-05-01' })
    const model = await make(anonymous, [...people(10), ...running])
    expect((await publicationOf(depsOn(), model)).spreads).toEqual({ flat: 1.8, mild: 2.5, wild: 3 })
  })
})

describe('a publication', () => {
  test('is computed once for the same data and day, and again for others', async () => {
    const model = await make(anonymous, people(10))
    const first = publicationOf(depsOn(), model)
    expect(publicationOf(depsOn(), model)).toBe(first)
    await first
    // The answers it released itself are in it.
    expect(publicationOf(depsOn(), model)).toBe(first)
    expect(publicationOf(depsOn('2026-05-11'), model)).not.toBe(first)
    const again = publicationOf(depsOn('2026-05-11'), model)
    await again
    await add(model.id, people(1))
    expect(publicationOf(depsOn('2026-05-11'), model)).not.toBe(again)
    const { rows } = await database.pool.query(`select action, details from audit where survey_id = $1`, [model.id])
    expect(rows).toEqual([{ action: 'answers.release', details: {} }])
  })

  test('has the secret that is stored, and a key that says its rules and spreads', async () => {
    const model = await make(anonymous, people(10))
    const one = await publicationOf(depsOn(), model)
    const two = await publicationOf(depsOn('2026-05-11'), model)
    const of = ['mean', { count: 10, keys: 1 }, { count: 10, keys: 1 }] as const
    expect(two.noise.of(...of)).toBe(one.noise.of(...of))
    expect(two.key).toBe(one.key)
    const strict = await publicationOf(depsOn(), {
      ...model,
      version: model.version + 1,
      anonymity: { filters: [], closing: 14, comments: 10, period: 'quarter', minimum: [20, 25, 50] },
    })
    expect(strict.rules.minimum[0]).toBe(20)
    expect(strict.key).not.toBe(one.key)
    const other = await make(anonymous, [])
    const empty = await publicationOf(depsOn(), other)
    expect(empty.key).not.toBe(one.key)
    expect(empty.noise.of(...of)).not.toBe(one.noise.of(...of))
  })

  test('differs by the filters it takes and the scores it knows', async () => {
    const keyOf = async (configuration: object) => {
      const made = await make(named, [])
      const config = surveyConfig.parse(configuration)
      const changed = { ...made, config, anonymity: config.anonymity === 'off' ? null : config.anonymity }
      return (await publicationOf(depsOn(), changed)).key
    }
    const anonymity = { period: 'quarter', filters: ['flat'] }
    const nps = { title: 'NPS', expression: 'nps(wild)' }
    const keys = [
      await keyOf({ anonymity }),
      await keyOf({ anonymity: { ...anonymity, filters: ['mild'] } }),
      await keyOf({ anonymity, indicators: { nps } }),
      await keyOf({}),
      await keyOf({ comparable: ['flat'] }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('that could not be computed is computed again, and says that answers are being added', async () => {
    const model = await make(anonymous, people(10))
    const open = await database.pool.connect()
    // An older transaction holds the feed back; ended, the feed waits no longer.
    const other = await testAnalytics(database)
    try {
      await open.query('begin')
      await open.query('select pg_current_xact_id()')
      const deps = { ...depsOn(), analytics: other.analytics }
      const failing = publicationOf(deps, model)
      const outcome = expect(failing).rejects.toMatchObject({ code: 'unavailable' })
      await expect
        .poll(async () => (await database.pool.query('select 1 from change')).rowCount, { interval: 5 })
        .toBeGreaterThan(0)
      await other.analytics.feed.stop()
      await outcome
      expect(publicationOf(deps, model)).not.toBe(failing)
      await publicationOf(deps, model).catch(() => undefined)
    } finally {
      await open.query('rollback')
      open.release()
      await other.close()
    }
  })
})

test('a filter added later holds from the next period on, and the rules are frozen once', async () => {
  const model = await make('anonymity: { period: month, filters: [] }', [])
  const withFilters = (filters: string[], version: number, minimum: [number, number, number] = [10, 25, 50]) => ({
    ...model,
    version,
    anonymity: { period: 'quarter' as const, closing: 14, comments: 10, filters, minimum },
  })
  const rulesOf = async (changed: SurveyModel, date: string) => (await publicationOf(depsOn(date), changed)).rules
  expect(await rulesOf(model, '2026-05-10')).toMatchObject({ base: 'month', runningFrom: '2026-04-01' })
  const added = await rulesOf(withFilters(['flat'], 101), '2026-05-10')
  // The period stays the month it was.
  expect(added).toMatchObject({ base: 'month', minimum: [10, 25, 50] })
  expect([...added.backgrounds]).toEqual([['flat', '2026-06-01']])
  const more = await rulesOf(withFilters(['flat', 'mild'], 102, [10, 30, 50]), '2026-06-10')
  expect(more.minimum).toEqual([10, 30, 50])
  expect([...more.backgrounds]).toEqual([
    ['flat', '2026-06-01'],
    ['mild', '2026-07-01'],
  ])
  const fewer = await rulesOf(withFilters([], 103), '2026-06-11')
  expect(fewer).toMatchObject({ base: 'month', minimum: [10, 30, 50] })
  expect(fewer.backgrounds.size).toBe(0)
})

test('a question keeps its figure with a background; another one holds from the next period on', async () => {
  const made = await make('anonymity: { period: quarter, filters: [flat] }', [])
  let version = 200
  /** The figure of a question in periods that begin on these days, after publishing with or without its score. */
  const figures = async (isScored: boolean, today: string, days: string[]) => {
    const indicators = isScored ? { nps: { title: 'NPS', expression: 'nps(wild)' } } : {}
    const config = surveyConfig.parse({ ...made.config, indicators })
    const { rules } = await publicationOf(depsOn(today), { ...made, config, version: ++version })
    return days.map((from) => (isScoredAt(rules.scores, 'wild', from) ? 'score' : 'mean'))
  }
  const quarters = ['2025-10-01', '2026-04-01', '2026-07-01', '2026-10-01']
  expect(await figures(false, '2026-05-10', quarters)).toEqual(['mean', 'mean', 'mean', 'mean'])
  expect(await figures(true, '2026-05-11', quarters)).toEqual(['mean', 'mean', 'score', 'score'])
  // Taken back before that period has begun.
  expect(await figures(false, '2026-05-12', quarters)).toEqual(['mean', 'mean', 'mean', 'mean'])
  expect(await figures(true, '2026-06-30', quarters)).toEqual(['mean', 'mean', 'score', 'score'])
  expect(await figures(false, '2026-07-01', quarters)).toEqual(['mean', 'mean', 'score', 'mean'])
})

test('the rules of an anonymous survey are frozen, and nothing is stored of a named one', async () => {
  const [open, closed] = [await make(named, []), await make(anonymous, [])]
  for (const model of [open, closed]) await freezeRulesOf(database.db, model, day('2026-05-10'))
  expect(await readPublication(database.db, open.id)).toBeNull()
  expect(await readPublication(database.db, closed.id)).toMatchObject({ period: 'quarter', minimum: [10, 25, 50] })
  // Every figure asks for the rules: what is frozen is not written again.
  const writer = async () =>
    (await database.pool.query('select xmin from publication where survey_id = $1', [closed.id])).rows
  const before = await writer()
  await freezeRulesOf(database.db, closed, day('2026-05-11'))
  expect(await writer()).toEqual(before)
})

test('rules are frozen over those that another process has stored meanwhile', async () => {
  const made = await make(anonymous, [])
  await freezeRulesOf(database.db, made, day('2026-05-10'))
  const config = surveyConfig.parse({ ...made.config, indicators: { nps: { title: 'NPS', expression: 'nps(wild)' } } })
  const scored: SurveyModel = { ...made, config, version: 900 }
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
                    where not granted and datname = current_database()`
  const waitingFor = async () => (await database.pool.query(waiting)).rowCount
  let frozen: Promise<void> | undefined
  await database.db.transaction().execute(async (trx) => {
    const later = { flat: { '': false, '2026-07-01': true } }
    await trx
      .updateTable('publication')
      .set({ scores: JSON.stringify(later) })
      .where('survey_id', '=', made.id)
      .execute()
    frozen = freezeRulesOf(database.db, scored, day('2026-05-11'))
    await expect.poll(waitingFor).toBeGreaterThan(0)
  })
  await frozen
  const scores = (await readPublication(database.db, made.id))?.scores
  // The configuration says of this one otherwise, from the day on that the other process has stored.
  expect(scores?.get('flat')).toEqual({ '': false, '2026-07-01': false })
  expect(scores?.get('wild')).toEqual({ '': true })
})
