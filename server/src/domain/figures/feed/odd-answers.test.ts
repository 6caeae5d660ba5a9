import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import { testStore } from '#server/testing/test-store.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { responseTable, textTable, unitColumn } from '../store/tables.ts'
import { appendChange } from './change-log.ts'
import type { Change } from './change-log.ts'
import { StoredSurveys } from './stored-surveys.ts'

let database: TestDatabase
let store: AnalyticsStore
let stored: StoredSurveys

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  store = await testStore()
  stored = new StoredSurveys({ ...database, store })
  await store.write((writer) => stored.createTable(writer))
  return () => store.close()
})

const questions = {
  shop: { type: 'single', choices: ['a', 'b "x"', 'c\\'] },
  overall: { type: 'scale', min: 0, max: 10 },
  amount: { type: 'numeric' },
  when: { type: 'date' },
  why: { type: 'multiple', choices: ['price', 'staff, "kind"', 'ö'] },
  comment: { type: 'text' },
} as const

async function make(count: number) {
  const rows = Array.from({ length: count }, () => ({ date: '2026-03-01', answers: { shop: 'a', overall: 5 } }))
  return makeSurvey(database.db, { questions, views: { shops: ['shop'] }, rows })
}

type Made = Awaited<ReturnType<typeof make>>

/** Changes of these responses, in a transaction of their own. */
async function changed({ surveyId }: Made, ids: readonly number[]): Promise<Change[]> {
  const xid = await database.db.transaction().execute((trx) => appendChange(trx, surveyId, ids))
  return ids.map((rowId, at) => ({ xid, changeId: at, surveyId, kind: 'response', rowId }))
}

async function rowsOf(table: string, names: readonly string[], order: readonly string[]): Promise<unknown[][]> {
  const list = (of: readonly string[]) => join(of.map((name) => ident(name)))
  const { columns, rowCount } = await store.query(
    portableSql`select ${list(names)} from ${ident(table)} order by ${list(order)}`,
  )
  return Array.from({ length: rowCount }, (_, row) => columns.map((column) => column[row]))
}

describe('what is stored of responses', () => {
  test('is the same rebuilt and replaced, whatever is in them', async () => {
    const given: { answers: object; contact?: object; more?: string; row: unknown[]; texts?: unknown[][] }[] = [
      { answers: {}, row: [null, null, null, null, null, null, null] },
      {
        answers: {
          shop: 'b "x"',
          overall: 10,
          amount: -1.5,
          when: '2026-02-28',
          why: ['ö', 'price'],
          comment: 'Å\n"\\',
        },
        row: [2, 10, -1.5, 20512, 1, 0, 1],
        texts: [['Å\n"\\', 'å\n"\\', null]],
      },
      { answers: { shop: 'c\\', overall: 0, why: ['staff, "kind"', 'gone'] }, row: [3, 0, null, null, 0, 1, 0] },
      // Of other types than the question's, and to no question.
      {
        answers: {
          shop: 7,
          overall: '5',
          amount: 'x',
          when: '28.2.2026',
          why: 'price',
          comment: 3,
          gone: ['{"overall": 9}'],
        },
        row: [null, null, null, null, null, null, null],
      },
      {
        answers: { shop: null, overall: null, amount: null, when: null, why: null, comment: null },
        row: [null, null, null, null, null, null, null],
      },
      {
        answers: { shop: {}, overall: [1], amount: { a: 1 }, when: true, why: { price: 1 }, comment: ['x'] },
        row: [null, null, null, null, null, null, null],
      },
      { answers: { overall: 3, why: [], comment: '' }, row: [null, 3, null, null, null, null, null] },
      {
        answers: { overall: 4, comment: '👍🏽 日本' },
        contact: { name: 'Ö', language: 'ja', other: 'x', phone: '' },
        more: `, event_source = 'visit "1"', released = true, state = 2, unit_ids = '{}'`,
        row: [null, 4, null, null, null, null, null],
        texts: [
          ['ja', 'ja', null],
          ['Ö', 'ö', null],
          ['👍🏽 日本', '👍🏽 日本', 'ja'],
        ],
      },
    ]
    const made = await make(given.length)
    for (const [at, { answers, contact = {}, more = '' }] of given.entries())
      await database.pool.query(`update response set answers = $1, contact = $2 ${more} where id = $3`, [
        JSON.stringify(answers),
        JSON.stringify(contact),
        made.responseIds[at],
      ])
    const { questions: asked, views } = await loadSurveyModelById(database, made.surveyId)
    const columns = [...asked.values()].flatMap((question) => {
      if (question.type === 'text') return []
      if (question.type !== 'multiple') return questionColumn(question)
      return question.choices.map(({ code }) => questionColumn(question, code))
    })
    const all = async () => [
      await rowsOf(responseTable(made.surveyId), columns, ['id']),
      await rowsOf(responseTable(made.surveyId), ['state', 'event_source', 'released', 'day'], ['id']),
      await rowsOf(textTable(made.surveyId), ['text', 'lowered', 'lang'], ['response_id', 'text']),
      (await rowsOf(responseTable(made.surveyId), [unitColumn(views[0]?.id ?? 0, 1)], ['id'])).map(
        ([unit]) => unit !== null,
      ),
    ]
    const expected = [
      given.map(({ row }) => row),
      given.map(({ more }) => (more === undefined ? [0, null, 0, 20513] : [2, 'visit "1"', 1, 20513])),
      given.flatMap(({ texts = [] }) => texts),
      given.map(({ more }) => more === undefined),
    ]
    await stored.rebuild(made.surveyId)
    expect(await all()).toEqual(expected)
    await stored.apply(await changed(made, made.responseIds), new Set(), async () => undefined)
    expect(await all()).toEqual(expected)
  })

  test('is every response once, of more than are read together', async () => {
    const made = await make(2500)
    await sql`update response set answers = jsonb_build_object('amount', id, 'comment', 'C' || id), event_date = event_date + (id % 700)::int
               where survey_id = ${made.surveyId} and id % 3 <> 0`.execute(database.db)
    const { questions: asked } = await loadSurveyModelById(database, made.surveyId)
    const [amount = ''] = [...asked.values()].flatMap((one) => (one.variable === 'amount' ? questionColumn(one) : []))
    const expected = made.responseIds.map((id) => [id, id % 3 === 0 ? null : id, 20513 + (id % 3 === 0 ? 0 : id % 700)])
    await stored.rebuild(made.surveyId)
    expect(await rowsOf(responseTable(made.surveyId), ['id', amount, 'day'], ['id'])).toEqual(expected)
    expect(await rowsOf(textTable(made.surveyId), ['response_id', 'text'], ['response_id'])).toEqual(
      made.responseIds.filter((id) => id % 3 !== 0).map((id) => [id, `C${id}`]),
    )
  })

  test('has alerts that are raised while it is rebuilt, once their change is applied', async () => {
    const made = await make(3)
    const [first = 0] = made.responseIds
    const { query } = database.pool
    const changes: Change[] = []
    const reading = vi.spyOn(database.pool, 'query').mockImplementation(async (...args: unknown[]) => {
      const answer: unknown = await Reflect.apply(query, database.pool, args)
      // The survey had no alerts when that was asked, before its responses are read.
      if (String(args[0]).includes('as judgements') && changes.length === 0) {
        const alert = { survey_id: made.surveyId, response_id: first, rule: 'low', state: 2 }
        await database.db.insertInto('alert').values(alert).execute()
        changes.push(...(await changed(made, [first])))
      }
      return answer
    })
    onTestFinished(() => reading.mockRestore())
    const alerts = () => rowsOf(responseTable(made.surveyId), ['alerts_open'], ['id'])
    await stored.rebuild(made.surveyId)
    expect(await alerts()).toEqual([[0], [0], [0]])
    await stored.apply(changes, new Set(), async () => undefined)
    expect(await alerts()).toEqual([[1], [0], [0]])
  })
})
