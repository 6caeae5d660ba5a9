import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import { listCases } from './list-cases.ts'
import type { CaseRequest } from './list-cases.ts'
import { suggestTexts } from './suggest-texts.ts'
import { listManyCases } from './list-many-cases.ts'

let database: TestDatabase
let figures: Awaited<ReturnType<typeof testAnalytics>>
let model: SurveyModel
let all: CaseScope
let alpha: CaseScope

const shops = ['beta', 'alpha', 'Gamma', 'öst']
const textIn = ['shop', 'likes', 'overall', 'comment', 'name', 'email']
let everyId: number[]
const words = ['Zebra', 'apple', 'Ärlig', 'éclair', 'apple']

beforeAll(async () => {
  database = await testDatabase()
  const survey = await makeSurvey(database.db, {
    questions: {
      shop: { type: 'single', choices: shops },
      likes: { type: 'multiple', choices: ['staff', 'price'] },
      overall: { type: 'scale', min: 1, max: 10 },
      amount: { type: 'numeric' },
      bought: { type: 'date' },
      comment: { type: 'text' },
    },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: 60 }, (_, at) => ({
      date: `2026-01-${String(1 + (at % 7)).padStart(2, '0')}`,
      state: at % 5,
      answers: {
        shop: shops[at % 4] ?? '',
        ...(at % 3 === 0 ? {} : { overall: 1 + (at % 10), amount: at / 4, bought: `2025-0${1 + (at % 9)}-01` }),
        ...(at % 4 === 0 ? {} : { comment: words[at % 5] ?? '', likes: ['price'] }),
      },
    })),
  })
  model = await loadSurveyModelById(database, survey.surveyId)
  everyId = survey.responseIds
  for (const [at, id] of everyId.entries()) {
    const contact = JSON.stringify({ name: `Person ${at}`, ...(at % 2 === 0 && { email: `p${at}@example.org` }) })
    const event_source = ['visit', 'call', null][at % 3] ?? null
    await database.db.updateTable('response').set({ contact, event_source }).where('id', '=', id).execute()
  }
  const free = { places: [], own: [], fixed: [], isOpen: true }
  all = issueScopes(model.id, free).caseScope
  const place = { kind: 'unit' as const, view: 'organisation', depth: 1, path: ['alpha'] }
  alpha = issueScopes(model.id, { ...free, places: [place] }).caseScope
  figures = await testAnalytics(database)
  await figures.analytics.feed.catchUp()
})

afterAll(async () => {
  await figures.close()
  await database.drop()
})

const deps = () => ({ db: database.db, pool: database.pool, clock: systemClock, analytics: figures.analytics })
const withLocale = () => ({ ...deps(), locale: 'en' as const })
const ask = (request: Partial<CaseRequest>, scope = all) =>
  listManyCases(deps(), model, scope, { conditions: [], from: 0, to: 25, ...request })

describe('a list that can be long', () => {
  const orders = ['date', 'eventdate', 'state', 'id', 'shop', 'likes', 'overall', 'amount', 'bought', 'comment', 'name']
  test.each(orders)('has the rows, their order and number that PostgreSQL tells by %s', async (by) => {
    for (const desc of [true, false])
      for (const scope of [all, alpha])
        for (const from of [0, 10]) {
          const request = { conditions: [], sort: { by, desc }, from, to: from + 12 }
          expect(await ask(request, scope)).toEqual(await listCases(database, model, scope, request))
        }
  })

  test('is searched as PostgreSQL searches it, in texts, choices and who the respondent is', async () => {
    for (const text of ['apple', 'ALPHA', 'person 1', 'P4@', 'öst', 'pric', 'ärl', '%', 'nobody'])
      for (const scope of [all, alpha])
        for (const eventSources of [[], ['visit', 'call']]) {
          const request = {
            conditions: [],
            text,
            textIn,
            eventSources,
            sort: { by: 'date', desc: true },
            from: 0,
            to: 40,
          }
          expect(await ask(request, scope)).toEqual(await listCases(database, model, scope, request))
        }
    expect((await ask({ text: 'apple', textIn: ['shop'] })).total).toBe(0)
    expect((await ask({ text: 'person 1', textIn })).total).toBe(11)
    expect((await ask({ eventSources: ['visit'] })).total).toBe(20)
  })

  test('suggests the same from the store and from the rows', async () => {
    const selections = [
      { conditions: [] },
      { conditions: [], eventSources: ['call'] },
      { conditions: [{ kind: 'sampleState' as const, states: [2] }] },
    ]
    for (const term of ['a', 'PERSON 5', 'p4@', 'ÖST', 'pri', 'nobody'])
      for (const selection of selections)
        for (const scope of [all, alpha]) {
          const asked = { ...selection, textIn }
          const stored = await suggestTexts(withLocale(), model, scope, asked, term)
          // With an id that every row has, PostgreSQL is asked.
          const read = await suggestTexts(withLocale(), model, scope, { ...asked, ids: everyId }, term)
          expect(stored, term).toEqual(read)
        }
    expect(await suggestTexts(withLocale(), model, alpha, { conditions: [], textIn }, 'öst')).toEqual([])
    expect(await suggestTexts(withLocale(), model, all, { conditions: [], textIn }, 'öst')).toEqual(['ÖST'])
  })

  test('asks the store for what it knows', async () => {
    const query = vi.spyOn(figures.analytics.store, 'query')
    await ask({ sort: { by: 'overall', desc: true } })
    expect(query).toHaveBeenCalledTimes(2)
    query.mockClear()
    await ask({ sort: { by: 'likes', desc: true } })
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  })

  test('applies its conditions, and refuses a variable that is unknown', async () => {
    const conditions = [{ kind: 'sampleState' as const, states: [1, 2] }]
    const { rows, total } = await ask({ conditions, sort: { by: 'shop', desc: false } }, alpha)
    expect({ total, states: new Set(rows.map(({ state }) => state)) }).toEqual({ total: 6, states: new Set([1, 2]) })
    await expect(ask({ sort: { by: 'nothing', desc: true } })).rejects.toMatchObject({ code: 'validation' })
  })

  test('counts what is not in the figures yet', async () => {
    await figures.analytics.feed.stop()
    const context = programContext({ db: database.db, clock: systemClock }, 'test')
    const [id = 0] = await write(context, async (tx) => {
      const ids = await addResponses(tx.db, model.id, [{ date: '2026-02-01', answers: { shop: 'alpha' }, state: 1 }])
      await tx.changed(model.id, ids)
      return ids
    })
    const { rows, total } = await ask({ to: 1 }, alpha)
    expect({ newest: rows[0]?.id, total }).toEqual({ newest: id, total: 16 })
    expect((await ask({ sort: { by: 'id', desc: true }, to: 1 })).rows[0]?.id).toBe(id)
  })
})
