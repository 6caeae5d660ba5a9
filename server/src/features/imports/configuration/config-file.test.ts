import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import type { AppError } from '#server/platform/errors.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from '../service.ts'
import { csvOf } from '../testing/planned-file.ts'
import { testFile } from '../testing/test-files.ts'
import { readConfigFile } from './config-file.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const csv = csvOf(['id', 'land', 'butik', 'dag', 'grade', 'colour'], 40, (index) => [
  index,
  index % 2 ? 'SE' : 'NO',
  `b${index % 4}`,
  `2024-03-${10 + (index % 20)}`,
  1 + (index % 4),
  ['red', 'blue'][index % 2] ?? '',
])

const text = `# Mine
title: { en: Visits, sv: Besök }
eventDate: dag
views:
  shops: { title: Shops, levels: [land, butik] }
questions:
  grade: { type: scale, min: 0, max: 10, title: { en: Grade, sv: Betyg } }
  colour: { choices: { red: { en: Red, sv: Röd } } }
indicators:
  main: { expression: mean(grade) }
`

async function run(config: string, survey: string): Promise<SurveyModel> {
  const file = await testFile('data.csv', csv)
  const deps = programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')
  await importFile(deps, { file, universe: 'c', survey, key: 'id', config: { name: 'mine.yaml', text: config } })
  const { id } = await database.db.selectFrom('universe').where('name', '=', 'c').select('id').executeTakeFirstOrThrow()
  return loadSurveyModel(database, id, survey)
}

describe('a configuration given with the file', () => {
  test('becomes the configuration, and its questions the metadata', async () => {
    const model = await run(text, 's1')
    expect(model.views).toMatchObject([{ extName: 'shops', title: { en: 'Shops' }, levels: ['land', 'butik'] }])
    expect(model.questions.get('grade')).toMatchObject({
      type: 'scale',
      scaleMin: 0,
      scaleMax: 10,
      title: { en: 'Grade', sv: 'Betyg' },
    })
    expect(model.questions.get('colour')?.choiceByName.get('red')?.title).toEqual({ en: 'Red', sv: 'Röd' })
    expect(model.config.indicators).toMatchObject({ main: { expression: 'mean(grade)' } })
    const script = await database.db
      .selectFrom('script_version')
      .innerJoin('script', 'script.id', 'script_id')
      .where('survey_id', '=', model.id)
      .select('text')
      .executeTakeFirstOrThrow()
    expect(script.text).toContain('# Mine')
    expect(script.text).not.toContain('\nquestions:')
    expect(readConfigFile('again', script.text).config.eventDate).toBe('dag')
  })

  test('a later import keeps it, and one with another configuration replaces it', async () => {
    await run(text, 's2')
    const file = await testFile('data.csv', csv)
    await importFile(programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'), {
      file,
      universe: 'c',
      survey: 's2',
      key: 'id',
    })
    expect((await run(text, 's2')).config.indicators).toHaveProperty('main')
    const retitled = text.replace('Grade, sv: Betyg', 'Mark').replace('main:', 'other:')
    const model = await run(retitled, 's2')
    expect(model.config.indicators).toHaveProperty('other')
    expect(model.questions.get('grade')?.title).toEqual({ en: 'Mark' })
  })

  test.each([
    ['a key that is unknown', 'titel: x\n', /line 1, column \d+/],
    ['text that is no YAML', 'title: [x\n', /line 2, column \d+/],
    ['a question of a wrong type', 'questions:\n  grade: { type: number }\n', /line 2, column 18/],
    [
      'an indicator of a question that is not there',
      'indicators:\n  a: { expression: mean(grad) }\n',
      /line 2, column \d+/,
    ],
    ['a question the file does not have', 'questions:\n  grad: { max: 5 }\n', /line 2, column 9/],
    ['an `outside` setting without a scale', 'questions:\n  colour: { outside: blank }\n', /line 2, column 22/],
    ['a word for outside that is unknown', 'questions:\n  grade: { outside: away }\n', /line 2, column 21/],
    ['a scale upside down', 'questions:\n  grade: { min: 5, max: 1 }\n', /line 2, column 17/],
    ['a name that would be lost', 'indicators:\n  __proto__: { expression: count() }\n', /line 2, column \d+/],
    ['a wrong setting under a name objects have', 'questions:\n  __proto__: { type: x }\n', /line 2, column \d+/],
    ['a page that refers to nothing', 'defaultPage: nowhere\n', /line 1, column 14/],
  ])('%s is an error with line and column', async (_, broken, place) => {
    const error = await run(broken, 's3').catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'validation' })
    const told = String(Object.values((error as AppError).fields ?? {})[0])
    expect(told).toMatch(place)
    expect(told.match(/line \d/g)).toHaveLength(1)
    expect(await database.db.selectFrom('survey').where('ext_name', '=', 's3').selectAll().execute()).toEqual([])
  })

  test('settles columns and choices whose names every object has', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    const lines = csvOf(['dag', ...names], 12, (index) => [
      `2024-03-${10 + index}`,
      index % 4,
      index % 3,
      ['constructor', 'a'][index % 2] ?? '',
    ])
    const own = `questions:
  __proto__: { type: scale, min: 0, max: 7, title: Mark }
  constructor: { title: Built }
  toString: { choices: { constructor: Builder } }
`
    const file = await testFile('names.csv', lines)
    const request = { file, universe: 'c', survey: 'names', config: { name: 'mine.yaml', text: own } }
    await importFile(
      programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'),
      request,
    )
    const { id } = await database.db
      .selectFrom('universe')
      .where('name', '=', 'c')
      .select('id')
      .executeTakeFirstOrThrow()
    const { questions } = await loadSurveyModel(database, id, 'names')
    expect(questions.get('__proto__')).toMatchObject({ type: 'scale', scaleMax: 7, title: { en: 'Mark' } })
    expect(questions.get('constructor')?.title).toEqual({ en: 'Built' })
    const choices = questions.get('toString')?.choiceByName
    expect([choices?.get('constructor')?.title, choices?.get('a')?.title]).toEqual([{ en: 'Builder' }, { en: 'a' }])
  })

  test('gives a choice no title that nobody wrote', async () => {
    const lines = csvOf(['dag', 'kind'], 12, (index) => [
      `2024-03-${10 + index}`,
      ['constructor', 'a'][index % 2] ?? '',
    ])
    const config = { name: 'mine.yaml', text: 'questions: { kind: { choices: { a: Aye } } }' }
    const file = await testFile('kind.csv', lines)
    await importFile(programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'), {
      file,
      universe: 'c',
      survey: 'kind',
      config,
    })
    const { id } = await database.db
      .selectFrom('universe')
      .where('name', '=', 'c')
      .select('id')
      .executeTakeFirstOrThrow()
    const { questions } = await loadSurveyModel(database, id, 'kind')
    expect(questions.get('kind')?.choiceByName.get('constructor')?.title).toEqual({ en: 'Constructor' })
  })

  test('levels other than those of the hierarchy asked for are an error', async () => {
    const file = await testFile('data.csv', csv)
    const request = { file, universe: 'c', survey: 's4', hierarchy: ['butik'], config: { name: 'mine.yaml', text } }
    const refused = importFile(
      programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'),
      request,
    )
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('land > butik'),
      settings: ['hierarchy'],
    })
  })

  test('the ends of a scale that is there cannot be changed', async () => {
    await run(text, 's6')
    await expect(run('questions: { grade: { max: 5 } }', 's6')).rejects.toMatchObject({
      code: 'conflict',
      message: 'The question "grade" has the scale 0-10, which an import cannot change.',
      settings: ['config'],
    })
  })

  test('the type of a question that is there cannot be changed', async () => {
    await run(text, 's5')
    await expect(run(text.replace('type: scale, min: 0, max: 10', 'type: text'), 's5')).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
