import { checkConfiguration } from '@gensvar/contract/configuration/check'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { aggregate } from '../../server/src/domain/figures/aggregate.ts'
import { systemScopes } from '../../server/src/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { createUniverse } from '../../server/src/testing/factories.ts'
import { describeRows } from '../../server/src/testing/planned-rows.ts'
import { testDeps } from '../../server/src/testing/test-app.ts'
import type { TestDeps } from '../../server/src/testing/test-app.ts'
import { loadTestLevels, planLoadTest, seedLoadTest } from './load-test.ts'

const size = { rows: 3_000, units: 260, questions: 5 }
let server: TestDeps

beforeAll(async () => {
  server = await testDeps()
})

afterAll(() => server.close())

describe('a survey for measuring', () => {
  test('has the units and questions asked for, and a configuration that fits', () => {
    const plan = planLoadTest('2026-03-31', size)
    const leaves = plan.views[0]!.units.filter((unit) => unit.path.length === loadTestLevels.length)
    expect(leaves).toHaveLength(260)
    expect(plan.questions.filter((question) => /^q\d+$/.test(question.variable))).toHaveLength(5)
    const questions = plan.questions.map(({ variable, type, choices }) => ({
      variable,
      type,
      choices: choices?.map(({ extName }) => extName),
    }))
    expect(checkConfiguration(surveyConfig.parse(parse(plan.configuration)), { questions })).toEqual([])
  })

  test('can be asked for figures once it is written', async () => {
    const universe = await createUniverse(server.deps.db)
    const surveyId = await seedLoadTest(server.deps, universe.id, size)
    const model = await loadSurveyModelById(server.deps, surveyId)
    const { rows } = await aggregate(server.deps, model, systemScopes(model).caseScope, {
      conditions: [],
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    expect(rows.map((row) => row.values[0]?.value)).toEqual([3_000])
  })
})

describeRows('load test', (day) => planLoadTest(day, { rows: 1_000, units: 300, questions: 6 }))
describeRows('flat load test', (day) => planLoadTest(day, { rows: 1_000, units: 300, questions: 6, flat: true }))
