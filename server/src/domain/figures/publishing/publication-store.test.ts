import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { closedDays } from './late-answers.ts'
import type { Analytics } from '../engine/analytics.ts'
import { IdPlaces } from '../rows/id-places.ts'
import { SumTable } from '../rows/sum-table.ts'
import { publicationOf, releaseWithin } from './publication.ts'
import { addSpreads, freezeRules, readPublication, startPublication } from './publication-store.ts'
import { releaseAnswers } from './release-answers.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

const questions = {
  branch: { type: 'single', choices: ['a', 'b'] },
  score: { type: 'scale', min: 1, max: 10 },
  other: { type: 'scale', min: 1, max: 10 },
} as const

const make = (rows: TestRow[] = [], config = 'version: 1') =>
  makeSurvey(database.db, { questions, views: { bank: ['branch'] }, rows, config })

/** Answers of a branch on a day. */
const people = (count: number, date: string, more: TestRow['answers'] = {}, state = 0): TestRow[] =>
  Array.from({ length: count }, () => ({ date, state, answers: { branch: 'a', score: 5, ...more } }))

async function releasedOf(surveyId: number): Promise<number[]> {
  const released = database.db.selectFrom('response').select('id').where('survey_id', '=', surveyId)
  return (await released.where('released', '=', true).orderBy('id').execute()).map(({ id }) => id)
}

const noScores = { scores: new Map(), before: new Map() }

describe('what is stored about published figures', () => {
  test('starts with a secret that is kept', async () => {
    const { surveyId } = await make()
    expect(await readPublication(database.db, surveyId)).toBeNull()
    const first = { secret: Buffer.from('first'), spreads: {}, period: null, minimum: null, filters: {} }
    expect(await startPublication(database.db, surveyId, Buffer.from('first'))).toMatchObject(first)
    expect(await startPublication(database.db, surveyId, Buffer.from('second'))).toMatchObject(first)
    expect(await readPublication(database.db, surveyId)).toMatchObject(first)
  })

  test('keeps each spread as it was first', async () => {
    const { surveyId } = await make()
    await startPublication(database.db, surveyId, Buffer.from('secret'))
    await addSpreads(database.db, surveyId, { score: 2 })
    await addSpreads(database.db, surveyId, { score: 3, other: 1 })
    expect((await readPublication(database.db, surveyId))?.spreads).toEqual({ score: 2, other: 1 })
  })

  test('keeps the scores that another process has frozen meanwhile', async () => {
    const { surveyId } = await make()
    const { scores: before } = await startPublication(database.db, surveyId, Buffer.from('secret'))
    const rules = { period: 'month', minimum: [10, 25, 50], filters: {} }
    const score = new Map([['score', { '': true }]])
    const first = await freezeRules(database.db, surveyId, { ...rules, scores: score, before })
    expect(first?.scores).toEqual(score)
    const mean = new Map([['score', { '': false }]])
    const late = { ...rules, minimum: [90, 90, 90], scores: mean, before }
    expect(await freezeRules(database.db, surveyId, late)).toBeNull()
    expect(await readPublication(database.db, surveyId)).toEqual(first)
  })

  test.each(['month', 'quarter'] as const)(
    'keeps the period %s and the first day of each filter; minimums only rise',
    async (period) => {
      const { surveyId } = await make()
      await startPublication(database.db, surveyId, Buffer.from('secret'))
      await freezeRules(database.db, surveyId, { period, minimum: [10, 30, 50], filters: { gender: '' }, ...noScores })
      const later = {
        period: 'year',
        minimum: [20, 25, 60],
        filters: { gender: '2026-01-01', age: '2026-04-01' },
        ...noScores,
      }
      await freezeRules(database.db, surveyId, later)
      expect(await readPublication(database.db, surveyId)).toMatchObject({
        ...{ period, minimum: [20, 30, 60], filters: { gender: '', age: '2026-04-01' } },
      })
    },
  )
})

describe('answers are released', () => {
  const terms = { period: 'quarter', runningFrom: '2026-04-01', variables: ['score', 'other'] } as const
  const release = (surveyId: number, more: Partial<Parameters<typeof releaseAnswers>[2]> = {}) =>
    database.db.transaction().execute((trx) => releaseAnswers(trx, surveyId, { ...terms, ...more }))
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

  test('of periods that have ended all together and once, samples never', async () => {
    const rows = [...people(1, '2025-12-31'), ...people(2, '2026-03-31'), ...people(1, '2026-03-31', {}, 2)]
    const { surveyId, responseIds } = await make(rows)
    await startPublication(database.db, surveyId, Buffer.from('secret'))
    expect(sorted(await release(surveyId))).toEqual(responseIds.slice(0, 3))
    expect(await releasedOf(surveyId)).toEqual(responseIds.slice(0, 3))
    const days = ['2026-03-31', '2026-01-01', '2025-07-01', '2026-04-01']
    expect(await closedDays(database.db, surveyId, days)).toEqual(new Set())
    // Too late for their period, but for one that had no answers.
    await addResponses(database.db, surveyId, people(1, '2026-01-01'))
    const early = await addResponses(database.db, surveyId, people(1, '2025-07-01'))
    expect(await release(surveyId)).toEqual(early)
    await addResponses(database.db, surveyId, people(1, '2025-07-01'))
    expect(await release(surveyId, { runningFrom: '2026-07-01' })).toEqual([])
    await freezeRules(database.db, surveyId, { period: 'quarter', minimum: [10, 25, 50], filters: {}, ...noScores })
    expect(await closedDays(database.db, surveyId, days)).toEqual(new Set(days.slice(0, 3)))
  })

  test('of the running period from ten of a unit on, with ten answers to each question that has any', async () => {
    const nine = people(9, '2026-04-01')
    const { surveyId, responseIds } = await make([
      ...nine,
      ...people(10, '2026-04-01', { branch: 'b' }),
      ...people(9, '2026-07-01', { branch: 'b' }),
    ])
    expect(sorted(await release(surveyId))).toEqual(responseIds.slice(9, 19))
    const rated = await addResponses(database.db, surveyId, people(1, '2026-05-01', { other: 3 }))
    expect(await release(surveyId)).toEqual([])
    expect(sorted(await release(surveyId, { variables: ['score'] }))).toEqual([...responseIds.slice(0, 9), ...rated])
  })

  test('of a running period that has ended: the rest of it, and nothing afterwards', async () => {
    const { surveyId, responseIds } = await make(people(10, '2026-04-01'))
    expect(await release(surveyId)).toHaveLength(10)
    const rest = await addResponses(database.db, surveyId, people(3, '2026-06-30'))
    expect(await release(surveyId)).toEqual([])
    expect(sorted(await release(surveyId, { runningFrom: '2026-07-01' }))).toEqual(rest)
    await addResponses(database.db, surveyId, people(20, '2026-06-30'))
    expect(await release(surveyId, { runningFrom: '2026-07-01' })).toEqual([])
    expect(await releasedOf(surveyId)).toEqual([...responseIds, ...rest])
  })

  test('none after the end of a period whose answers were all released before', async () => {
    const { surveyId } = await make(people(10, '2026-04-01'))
    await startPublication(database.db, surveyId, Buffer.from('secret'))
    expect(await release(surveyId)).toHaveLength(10)
    expect(await release(surveyId, { runningFrom: '2026-07-01' })).toEqual([])
    await addResponses(database.db, surveyId, people(20, '2026-06-30'))
    expect(await release(surveyId, { runningFrom: '2026-07-01' })).toEqual([])
  })

  test('once, where two release at the same time', async () => {
    const { surveyId } = await make(people(3, '2026-03-31'))
    let second: Promise<number[]> | undefined
    await database.db.transaction().execute(async (trx) => {
      expect(await releaseAnswers(trx, surveyId, terms)).toHaveLength(3)
      second = release(surveyId)
      const waiting = () => database.pool.query('select 1 from pg_locks where not granted')
      await expect.poll(async () => (await waiting()).rowCount, { interval: 5 }).toBeGreaterThan(0)
    })
    expect(await second).toEqual([])
  })

  test('in months where the rules say so', async () => {
    const { surveyId, responseIds } = await make([...people(1, '2026-04-30'), ...people(1, '2026-05-01')])
    const month = { period: 'month', runningFrom: '2026-05-01' } as const
    expect(await release(surveyId, month)).toEqual(responseIds.slice(0, 1))
    await addResponses(database.db, surveyId, people(1, '2026-04-01'))
    expect(await release(surveyId, month)).toEqual([])
    expect(await release(surveyId, { ...month, runningFrom: '2026-06-01' })).toEqual(responseIds.slice(1))
  })

  test('in the transaction that stores them, by the configured rules, of an anonymous survey alone', async () => {
    const clock = { now: () => new Date('2026-05-10T12:00:00Z') }
    const within = async (config: string, rows: TestRow[]) => {
      const { surveyId, responseIds } = await make(rows, config)
      await database.db.transaction().execute((trx) => releaseWithin(trx, surveyId, clock))
      return [(await releasedOf(surveyId)).length, responseIds.length]
    }
    const rows = [...people(2, '2026-03-31'), ...people(3, '2026-04-15'), ...people(10, '2026-05-09')]
    expect(await within('version: 1', rows)).toEqual([0, 15])
    expect(await within('anonymity: { period: quarter }', rows)).toEqual([15, 15])
    // April is closed two weeks after its end.
    expect(await within('anonymity: { period: month }', rows)).toEqual([12, 15])
    expect(await within('anonymity: { period: month, closing: 9 }', rows)).toEqual([15, 15])
    // Nine of them did not answer the other question.
    const waiting = [...people(9, '2026-05-09'), ...people(1, '2026-05-09', { other: 3 })]
    expect(await within('anonymity: {}', waiting)).toEqual([0, 10])
  })
})

describe('what is published', () => {
  /** Stands in for the figures: notes when they are waited for. */
  const recorder = () => {
    const calls: string[] = []
    const state = { isReached: true }
    const feed = {
      dataVersion: () => 0,
      catchUp: async () => void calls.push('catch up'),
      waitFor: async () => calls.push('wait') > 0 && state.isReached,
    }
    const sums = async () => new SumTable(new IdPlaces([]), new Float64Array())
    return { analytics: { feed, sums } as unknown as Analytics, calls, state }
  }
  const on = (date: string, analytics: Analytics) => ({
    ...{ db: database.db, analytics },
    clock: { now: () => new Date(`${date}T12:00:00Z`) },
  })
  const modelOf = async (config: string, rows: TestRow[] = []) =>
    loadSurveyModelById(database, (await make(rows, config)).surveyId)

  test('of an anonymous survey includes what an earlier process released, and waits for what it releases', async () => {
    const { analytics, calls } = recorder()
    const model = await modelOf('anonymity: {}', people(2, '2026-03-31'))
    await publicationOf(on('2026-05-10', analytics), model)
    expect(calls).toEqual(['catch up', 'wait'])
    // After one that succeeded there is nothing to catch up with.
    await publicationOf(on('2026-05-11', analytics), model)
    expect(calls).toEqual(['catch up', 'wait'])
    const names = recorder()
    await publicationOf(on('2026-05-10', names.analytics), await modelOf('version: 1', people(2, '2026-03-31')))
    expect(names.calls).toEqual([])
  })

  test('catches up again after one that failed', async () => {
    const { analytics, calls, state } = recorder()
    const model = await modelOf('anonymity: {}', people(2, '2026-03-31'))
    state.isReached = false
    const first = publicationOf(on('2026-05-10', analytics), model)
    const next = publicationOf(on('2026-05-11', analytics), model)
    await expect(first).rejects.toMatchObject({ code: 'unavailable' })
    await next
    expect(calls).toEqual(['catch up', 'wait', 'catch up'])
  })

  test('has the rules it was first published with for all periods, and stricter ones in every place', async () => {
    const { analytics } = recorder()
    const model = await modelOf('anonymity: { filters: [branch] }')
    const { rules } = await publicationOf(on('2026-05-10', analytics), model)
    expect([...rules.backgrounds]).toEqual([['branch', '']])
    const { anonymity } = model
    const stricter = {
      ...model,
      version: 99,
      anonymity: anonymity && { ...anonymity, minimum: [20, 30, 60] as [number, number, number] },
    }
    expect((await publicationOf(on('2026-05-10', analytics), stricter)).rules.minimum).toEqual([20, 30, 60])
  })
})
