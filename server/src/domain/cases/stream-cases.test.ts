import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueScopes } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import type { CaseSelection } from './case-query.ts'
import { listCases } from './list-cases.ts'
import { streamCases } from './stream-cases.ts'

/** More than two batches. */
const count = 450

let database: TestDatabase
let survey: MadeSurvey
let model: SurveyModel

beforeAll(async () => {
  database = await testDatabase()
  survey = await makeSurvey(database.db, {
    questions: {
      shop: { type: 'single', choices: ['alpha', 'beta'] },
      overall: { type: 'scale', min: 1, max: 10 },
      comment: { type: 'text' },
    },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: count }, (_, at) => ({
      date: `2026-01-${String(1 + (at % 28)).padStart(2, '0')}`,
      answers: { shop: at % 3 ? 'alpha' : 'beta', overall: 1 + (at % 10), comment: `number ${at}` },
      state: at % 7 === 0 ? 2 : 0,
    })),
  })
  model = await loadSurveyModelById(database, survey.surveyId)
})
afterAll(() => database.drop())

const { caseScope } = issueScopes(1, { places: [], own: [], fixed: [], isOpen: true })
const scopeOf = (own: CaseSelection['conditions'] = []) =>
  issueScopes(model.id, { places: [], own: [...own], fixed: [], isOpen: true }).caseScope

async function streamed(selection: Partial<CaseSelection>, own: CaseSelection['conditions'] = []) {
  const rows = []
  for await (const batch of streamCases(database, model, scopeOf(own), { conditions: [], ...selection }))
    rows.push(...batch)
  return rows
}

test.each([
  ['everything', {}, []],
  ['a state', { conditions: [{ kind: 'sampleState', states: [2] }] }, []],
  ['a text, sorted', { text: 'number 1', sort: { by: 'overall', desc: true } }, []],
  ['a scope', { sort: { by: 'comment', desc: false } }, [{ kind: 'sampleState', states: [0] }]],
] as [string, Partial<CaseSelection>, CaseSelection['conditions']][])(
  'streams %s as it is listed, every row once and in the same order',
  async (_name, selection, own) => {
    const listed = await listCases(database, model, scopeOf(own), { conditions: [], ...selection, from: 0, to: 10_000 })
    expect(listed.rows.length).toBeGreaterThan(50)
    expect(await streamed(selection, own)).toEqual(listed.rows)
  },
)

test('tells the responses as they were at one moment', async () => {
  const rows = streamCases(database, model, scopeOf(), { conditions: [] })
  const first = await rows.next()
  await addResponses(database.db, survey.surveyId, [{ date: '2025-01-01', answers: { shop: 'alpha' } }])
  let read = first.value?.length ?? 0
  for await (const batch of rows) read += batch.length
  expect(read).toBe(count)
})

test('ends when its work is aborted, also in the middle of a statement, and gives the connection back', async () => {
  const stop = new AbortController()
  const work = { caller: 'test', signal: stop.signal, endsAt: Date.now() + 60_000 }
  const rows = streamCases({ ...database, work }, model, scopeOf(), { conditions: [] })
  await rows.next()
  stop.abort(new Error('cancelled'))
  await expect(
    (async () => {
      while (!(await rows.next()).done);
    })(),
  ).rejects.toThrow('cancelled')
  const early = streamCases(database, model, scopeOf(), { conditions: [] })
  await early.next()
  await early.return(undefined)
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

test('takes no scope of another survey, and no unknown variable to sort by', async () => {
  await expect(streamCases(database, { ...model, id: 2 }, caseScope, { conditions: [] }).next()).rejects.toThrow(
    'another survey',
  )
  await expect(streamed({ sort: { by: 'gone', desc: false } })).rejects.toMatchObject({ code: 'validation' })
})
