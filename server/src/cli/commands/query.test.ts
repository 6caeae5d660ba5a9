import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { Deps } from '../../platform/context.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/log.ts'
import { authorise } from '../../platform/rights/authorise.ts'
import { identify } from '../../platform/rights/identify.ts'
import { testDatabase } from '../../testing/postgres.ts'
import type { TestDatabase } from '../../testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '../../testing/survey-data.ts'
import { runCommand } from '../run.ts'
import { query } from './query.ts'
import { rebuild } from './rebuild-analytics.ts'

let database: TestDatabase
let deps: Deps
let closeAnalytics: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  closeAnalytics = opened.close
  deps = {
    config: readConfig({}),
    db: database.db,
    pool: database.pool,
    analytics: opened.analytics,
    clock: systemClock,
    log: createLogger('silent'),
    identify,
    authorise,
  }
  const questions = {
    airline: { type: 'single', choices: ['aa', 'bb'] },
    airport: { type: 'single', choices: ['ARN', 'OSL'] },
    rating: { type: 'scale', min: 1, max: 5 },
  } as const
  const config =
    'indicators: { good: { expression: "topbox(rating, 2)", where: "airport = ARN" } }\nfilters: { hidden: [{ extName: illegal, value: "rating=_1" }] }'
  const made = await makeSurvey(database.db, {
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

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

async function run(...args: string[]) {
  let printed = ''
  let noted = ''
  const exit = await runCommand(query, args, {
    deps,
    cwd: '/',
    print: (text) => (printed += text),
    note: (text) => (noted += text),
    signal: new AbortController().signal,
  })
  return { exit, printed, noted }
}

async function json(...args: string[]): Promise<unknown> {
  const { exit, printed, noted } = await run('--survey', 'lounges', '--format', 'json', ...args)
  expect({ exit, noted }).toEqual({ exit: 0, noted: '' })
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
    const { appendChange } = await import('../../platform/analytics/change-log.ts')
    await database.db.transaction().execute(async (trx) => {
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
    const { exit, printed, noted } = await run(...args)
    expect(exit).not.toBe(0)
    expect(printed).toBe('')
    expect(noted).toContain(words)
  })

  test('asks for the universe where two have such a survey', async () => {
    await makeSurvey(database.db, { extName: 'twice', questions: {} })
    await makeSurvey(database.db, { extName: 'twice', questions: {} })
    expect((await run('--survey', 'twice')).noted).toMatch(/Several universes .* --universe/)
  })

  test('gives the same after rebuild-analytics', async () => {
    const before = await json('--by', 'airport', '--indicators', 'mean(rating),nps(rating),count()')
    const notes: string[] = []
    await runCommand(rebuild, [], {
      deps,
      cwd: '/',
      print: () => {},
      note: (text) => notes.push(text),
      signal: new AbortController().signal,
    })
    expect(notes.join('')).toContain('Done')
    expect(await json('--by', 'airport', '--indicators', 'mean(rating),nps(rating),count()')).toEqual(before)
  })
})
