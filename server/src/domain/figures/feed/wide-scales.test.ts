import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import { testStore } from '#server/testing/test-store.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { SurveyTables, responseTable } from '../store/tables.ts'
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

const questions = { overall: { type: 'scale', min: 0, max: 10 }, other: { type: 'scale', min: 0, max: 10 } } as const

const people = (count: number, more: TestRow['answers'] = {}): TestRow[] =>
  Array.from({ length: count }, () => ({ date: '2026-03-01', answers: { overall: 5, ...more } }))

/** A survey with answers, and the columns of its two questions. */
async function make(rows: TestRow[]) {
  const { surveyId } = await makeSurvey(database.db, { questions, rows })
  const model = await loadSurveyModelById(database, surveyId)
  const [overall, other] = ['overall', 'other'].map((variable) => model.questions.get(variable)?.id)
  const columns = [overall, other].map((id) => portableSql`cast(${ident(`q${id}`)} as double)`)
  return { surveyId, model, overall, other, columns }
}

/** Adds a response, and has it stored by `by`. */
async function add(surveyId: number, answers: TestRow['answers'], by = stored): Promise<void> {
  const ids = await addResponses(database.db, surveyId, people(1, answers))
  const { rows } = await database.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  const xid = Number(rows[0]?.xid)
  const changes = ids.map((rowId, at) => ({ xid, changeId: at, surveyId, kind: 'response' as const, rowId }))
  await by.apply(changes, new Set(), async () => undefined)
}

describe('scales with answers that are no small whole numbers', () => {
  test('have wider columns, also after a start', async () => {
    const { surveyId, model, overall, other, columns } = await make([...people(501), ...people(1, { overall: 5.5 })])
    const wide = async (): Promise<unknown> => {
      const { columns: lists } = await store.query(portableSql`select wide from stored_survey`)
      return JSON.parse(String(lists[0]?.[0])) as unknown
    }
    const sums = async (): Promise<unknown[]> => {
      const list = join(columns.map((column) => portableSql`sum(${column})`))
      const { columns: found } = await store.query(portableSql`select ${list} from ${ident(responseTable(surveyId))}`)
      return found.map(([sum]) => sum)
    }
    await stored.rebuild(surveyId)
    expect([await wide(), await sums()]).toEqual([[overall], [2510.5, null]])
    await add(surveyId, { other: 7 })
    const known = new StoredSurveys({ ...database, store })
    expect([known.signature(surveyId), known.isChanging()]).toEqual([undefined, false])
    await known.load()
    expect(known.signature(surveyId)).toBe(stored.signature(surveyId))
    expect(stored.signature(surveyId)).toBe(new SurveyTables(model, await loadUnitTree(database, model)).signature)
    // The one that has only read of it writes what the column holds, and widens the other one.
    await add(surveyId, { overall: 4.25, other: 0.5 }, known)
    expect([await wide(), await sums()]).toEqual([
      [overall, other],
      [2519.75, 7.5],
    ])
    // Forgotten once no such answer is left, and all is rebuilt.
    await sql`update response set answers = '{"overall": 9}' where survey_id = ${surveyId}`.execute(database.db)
    await stored.rebuild(surveyId)
    expect([await wide(), await sums()]).toEqual([[], [9 * 504, null]])
  })

  test.each([2 ** 15 - 1, -(2 ** 15), 2 ** 15, -(2 ** 15) - 1, 1e12, -0.5])(
    'are stored as they are: %s',
    async (answer) => {
      const { surveyId, columns } = await make(people(2))
      await stored.rebuild(surveyId)
      const [overall = portableSql``] = columns
      const values = async (): Promise<unknown> =>
        (await store.query(portableSql`select ${overall} as v from ${ident(responseTable(surveyId))} order by v`))
          .columns
      await add(surveyId, { overall: answer })
      expect(await values()).toEqual([[5, 5, answer].toSorted((one, next) => one - next)])
      await stored.rebuild(surveyId)
      expect(await values()).toEqual([[5, 5, answer].toSorted((one, next) => one - next)])
    },
  )
})
