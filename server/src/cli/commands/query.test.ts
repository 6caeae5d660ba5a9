import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'
import { query } from './query.ts'
import { rebuild } from './rebuild-analytics.ts'

let program: TestDeps

beforeAll(async () => {
  program = await testDeps()
  const questions = {
    airline: { type: 'single', choices: ['aa', 'bb'] },
    airport: { type: 'single', choices: ['ARN', 'OSL'] },
    rating: { type: 'scale', min: 1, max: 5 },
  } as const
  const config =
    'indicators: { good: { expression: "topbox(rating, 2)", where: "airport = ARN" } }\nfilters: { hidden: [{ extName: illegal, value: "rating=_1" }] }'
  const made = await makeSurvey(program.deps.db, {
    extName: 'lounges',
    config,
    questions,
    views: { organisation: ['airline', 'airport'] },
    rows: [
      { date: '2026-01-01', answers: { airline: 'aa', airport: 'ARN', rating: 5 } },
      { date: '2026-01-02', answers: { airline: 'aa', airport: 'ARN', rating: 2 } },
      { date: '2026-01-03', answers: { airline: 'aa', rating: 4 } },
      { date: '2026-01-04', answers: { airline: 'bb', airport: 'ARN', rating: 3 } },
      { date: '2026-01-04', answers: { airline: 'bb', airport: 'OSL', rating: 1 } },
    ],
  })
  surveyId = made.surveyId
})

let surveyId = 0

afterAll(() => program.close())

function run(...args: string[]): Promise<CommandRun> {
  return runForTest(query, args, program.deps)
}

async function json(...args: string[]): Promise<unknown> {
  const { exitCode, printed, noted } = await run('--survey', 'lounges', '--format', 'json', ...args)
  expect({ exitCode, noted }).toEqual({ exitCode: 0, noted: '' })
  return JSON.parse(printed)
}

describe('query', () => {
  test('prints a row per value, keyed by the variable and the indicators as given, without hidden responses', async () => {
    expect(await json('--by', 'airline', '--indicators', 'mean(rating),count(), good')).toEqual([
      { airline: 'aa', 'mean(rating)': expect.closeTo(11 / 3, 9), 'count()': 3, good: 50 },
      { airline: 'bb', 'mean(rating)': 3, 'count()': 1, good: 0 },
    ])
    expect(await json('--path', 'airline=aa', '--by', 'airport')).toEqual([
      { airport: 'ARN', 'count()': 2 },
      { airport: '-', 'count()': 1 },
    ])
    expect(await json('--by', 'airport')).toEqual([
      { airport: 'ARN', 'count()': 3 },
      { airport: '-', 'count()': 1 },
    ])
    expect(await json('--path', 'airline=aa;date=custom_02012026_04012026')).toEqual([{ 'count()': 2 }])
  })

  test('sees a response that was stored a moment ago without waiting for anything', async () => {
    const { appendChange } = await import('#server/domain/figures/feed/change-log.ts')
    await program.deps.db.transaction().execute(async (trx) => {
      const ids = await addResponses(trx, surveyId, [
        { date: '2026-02-01', answers: { airline: 'bb', airport: 'OSL', rating: 5 } },
      ])
      await appendChange(trx, surveyId, ids)
    })
    expect(await json('--path', 'airline=bb', '--by', 'airport')).toEqual([
      { airport: 'ARN', 'count()': 1 },
      { airport: 'OSL', 'count()': 1 },
    ])
  })

  test('prints a table for people', async () => {
    const { printed } = await run(
      '--survey',
      'lounges',
      '--by',
      'airline',
      '--indicators',
      'mean(rating)',
      '--path',
      'airline=aa',
    )
    expect(printed).toBe('airline  mean(rating)\naa             3.6667\n')
  })

  test.each([
    [['--by', 'airline'], '--survey is missing'],
    [['--survey', 'nothing'], 'There is no survey "nothing"'],
    [['--survey', 'lounges', '--universe', 'elsewhere'], 'in the universe "elsewhere"'],
    [['--survey', 'lounges', '--by', 'nothing'], 'no variable "nothing"'],
    [['--survey', 'lounges', '--indicators', 'mean(rating'], 'to end mean(...)'],
    [['--survey', 'lounges', '--indicators', 'mean(nothing)'], 'no variable "nothing"'],
    [['--survey', 'lounges', '--path', 'airline=zz'], 'There is no "zz"'],
    [['--survey', 'lounges', '--path', 'rating=abc'], '"rating"'],
    [['--survey', 'lounges', '--format', 'xml'], 'table or json'],
  ])('%j says what is wrong', async (args, words) => {
    const { exitCode, printed, noted } = await run(...args)
    expect(exitCode).not.toBe(0)
    expect(printed).toBe('')
    expect(noted).toContain(words)
  })

  test('asks for the universe where two have such a survey', async () => {
    await makeSurvey(program.deps.db, { extName: 'twice', questions: {} })
    await makeSurvey(program.deps.db, { extName: 'twice', questions: {} })
    expect((await run('--survey', 'twice')).noted).toMatch(/Several universes .* --universe/)
  })

  test('gives the same after rebuild-analytics', async () => {
    const before = await json('--by', 'airport', '--indicators', 'mean(rating),nps(rating),count()')
    expect((await runForTest(rebuild, [], program.deps)).noted).toContain('Done')
    expect(await json('--by', 'airport', '--indicators', 'mean(rating),nps(rating),count()')).toEqual(before)
  })
})
