import { toDayNumber } from '@gensvar/contract/dates'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import type { Analytics } from '../engine/analytics.ts'
import { appendChange } from '../feed/change-log.ts'
import { DuckDb } from '../store/duckdb.ts'
import { querySums } from '../rows/sums.ts'
import type { SumsRequest } from '../rows/sums.ts'

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

const shops = ['a', 'b', 'c']

function rowOf(seed: number): TestRow {
  const answers: TestRow['answers'] = {}
  if (seed % 4 < 3) answers['shop'] = shops[seed % 4] ?? ''
  if (seed % 5 > 0) answers['overall'] = 1 + (seed % 10)
  if (seed % 3 > 0) answers['expect'] = 1 + ((seed * 7) % 10)
  if (seed % 2 > 0) answers['wait'] = (seed % 40) / 4
  const day = String(1 + (seed % 28)).padStart(2, '0')
  return { date: `2026-0${1 + (seed % 3)}-${day}`, answers, state: seed % 6 === 0 ? 2 : 0 }
}

/** A survey of eighty responses, and requests with different groups, filters and sums. */
async function makeSubject() {
  const { db } = database
  const { surveyId, responseIds } = await makeSurvey(db, {
    questions: {
      shop: { type: 'single', choices: shops },
      overall: { type: 'scale', min: 1, max: 10 },
      expect: { type: 'scale', min: 1, max: 10 },
      wait: { type: 'numeric' },
    },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: 80 }, (_, seed) => rowOf(seed)),
  })
  await caughtUp(analytics, database.pool)
  const questions = await db
    .selectFrom('question')
    .where('survey_id', '=', surveyId)
    .select(['id', 'variable'])
    .execute()
  const column = (variable: string): string => `q${questions.find((one) => one.variable === variable)?.id ?? 0}`
  const view = await db.selectFrom('view').where('survey_id', '=', surveyId).select('id').executeTakeFirstOrThrow()
  const byUnit = { parts: [{ key: { kind: 'column' as const, column: `u${view.id}_1` }, where: null }], isWhole: false }
  const byDay = { parts: [{ key: { kind: 'column' as const, column: 'day' }, where: null }], isWhole: false }
  const whole = { parts: [{ key: { kind: 'same' as const, id: 0 }, where: null }], isWhole: true }
  const completed = { kind: 'in' as const, column: 'state', values: [0] }
  const scales = ['overall', 'expect'].map((name) => ({ column: column(name), min: 1, max: 10 }))
  const byMonth = { parts: [{ key: { kind: 'column' as const, column: 'month' }, where: null }], isWhole: false }
  const from = (day: string) => ({
    ...{ kind: 'compare' as const, column: 'day', comparison: '>=' as const },
    value: toDayNumber(day),
  })
  const content = { kind: 'compare' as const, column: column('overall'), comparison: '>=' as const, value: 5 }
  const requests: SumsRequest[] = [
    {
      grouping: byUnit,
      where: completed,
      atoms: [
        { kind: 'moments', column: column('overall') },
        { kind: 'moments', column: column('wait') },
        { kind: 'index', of: scales },
      ],
    },
    { grouping: byDay, where: { kind: 'all', of: [] }, atoms: [{ kind: 'rows', where: content }] },
    {
      grouping: whole,
      where: { kind: 'all', of: [content, completed] },
      atoms: [
        { kind: 'median', column: column('wait') },
        { kind: 'indexed', of: scales },
      ],
    },
    // What roll-ups answer, once they are made: whole months, and with some days besides.
    { grouping: byUnit, where: completed, atoms: [{ kind: 'moments', column: column('overall') }] },
    {
      grouping: byMonth,
      where: { kind: 'all', of: [from('2026-01-20'), completed] },
      atoms: [{ kind: 'rows', where: content }],
    },
  ]
  return { surveyId, ids: [...responseIds], requests }
}

type Subject = Awaited<ReturnType<typeof makeSubject>>

/** A change to some responses. */
type Step = readonly { what: 'insert' | 'update' | 'delete'; at: number; seed: number }[]

async function change({ surveyId, ids }: Subject, step: Step): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const changed: number[] = []
    for (const { what, at, seed } of step) {
      const { date, answers, state = 0 } = rowOf(seed)
      if (what === 'insert') {
        const added = await addResponses(trx, surveyId, [rowOf(seed)])
        ids.push(...added)
        changed.push(...added)
        continue
      }
      const id = ids[at % ids.length] ?? 0
      changed.push(id)
      if (what === 'delete') {
        ids.splice(ids.indexOf(id), 1)
        await trx.deleteFrom('response').where('id', '=', id).execute()
      } else {
        const set = { answers: JSON.stringify(answers), event_date: date, state }
        await trx.updateTable('response').set(set).where('id', '=', id).execute()
      }
    }
    await appendChange(trx, surveyId, changed)
  })
}

async function expectSame({ surveyId, requests }: Subject): Promise<void> {
  const { signal } = new AbortController()
  for (const request of requests) {
    const fromMemory = await analytics.sums(surveyId, request, signal)
    const fromSql = await querySums(analytics.store, surveyId, request, signal)
    expect(new Set(fromMemory.ids)).toEqual(new Set(fromSql.ids))
    for (const id of fromSql.ids)
      expect(fromMemory.get(id)).toEqual(fromSql.get(id).map((value) => expect.closeTo(value, 8)))
  }
}

/** Counts the values that are loaded from the store into memory. */
function countValues() {
  if (!(analytics.store instanceof DuckDb)) throw new Error('Only DuckDB hands over columns')
  const { store } = analytics
  const read = store.storedRows.bind(store)
  const counted = { values: 0 }
  const spy = vi.spyOn(store, 'storedRows').mockImplementation(async (table, names, begin, options) => {
    const counting = (): ReturnType<typeof begin> => {
      const take = begin()
      return async (columns) => {
        for (const column of columns) counted.values += column.length
        await take(columns)
      }
    }
    await read(table, names, counting, options)
  })
  return { counted, stop: () => spy.mockRestore() }
}

const step: fc.Arbitrary<Step> = fc.array(
  fc.record({
    what: fc.constantFrom('insert', 'update', 'delete'),
    at: fc.nat({ max: 200 }),
    seed: fc.nat({ max: 100_000 }),
  }),
  { minLength: 1, maxLength: 6 },
)

test('whatever responses are added, changed and deleted, memory and SQL give the same', async () => {
  const steps = fc.array(fc.record({ step, meanwhile: fc.boolean() }), { minLength: 1, maxLength: 8 })
  let changes = 0
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const subject = await makeSubject()
      // In half of the runs the first columns are loaded while the first change is applied.
      if (!list[0]?.meanwhile) await expectSame(subject)
      for (const { step: one, meanwhile } of list) {
        await change(subject, one)
        const { signal } = new AbortController()
        const [request] = subject.requests
        await Promise.all([
          caughtUp(analytics, database.pool),
          meanwhile && request && analytics.sums(subject.surveyId, request, signal),
        ])
        await expectSame(subject)
        changes++
      }
    }),
    { numRuns: 12 },
  )
  expect(changes).toBeGreaterThan(12)
}, 60_000)

test('a request after a change reads nothing from the store; after a rebuild it reads all', async () => {
  const subject = await makeSubject()
  const { counted, stop } = countValues()
  try {
    await expectSame(subject)
    await expectSame(subject)
    const whole = counted.values
    expect(whole).toBeGreaterThan(80)
    for (const what of ['insert', 'update', 'delete'] as const) {
      await change(subject, [{ what, at: 17, seed: 4_321 }])
      await caughtUp(analytics, database.pool)
      await expectSame(subject)
    }
    expect(counted.values).toBe(whole)
    await analytics.feed.rebuild()
    await expectSame(subject)
    expect(counted.values).toBeGreaterThan(whole)
  } finally {
    stop()
  }
})
