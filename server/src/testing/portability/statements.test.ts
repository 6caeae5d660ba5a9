import { caughtUp } from '../caught-up.ts'
import type { Condition } from '@gensvar/contract/conditions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { respondentScores } from '#server/domain/figures/respondent-scores.ts'
import { questionColumn } from '#server/domain/figures/store/answer-columns.ts'
import { appendSurveyChange } from '#server/domain/figures/feed/change-log.ts'
import { ColumnCache } from '#server/domain/figures/memory/column-cache.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { heldHere } from '#server/domain/figures/memory/held-here.ts'
import { eventSourceColumn } from '#server/domain/figures/store/built-in-columns.ts'
import { responseTable } from '#server/domain/figures/store/tables.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { weighSurvey } from '#server/domain/weights/weigh-survey.ts'
import { bearer } from '../factories.ts'
import { createKey } from '../key-rows.ts'
import { makeWorld } from '../route-walk-world.ts'
import { urlOf } from '../route-walk.ts'
import { makeSurvey } from '../survey-data.ts'
import { testApp } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'
import { ComparedStore } from './compared-store.ts'
import { multiplyRows, storeAlerts, storeJudgements, storeSendings, succeedUnit } from './shaped-rows.ts'
import {
  conditionsOf,
  emptySurvey,
  expressions,
  groupings,
  movedUnit,
  rules,
  shapedSurvey,
  weightedConfig,
} from './shapes.ts'

const isMissing = inject('clickHouse') === null

// Where the engine is expected, the comparison must not be skipped.
const isNeeded = process.env['NEEDS_CLICKHOUSE'] === 'true'

test('the engine to compare with is there', ({ skip }) => {
  if (isMissing && !isNeeded) skip(inject('clickHouseAdvice'))
  expect(inject('clickHouse'), inject('clickHouseAdvice')).not.toBeNull()
})

describe.skipIf(isMissing)('DuckDB and ClickHouse answer alike', () => {
  let server: TestApp
  let store: ComparedStore
  let large: SurveyModel
  let empty: SurveyModel
  let weighted: SurveyModel
  let conditions: ReturnType<typeof conditionsOf>

  const allExpressions = Object.values(expressions).flat()
  const allGroupings = Object.values(groupings).flat()
  const allRules = Object.values(rules).flat()

  beforeAll(async () => {
    server = await testApp()
    const { db, pool, analytics } = server.deps
    if (!(analytics.store instanceof ComparedStore)) throw new Error('The store does not compare')
    store = analytics.store
    const made = await makeSurvey(db, shapedSurvey)
    await multiplyRows(pool, made.surveyId)
    await succeedUnit(pool, made.surveyId, movedUnit)
    await storeAlerts(pool, made.surveyId)
    await storeJudgements(pool, made.surveyId)
    conditions = conditionsOf(await storeSendings(pool, made.surveyId))
    await db.transaction().execute((trx) => appendSurveyChange(trx, made.surveyId))
    const nobody = await makeSurvey(db, emptySurvey)
    const unequal = await makeSurvey(db, { ...shapedSurvey, config: weightedConfig })
    await storeJudgements(pool, unequal.surveyId)
    await weighSurvey(programContext(server.deps, 'test'), unequal.surveyId, AbortSignal.timeout(30_000))
    await caughtUp(analytics, pool)
    large = await loadSurveyModelById(server.deps, made.surveyId)
    empty = await loadSurveyModelById(server.deps, nobody.surveyId)
    weighted = await loadSurveyModelById(server.deps, unequal.surveyId)
    if (!weighted.weights) throw new Error('The survey has no weights')
  })

  afterAll(() => server.close())

  /** Asks for figures, which fails when the engines differ; returns how many statements that took. */
  async function ask(model: SurveyModel, by: GroupBy, wanted: readonly string[], of: readonly Condition[] = []) {
    const before = store.compared.length
    const { caseScope } = systemScopes(model)
    const indicators = wanted.map((expression) => ({ key: expression, expression }))
    await aggregate(server.deps, model, caseScope, { conditions: of, by, indicators })
    return store.compared.length - before
  }

  test('over more answers than an estimate of the median is exact for', async () => {
    const table = ident(responseTable(large.id))
    const wait = large.questions.get('wait')
    const column = ident(wait ? questionColumn(wait) : '')
    const { columns } = await store.query(portableSql`select count(${column}) from ${table} where state = 0`)
    expect(columns[0]?.[0]).toBeGreaterThan(8192)
  })

  test.each(allGroupings.map((by) => [JSON.stringify(by), by] as const))('every indicator by %s', async (_name, by) => {
    expect(await ask(large, by, allExpressions)).toBeGreaterThan(0)
    expect(await ask(empty, by, allExpressions)).toBeGreaterThan(0)
    expect(await ask(weighted, by, allExpressions)).toBeGreaterThan(0)
    expect(await ask(large, by, allExpressions, conditions.units)).toBeGreaterThan(0)
  })

  test.each(allExpressions)('%s', async (expression) => {
    expect(await ask(large, { question: 'country' }, [expression])).toBeGreaterThan(0)
  })

  test.each(allRules)('where %s', async (rule) => {
    const wanted = ['count()', 'mean(wait)', 'samples()'].map((expression) => `${expression} where ${rule}`)
    expect(await ask(large, { level: { view: 'organisation', depth: 2 } }, wanted)).toBeGreaterThan(0)
  })

  test('every condition, alone, denied and with another', async () => {
    const all = Object.values(conditions).flat()
    const before = store.compared.length
    for (const [index, condition] of all.entries()) {
      const next = all[(index + 1) % all.length] ?? condition
      for (const asked of [[condition], [{ kind: 'not', of: condition } as const], [condition, next]])
        await ask(large, 'none', ['count()', 'mean(rating)', 'median(wait)', 'samples()'], asked)
    }
    expect(store.compared.length - before).toBeGreaterThanOrEqual(3 * all.length)
  })

  test('whatever is asked for together', async () => {
    const condition = fc.constantFrom(...Object.values(conditions).flat())
    const request = fc.record({
      by: fc.constantFrom(...allGroupings),
      of: fc.array(
        fc.oneof(
          condition,
          condition.map((of): Condition => ({ kind: 'not', of })),
        ),
        { maxLength: 3 },
      ),
      wanted: fc.uniqueArray(fc.constantFrom(...allExpressions), { minLength: 1, maxLength: 5 }),
      rule: fc.option(fc.constantFrom(...allRules)),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ by, of, wanted, rule }) => {
        await ask(large, by, rule === null ? wanted : wanted.map((expression) => `${expression} where ${rule}`), of)
      }),
      { numRuns: 60 },
    )
  })

  test('own figures of respondents, of every kind', async () => {
    const expressions = [
      'mean(wait)',
      'index(five)',
      'csi(five, steps)',
      'median(rating)',
      'topbox(rating, 2) where country = SE',
      'bottombox(five, 1)',
      'share(country, SE)',
      'nps(unasked)',
      'count()',
    ]
    const before = store.compared.length
    const found = await respondentScores(server.deps, large, systemScopes(large).caseScope, {
      ...{ conditions: [], score: 'csi(rating, five)', expressions, most: 2000 },
    })
    expect(found.columns.map((column) => column === null)).toEqual([...expressions.map(() => false), true])
    expect(store.compared.length - before).toBe(2)
  })

  test('the columns that are held in memory', async () => {
    const { names } = await store.query(portableSql`select * from ${ident(responseTable(large.id))} limit 0`)
    const cache = new ColumnCache(store, { dataVersion: () => 0, isChanging: () => false }, heldHere)
    // Texts are not in memory.
    const numbers = names.filter((name) => name !== eventSourceColumn)
    expect((await cache.columns(large.id, new Set(numbers)))?.rowCount).toBeGreaterThan(8192)
  })

  test('whatever a route of the product asks for', async () => {
    const world = await makeWorld(server.deps)
    await caughtUp(server.deps.analytics, server.deps.pool)
    const before = store.compared.length
    const given = { username: world.usernames.root, userId: world.userIds.root }
    for (const made of [world.survey, world.anonymous]) {
      const key = await createKey(server.deps.db, made, { type: 3, user_id: Number(world.userIds.administrator) })
      const apiKeyToken = await createKey(server.deps.db, made, { type: 4 })
      for (const route of registeredRoutes(server.app).filter(({ method }) => method === 'GET')) {
        const url = urlOf(route, world, { ...given, survey: made.extName, apiKeyToken })
        const headers = route.permission === 'api-key' ? bearer(key) : world.headers.root
        const { statusCode, body } = await server.app.inject({ method: 'GET', url, headers })
        expect(statusCode, `${route.id}: ${body}`).toBeLessThan(500)
        expect(statusCode, route.id).not.toBe(401)
      }
    }
    expect(store.compared.length).toBeGreaterThan(before)
  })
})
