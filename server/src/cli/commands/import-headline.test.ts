import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gradeOf } from '#server/domain/indicators/grade.ts'
import { mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { runForTest } from '../testing/run-for-test.ts'
import { importCommand } from './import.ts'
import { query } from './query.ts'

let program: TestDeps
let folder = ''

beforeAll(async () => {
  program = await testDeps()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-headline-test-'))
})

afterAll(async () => {
  await program.close()
  await rm(folder, { recursive: true, force: true })
})

/** To as many digits as `query` prints. */
const mean = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(12))

type Row = Record<string, string | number>

/** Imports rows as a survey of the name; returns what the command printed. */
async function importRows(survey: string, rows: readonly Row[], args: string[] = []): Promise<string> {
  const lines = rows.map((row) => Object.values(row).join(';'))
  await writeFile(join(folder, `${survey}.csv`), [Object.keys(rows[0] ?? {}).join(';'), ...lines].join('\n'))
  const all = [`${survey}.csv`, '--universe', 'u', '--survey', survey, ...args]
  const done = await runForTest(importCommand, all, program.deps, folder)
  expect(done).toMatchObject({ exitCode: 0 })
  return done.printed
}

async function figuresOf(survey: string, names: string, by = 'none'): Promise<Row[]> {
  const args = ['--survey', survey, '--universe', 'u', '--by', by, '--indicators', names, '--format', 'json']
  return JSON.parse((await runForTest(query, args, program.deps, folder)).printed) as Row[]
}

/** What the survey became: its model, and the face of each response in the order of the file. */
async function made(survey: string) {
  const { id, universe_id } = await program.deps.db
    .selectFrom('survey')
    .where('ext_name', '=', survey)
    .select(['id', 'universe_id'])
    .executeTakeFirstOrThrow()
  const model = await loadSurveyModel({ db: program.deps.db }, universe_id, survey)
  if (!model) throw new Error('the survey is not there')
  const responses = await program.deps.db
    .selectFrom('response')
    .where('survey_id', '=', id)
    .select(['answers', 'event_date'])
    .orderBy('id')
    .execute()
  const face = model.config.interview.face ?? ''
  const faces = responses.map(({ answers, event_date }) => gradeOf(model, { answers, eventDate: event_date }, face))
  const components = model.config.pages.flatMap((page) => page.components)
  const settings = (type: string): Record<string, unknown> =>
    (components.find((one) => one.type === type)?.config ?? {}) as Record<string, unknown>
  return { model, faces, answers: responses.map((row) => row.answers), settings }
}

const titlesOf = (model: Awaited<ReturnType<typeof made>>['model'], variable: string) =>
  model.questions.get(variable)?.choices.map(({ code, title }) => [code, title['en']])

/** A number that looks random but is the same each time, from 0 to 1. */
const mood = (index: number): number => Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1
const near = (index: number, noise: number): number =>
  Math.max(1, Math.min(5, Math.round(1 + 4 * (mood(index) + noise * (mood(index + 5000 * noise) - 0.5)))))

const flights = Array.from({ length: 200 }, (_, index) => ({
  id: index + 100,
  Gender: index % 2 ? 'Male' : 'Female',
  Class: ['Eco', 'Business', 'Eco Plus'][index % 3] ?? '',
  'Seat comfort': near(index, 1.5),
  'Food and drink': near(index, 1.2),
  'Online boarding': near(index, 0.2),
  'Inflight wifi service': near(index, 0.5),
  satisfaction: mood(index) > 0.6 ? 'satisfied' : 'neutral or dissatisfied',
}))

describe('an airline whose satisfaction stands in words in the last column', () => {
  const share = 100 * mean(flights.map(({ satisfaction }) => (satisfaction === 'satisfied' ? 1 : 0)))

  test('is led by the share of satisfied, and satisfied passengers have a happy face', async () => {
    const printed = await importRows('flights', flights, ['--key', 'id'])
    expect(printed).toContain('Headline: Satisfaction (by its name')
    expect(printed).toContain('Choose another one with --main.')
    const { model, faces, settings } = await made('flights')
    expect(mainIndicatorName(model)).toBe('overall')
    expect(model.config.indicators['overall']).toMatchObject({ unit: '%', minValue: 0, maxValue: 100 })
    expect(model.config.interview.face).toBe('satisfaction')
    expect(model.config.interview.rating).toBeUndefined()
    const expected = flights.map((row) => (row.satisfaction === 'satisfied' ? 'positive' : 'negative'))
    expect(faces).toEqual(expected)
    expect(await figuresOf('flights', 'overall')).toEqual([{ overall: share }])
    expect(titlesOf(model, 'satisfaction')).toEqual([
      [0, 'neutral or dissatisfied'],
      [1, 'satisfied'],
    ])
    const tiles = ['online_boarding', 'inflight_wifi_service', 'food_and_drink']
    expect(settings('variable-block')['variables']).toMatchObject(
      ['overall', ...tiles, 'answers'].map((indicator) => ({ indicator })),
    )
    expect(settings('ranking-table')).toMatchObject({
      sortBy: 'overall',
      sortDesc: true,
      columns: ['overall', ...tiles, 'seat_comfort', 'answers'].map((value) => ({ value })),
    })
  })

  test('takes another spelling in a later file, and keeps the headline that was chosen', async () => {
    await importRows('flights_2', flights, ['--key', 'id', '--main', 'Food and drink'])
    expect((await made('flights_2')).model.config.interview).toMatchObject({ face: 'food_and_drink' })
    const later = flights.slice(0, 30).map((row) => ({ ...row, satisfaction: 'Satisfied.' }))
    await importRows('flights_2', later, ['--key', 'id'])
    const { answers, model } = await made('flights_2')
    expect(answers.slice(0, 30).map(({ satisfaction }) => satisfaction)).toEqual(later.map(() => 1))
    expect(answers.slice(30).map(({ satisfaction }) => satisfaction)).toEqual(
      flights.slice(30).map(({ satisfaction }) => (satisfaction === 'satisfied' ? 1 : 0)),
    )
    expect(model.config.interview.face).toBe('food_and_drink')
    const more = later.map((row) => ({ ...row, 'Gate service': near(Number(row.id), 0.4) }))
    expect(await importRows('flights_2', more, ['--key', 'id'])).toContain('Headline: Food and drink (as before).')
    await importRows('flights_2', more, ['--key', 'id', '--main', 'satisfaction'])
    expect((await made('flights_2')).model.config.interview.face).toBe('satisfaction')
  })

  test('rejects a word that its scale does not have, and names the row', async () => {
    await importRows('flights_3', flights, ['--key', 'id'])
    const wrong = flights.map((row, index) => ({ ...row, satisfaction: index < 20 ? 'blue' : row.satisfaction }))
    await writeFile(
      join(folder, 'wrong.csv'),
      [Object.keys(wrong[0] ?? {}).join(';'), ...wrong.map((row) => Object.values(row).join(';'))].join('\n'),
    )
    const args = ['wrong.csv', '--universe', 'u', '--survey', 'flights_3', '--key', 'id']
    expect(await runForTest(importCommand, args, program.deps, folder)).toMatchObject({
      exitCode: 2,
      noted: expect.stringContaining('Row 2, column "satisfaction": "blue" is not an answer of the question\'s scale.'),
    })
  })
})

test('numbers of which 1 is the best are turned: means, faces and the order of a ranking', async () => {
  const words = ['1 - Mycket bra', '2 - Bra', '3 - Varken eller', '4 - Dåligt', '5 - Mycket dåligt']
  const rows = Array.from({ length: 120 }, (_, index) => {
    const store = `s${index % 4}`
    // The first store is the best, so its numbers are the lowest.
    const number = Math.min(5, 1 + (index % 4) + (mood(index) > 0.5 ? 1 : 0))
    return {
      id: index + 500,
      store,
      'Helhetsbetyg (1 = bäst, 5 = sämst)': number === 5 && index % 7 === 0 ? 9 : number,
      Personal: words[number - 1] ?? '',
    }
  })
  const printed = await importRows('turned', rows, ['--key', 'id'])
  expect(printed).toContain('1 is the best answer: the numbers are turned, so that higher is better (1 counts as 5)')
  const { model, faces } = await made('turned')
  const overall = model.config.interview.face ?? ''
  expect(model.questions.get(overall)?.title).toEqual({ en: 'Helhetsbetyg' })
  expect(model.config.indicators['overall']?.helpText).toMatchObject({ en: expect.stringContaining('turned') })
  expect(titlesOf(model, overall)?.map(([code, title]) => `${code}: ${title}`)).toEqual([
    '1: 5 - sämst',
    '2: 4',
    '3: 3',
    '4: 2',
    '5: 1 - bäst',
  ])
  expect(titlesOf(model, 'Personal')?.at(-1)).toEqual([5, '1 - Mycket bra'])
  const numbers = rows.map((row) => row['Helhetsbetyg (1 = bäst, 5 = sämst)'])
  expect(faces).toEqual(
    numbers.map((number) => (number === 9 ? null : number <= 2 ? 'positive' : number === 3 ? 'neutral' : 'negative')),
  )
  const found = await figuresOf('turned', 'overall', 'store')
  const own = (store: string): number =>
    mean(
      rows.flatMap((row, index) => (row.store === store && numbers[index] !== 9 ? [6 - Number(numbers[index])] : [])),
    )
  expect(found).toEqual(['s0', 's1', 's2', 's3'].map((store) => ({ store, overall: own(store) })))
  expect(own('s0')).toBeGreaterThan(own('s3'))
  // A later file with numbers alone is read in the same direction.
  await importRows(
    'turned',
    rows.slice(0, 20).map((row, index) => ({ ...row, Personal: (index % 5) + 1 })),
    ['--key', 'id'],
  )
  const { answers } = await made('turned')
  expect(answers.slice(0, 5).map((row) => row['Personal'])).toEqual([5, 4, 3, 2, 1])
})

test('promoters, passives and detractors have a net promoter score and faces', async () => {
  const groups = ['Promoter', 'Promoter', 'Passive', 'Detractor', 'Promoter']
  const rows = Array.from({ length: 100 }, (_, index) => ({
    id: index + 900,
    store: `s${index % 3}`,
    'NPS group': groups[index % 5] ?? '',
  }))
  await importRows('promoters', rows)
  const { faces, settings } = await made('promoters')
  expect(await figuresOf('promoters', 'nps')).toEqual([{ nps: 40 }])
  expect(faces.slice(1, 4)).toEqual(['positive', 'neutral', 'negative'])
  expect(settings('variable-block')['variables']).toMatchObject([{ indicator: 'nps' }, { indicator: 'answers' }])
})

test('a survey in Danish words has figures of its steps', async () => {
  const steps = ['Helt uenig', 'Uenig', 'Hverken enig eller uenig', 'Enig', 'Helt enig']
  const rows = Array.from({ length: 80 }, (_, index) => ({
    id: index + 300,
    butik: `b${index % 4}`,
    'Personalet var venligt': index % 10 === 0 ? 'Ved ikke' : steps[near(index, 0.6) - 1],
    'Alt i alt er jeg tilfreds': steps[near(index, 0.2) - 1] ?? '',
  })) as Row[]
  const printed = await importRows('enig', rows)
  expect(printed).toContain('Headline: Alt i alt er jeg tilfreds (by its name')
  const stepOf = (text: unknown): number => steps.indexOf(String(text)) + 1
  const column = (name: string): number[] => rows.map((row) => stepOf(row[name])).filter((step) => step > 0)
  const { answers } = await made('enig')
  expect(answers[0]).not.toHaveProperty('personalet_var_venligt')
  expect(await figuresOf('enig', 'overall,mean(personalet_var_venligt)')).toEqual([
    {
      overall: mean(column('Alt i alt er jeg tilfreds')),
      'mean(personalet_var_venligt)': mean(column('Personalet var venligt')),
    },
  ])
})
