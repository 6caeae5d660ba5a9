import { hookTypes } from '@gensvar/contract/script-types/index'
import type { HookName } from '@gensvar/contract/script-types/index'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { hookEvents, removeHooks, setHook } from '#server/testing/hook-scripts.ts'
import { isApplied } from './typed-run.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard({ extra: 'alerts: [{ extname: unhappy, title: Unhappy, when: rating <= 2, due: 1d }]' })
  root = await board.as({ isRoot: true })
})
afterAll(() => board.close())
afterEach(() => removeHooks(board))

const asked = (Object.keys(hookTypes) as HookName[]).filter((type) => !isApplied(type))

/** Fails with its input, so that the answer of a run tells it. */
const telling = 'function main(input) { throw new Error(JSON.stringify(input)) }'

const run = (id: number, dry: boolean, interviewId: number | null = null) =>
  root('POST', `/rest/scripts/run/${board.survey}/${board.surveyId}/${id}?dryrun=${String(dry)}`, { interviewId })

async function inputOf(type: HookName, interviewId: number | null = null) {
  const { body } = await run(await setHook(board, type, telling), true, interviewId)
  return JSON.parse(body.message.slice(body.message.indexOf('{')))
}

test.each(asked)('a run of %s gets the input of its type, and an answer that does not fit is told', async (type) => {
  const [interviewId = 0] = board.responseIds
  for (const about of [null, interviewId]) {
    const input = await inputOf(type, about)
    expect(hookTypes[type].input.safeParse(input).error).toBeUndefined()
    expect(input).toMatchObject({ now: '2026-02-10T12:00:00.000Z', survey: { extName: board.survey } })
  }
  const wrong = await setHook(board, type, 'function main() { return [5] }')
  const fault = { returnCode: 1, message: expect.stringMatching(/does not fit/), changes: [] }
  expect((await run(wrong, true)).body).toMatchObject(fault)
  expect(await hookEvents(board, wrong)).toEqual([])
  expect((await run(wrong, false)).body).toMatchObject(fault)
  expect(await hookEvents(board, wrong)).toEqual([expect.stringMatching(/^ERROR .*does not fit/)])
  const right = await setHook(board, type, 'function main() { return null }')
  expect((await run(right, false)).body).toEqual({ returnCode: 0, message: 'Done', changes: [], logged: [] })
})

test.each<HookName>(['GET_UI_DETAILS', 'GET_DEFAULT_TIMESPAN'])(
  'a run of %s gets what the product gives it when the caller opens the survey',
  async (type) => {
    const given = await inputOf(type)
    const id = await setHook(board, type, telling)
    await root('GET', `/rest/surveys/start/${board.survey}`)
    const told = await hookEvents(board, id)
    expect(told.map((one) => JSON.parse(one.slice(one.indexOf('{'))))).toContainEqual(given)
  },
)

test('a run of GET_TIME_CONFIGURATION gets what the product gives it when alerts are raised', async () => {
  const given = await inputOf('GET_TIME_CONFIGURATION')
  const id = await setHook(board, 'GET_TIME_CONFIGURATION', telling)
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  await write(programContext(board.deps, 'test'), (tx) => raiseAlerts(tx, model, board.responseIds))
  const [told = ''] = await hookEvents(board, id)
  expect(JSON.parse(told.slice(told.indexOf('{')))).toEqual(given)
  const asking = await setHook(
    board,
    'GET_TIME_CONFIGURATION',
    "async function main() { await host.figure('count()') }",
  )
  expect((await run(asking, true)).body.message).toMatch(/host.figure cannot be asked here/)
})

test('a run about a response gets it where its type has one', async () => {
  const [, id = 0] = board.responseIds
  for (const type of ['GET_EMAIL_CAMPAIGN', 'HANDLE_AUTOFLOWS_EVENT'] as const)
    expect(await inputOf(type, id)).toMatchObject({ interview: { id, answers: { country: expect.any(String) } } })
  expect(await inputOf('HANDLE_MSG_EVENT', id)).toMatchObject({ event: { interviewId: id } })
})

test.each([
  ['GET_ALERT_EMAILS', 'alert-raised'],
  ['GET_ACTION_EMAILS', 'action-assigned'],
  ['GET_NOTIFICATION_EMAILS', 'mention'],
] as const)('a run of %s gets a notice of its kind', async (type, event) => {
  expect(await inputOf(type)).toMatchObject({ notice: { event }, recipient: { role: null, language: 'en' } })
})
