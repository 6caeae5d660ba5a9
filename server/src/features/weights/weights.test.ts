import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { weightsTask } from '#server/domain/weights/weights-task.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'

const draft = 'weights: { shares: { channel: { web: 50, till: 50 } } }\nbigScreen: { rating: rating }'
const rows = Array.from({ length: 60 }, (_, index) => ({
  date: '2026-01-10',
  answers: {
    country: index % 2 === 0 ? 'Sweden' : 'Norway',
    store: index % 2 === 0 ? 'Stockholm' : 'Oslo',
    channel: index % 6 === 0 ? 'web' : 'till',
    rating: index % 6 === 0 ? 5 : 2,
  },
}))

let board: Dashboard
let engine: TaskEngine
let admin: Caller

beforeAll(async () => {
  board = await openDashboard({ extra: draft, rows })
  engine = new TaskEngine(board.deps, [weightsTask])
  admin = await board.as({ admin: true, isRoot: true })
})

afterAll(async () => {
  await engine.stop()
  await board.close()
})

const weights = async (caller: Caller) => (await caller('GET', `/rest/weights/${board.survey}`)).body
const tile = async (caller: Caller) =>
  (await caller('GET', `/rest/widgets/data/${board.survey}/head/root`)).body.variables[0]
const weighting = async (caller: Caller) =>
  (await caller('GET', `/rest/surveys/start/${board.survey}`)).body.survey.weighting

test('are computed when they are asked for, and every figure and its words say so', async () => {
  const reader = await board.as()
  expect(await weighting(reader)).toBe('waiting')
  expect(await tile(reader)).toMatchObject({ formattedValue: '2.5', nInterviews: 60 })
  expect(await weights(admin)).toMatchObject({ state: 'waiting', spread: null, progress: null, canCompute: true })
  expect(await admin('POST', `/rest/weights/${board.survey}`, {})).toMatchObject({ status: 200 })
  expect(await weights(admin)).toMatchObject({ progress: 0 })
  engine.start()
  await expect.poll(async () => (await weights(admin)).state, { timeout: 20_000 }).toBe('weighted')
  await caughtUp(board.deps.analytics, board.deps.pool)

  expect(await weighting(reader)).toBe('weighted')
  // 10 answers of weight 3, 50 of 0.6: 60^2 / (10 * 9 + 50 * 0.36) is 33.3.
  expect(await tile(reader)).toMatchObject({
    ...{ formattedValue: '3.5', nInterviews: 60 },
    definition: { en: 'Mean of “rating”, weighted to known shares' },
    interviewsTooltip: { en: '60 answers, as exact as 33 equally weighted ones' },
  })
  const found = await weights(admin)
  expect(found).toMatchObject({
    ...{ isOld: false, failure: null, limits: { least: 0.2, most: 5 } },
    spread: { n: 60, effectiveN: expect.closeTo(100 / 3, 6), designEffect: expect.closeTo(1.8, 6), limited: 0 },
    questions: [{ variable: 'channel', unknown: 0 }],
  })
  expect(found.spread).toMatchObject({ least: expect.closeTo(0.6, 6), most: expect.closeTo(3, 6) })
  const [web, till] = found.questions[0].values
  expect(web).toMatchObject({ name: 'web', known: 50, after: expect.closeTo(50, 4) })
  expect(web.before).toBeCloseTo(100 / 6, 6)
  expect(till.before).toBeCloseTo(500 / 6, 6)
  await expect.poll(async () => (await weights(admin)).progress).toBeNull()
})

test('are named on public screens and widgets, and in the API with how exact they are', async () => {
  const { db } = board.deps
  const ofSurvey = { universeId: board.universeId, surveyId: board.surveyId }
  const open = async (url: string, headers = {}) => (await board.app.inject({ url, headers })).json()
  const screen = await open(`/rest/bigscreen/${await createKey(db, ofSurvey, { type: 4 })}`)
  expect(screen).toMatchObject({
    avgRatingText: { en: '3.5 out of 5' },
    evaluationsText: { en: '60 reviews, weighted', sv: '60 omdömen, viktade' },
  })
  const roleId = await createRole(db, board.universeId, { surveys: { [board.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
  const token = await createKey(db, ofSurvey, { type: 3, user_id: user.id })
  const { figures } = await open(`/api/v1/surveys/${board.survey}/figures?indicators=rating`, bearer(token))
  expect(figures).toMatchObject([{ name: 'rating', n: 60, effectiveN: 33.3 }])
})

test('are in how answers are spread, beside how many there are of each', async () => {
  const path = `/rest/distributions/data/${board.survey}/rating/root?by=place`
  const { bars } = (await admin('GET', path)).body
  expect(bars).toEqual([expect.objectContaining({ n: 60, shares: [0, 50, 0, 0, 50], counts: [0, 50, 0, 0, 10] })])
})

test('are told to everybody, but how all answers are spread only to those who see them', async () => {
  const part = await board.as({ filters: { store: ['Oslo'] } })
  const told = await weights(part)
  expect(told).toMatchObject({ state: 'weighted', spread: null, failure: null, canCompute: false })
  expect(told.questions[0].values).toEqual([
    { name: 'web', title: { en: 'WEB' }, known: 50, before: null, after: null },
    { name: 'till', title: { en: 'TILL' }, known: 50, before: null, after: null },
  ])
  expect((await weights(await board.as())).spread).toMatchObject({ n: 60 })
  expect(await part('POST', `/rest/weights/${board.survey}`, {})).toMatchObject({ status: 403 })
})

test('of shares that cannot be met stay, and say why in the words of the survey', async () => {
  const before = await tile(admin)
  await board.deps.pool.query(
    `update script_version set text = replace(text, 'web: 50', 'web: 99.9')
    where script_id in (select id from script where survey_id = $1)`,
    [board.surveyId],
  )
  await board.deps.pool.query(
    `update script_version set text = replace(text, 'till: 50', 'till: 0.1')
    where script_id in (select id from script where survey_id = $1)`,
    [board.surveyId],
  )
  await board.deps.pool.query('update survey set model_version = model_version + 1 where id = $1', [board.surveyId])
  expect(await weights(admin)).toMatchObject({ state: 'weighted', isOld: true })
  expect(await admin('POST', `/rest/weights/${board.survey}`, {})).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await weights(admin)).failure?.words.sv, { timeout: 20_000 })
    .toBe('Andelarna av ”channel” kan inte uppnås: vissa svar skulle räknas för mycket eller för lite.')
  await caughtUp(board.deps.analytics, board.deps.pool)
  expect(await tile(admin)).toMatchObject({ formattedValue: before.formattedValue, low: before.low, high: before.high })
})
