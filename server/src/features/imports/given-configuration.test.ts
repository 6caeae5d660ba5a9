import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import type { ImportRequest, ImportResult } from './service.ts'
import { csvOf } from './testing/planned-file.ts'
import { testFile } from './testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

let made = 0
const freshSurvey = (): { universe: string; survey: string } => ({ universe: `u${++made}`, survey: 'visits' })

async function run(text: string, request: Partial<ImportRequest> = {}): Promise<ImportResult> {
  const file = await testFile('data.csv', text)
  const ctx = programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')
  return importFile(ctx, { ...freshSurvey(), file, ...request })
}

async function modelOf(at: { universe: string; survey: string }): Promise<SurveyModel> {
  const { id } = await database.db
    .selectFrom('universe')
    .where('name', '=', at.universe)
    .select('id')
    .executeTakeFirstOrThrow()
  return loadSurveyModel(database, id, at.survey)
}

const smallOptions = { hierarchy: ['region', 'store'], key: 'id' }
const headers = ['id', 'region', 'store', 'visited', 'overall_rating', 'helpful', 'tidy', 'recommended']
const longer = csvOf(headers, 34, (index) => [
  index,
  'North',
  `s${index % 3}`,
  '2024-03-01',
  ...[0, 1, 2].map((shift) => (shift === 2 && index === 4 ? 9 : 1 + ((index + shift) % 5))),
  index % 2,
])

describe('a configuration given with an import', () => {
  const indicator = 'indicators:\n  tidiness: { title: Tidiness, expression: mean(tidy) }\n'
  const generated = async (at: { universe: string; survey: string }) => (await modelOf(at)).config

  test('that adds an indicator keeps everything that is generated', async () => {
    const [plain, added] = [freshSurvey(), freshSurvey()]
    await run(longer, { ...plain, ...smallOptions })
    const result = await run(longer, { ...added, ...smallOptions, config: { name: 'mine.yaml', text: indicator } })
    expect(result.notes.map(({ words }) => String(words)).join()).not.toContain('replaces')
    const [before, after] = [await generated(plain), await generated(added)]
    expect(after).toEqual({
      ...before,
      indicators: { ...before.indicators, tidiness: expect.objectContaining({ expression: 'mean(tidy)' }) },
    })
  })

  test('tells what it replaces, in a dry run too, and a complete one replaces all', async () => {
    const at = freshSurvey()
    const page = 'pages:\n  - { extname: overview, title: Ours }\n'
    const config = { name: 'mine.yaml', text: `${indicator}${page}` }
    const tried = await run(longer, { ...at, ...smallOptions, config, dryRun: true })
    const told = (result: ImportResult): string[] => result.notes.map(({ words }) => String(words))
    expect(told(tried)).toContain('The configuration given replaces: page overview.')
    const done = await run(longer, { ...at, ...smallOptions, config })
    expect(done.configuration).toBe(tried.configuration)
    expect((await generated(at)).pages.map(({ extname, title }) => [extname, title])).toEqual([
      ['overview', 'Ours'],
      ['ranking', expect.anything()],
    ])
    const complete = { name: 'whole.yaml', text: `${config.text}filters: {}\n` }
    const replaced = await run(longer, { ...at, ...smallOptions, config: complete })
    expect(told(replaced)).toContain('The configuration given replaces: the whole configuration.')
    expect(replaced.configuration).toBe(complete.text)
    expect((await generated(at)).pages).toHaveLength(1)
  })

  test('adds to what an earlier one added, and stays when something is decided', async () => {
    const at = freshSurvey()
    const other = { name: 'other.yaml', text: 'indicators:\n  help: { expression: mean(helpful) }\n' }
    await run(longer, { ...at, ...smallOptions, config: { name: 'mine.yaml', text: indicator } })
    await run(longer, { ...at, ...smallOptions, config: other })
    await run(longer, { ...at, ...smallOptions, decisions: [{ id: 'above:tidy', choice: 'blank' }] })
    const config = await generated(at)
    expect(Object.keys(config.indicators)).toEqual(expect.arrayContaining(['tidiness', 'help', 'overall']))
    expect(config.pages).toHaveLength(2)
  })
})
