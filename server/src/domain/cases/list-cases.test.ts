import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { listCases } from './list-cases.ts'
import type { CaseRequest } from './list-cases.ts'

let database: TestDatabase
let survey: MadeSurvey
let model: SurveyModel

beforeAll(async () => {
  database = await testDatabase()
  survey = await makeSurvey(database.db, {
    questions: {
      shop: { type: 'single', choices: ['alpha', 'beta'] },
      likes: { type: 'multiple', choices: ['staff', 'price'] },
      overall: { type: 'scale', min: 1, max: 10 },
      comment: { type: 'text' },
    },
    views: { organisation: ['shop'] },
    rows: [
      { date: '2026-01-03', answers: { shop: 'alpha', overall: 10, comment: '100% nöjd_' } },
      { date: '2026-01-01', answers: { shop: 'beta', overall: 9, likes: ['price'] } },
      { date: '2026-01-02', answers: { shop: 'alpha', comment: 'Slow queue' }, state: 2 },
      { date: '2026-01-04', answers: { overall: 2, comment: 'alphabet' } },
      { date: '2026-01-04', answers: { shop: 'beta', overall: 9 } },
    ],
  })
  const [first = 0, second = 0] = survey.responseIds
  await database.db
    .insertInto('alert')
    .values([
      { survey_id: survey.surveyId, response_id: first, rule: 'a', state: 3 },
      { survey_id: survey.surveyId, response_id: first, rule: 'b', state: 6 },
      { survey_id: survey.surveyId, response_id: second, rule: 'a', state: 2 },
    ])
    .execute()
  model = await loadSurveyModelById(database, survey.surveyId)
})

afterAll(() => database.drop())

const free = { places: [], own: [], fixed: [], isOpen: true }

/** Numbers of the listed rows in the order above, and the total. */
async function list(request: Partial<CaseRequest>, scope: CaseRequest['conditions'] = []) {
  const { caseScope } = issueScopes(model.id, { ...free, places: scope })
  const { rows, total } = await listCases(database, model, caseScope, { conditions: [], from: 0, to: 50, ...request })
  return { rows: rows.map((row) => survey.responseIds.indexOf(row.id)), total }
}

describe('a list of cases', () => {
  test('shows the newest events first, page by page, with the total', async () => {
    expect(await list({})).toEqual({ rows: [4, 3, 0, 2, 1], total: 5 })
    expect(await list({ from: 1, to: 3 })).toEqual({ rows: [3, 0], total: 5 })
    expect(await list({ from: 3, to: 3 })).toEqual({ rows: [], total: 5 })
    expect(await list({ from: 9, to: 12 })).toEqual({ rows: [], total: 5 })
  })

  test('sorts numbers as numbers, with rows without an answer last in both directions', async () => {
    expect((await list({ sort: { by: 'overall', desc: false } })).rows).toEqual([3, 4, 1, 0, 2])
    expect((await list({ sort: { by: 'overall', desc: true } })).rows).toEqual([0, 4, 1, 3, 2])
    expect((await list({ sort: { by: 'shop', desc: false } })).rows).toEqual([0, 2, 4, 1, 3])
    expect((await list({ sort: { by: 'state', desc: true } })).rows).toEqual([2, 4, 3, 0, 1])
    expect((await list({ sort: { by: 'date', desc: false } })).rows).toEqual([1, 2, 0, 4, 3])
    await expect(list({ sort: { by: 'nothing', desc: false } })).rejects.toMatchObject({ code: 'validation' })
  })

  test('finds a text in open answers and in names and titles of choices, without wildcards', async () => {
    expect((await list({ text: 'ALPHA' })).rows).toEqual([3, 0, 2])
    expect((await list({ text: 'alpha', textIn: ['comment'] })).rows).toEqual([3])
    expect((await list({ text: 'NÖJD' })).rows).toEqual([0])
    expect((await list({ text: '0% n' })).rows).toEqual([0])
    expect((await list({ text: 'n_jd' })).rows).toEqual([])
    expect((await list({ text: 'pric' })).rows).toEqual([1])
    expect(await list({ text: 'nobody wrote this' })).toEqual({ rows: [], total: 0 })
  })

  test('applies the scope and the conditions', async () => {
    const alpha = [{ kind: 'unit' as const, view: 'organisation', depth: 1, path: ['alpha'] }]
    expect(await list({}, alpha)).toEqual({ rows: [0, 2], total: 2 })
    expect(await list({ conditions: [{ kind: 'sampleState', states: [0] }] }, alpha)).toEqual({ rows: [0], total: 1 })
    const other = issueScopes(model.id + 1, free).caseScope
    await expect(listCases(database, model, other, { conditions: [], from: 0, to: 1 })).rejects.toThrow(
      /another survey/,
    )
  })

  test('includes answers, units and the state of the most urgent alert', async () => {
    const { caseScope } = issueScopes(model.id, free)
    const { rows } = await listCases(database, model, caseScope, { conditions: [], from: 0, to: 50 })
    const byIndex = (index: number) => rows.find((row) => row.id === survey.responseIds[index])
    expect(byIndex(0)).toMatchObject({ alertState: 6, eventDate: '2026-01-03', answers: { overall: 10 }, version: 1 })
    expect(byIndex(1)?.alertState).toBe(2)
    expect(byIndex(3)?.alertState).toBeNull()
    expect(byIndex(1)?.unitIds).toHaveLength(1)
  })
})
