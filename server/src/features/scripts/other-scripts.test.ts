import type { HookName } from '@gensvar/contract/script-types/index'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import { askHook } from '#server/domain/scripts/ask-hook.ts'
import { tellHook } from '#server/domain/scripts/tell-hook.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { hookEvents, removeHooks, setHook } from '#server/testing/hook-scripts.ts'

let board: Dashboard
let call: Caller

beforeAll(async () => {
  board = await openDashboard({ extra: 'alerts: [{ extname: unhappy, title: Unhappy, when: rating <= 2, due: 1d }]' })
  call = await board.as()
})
afterAll(() => board.close())
afterEach(() => removeHooks(board))

const set = (type: HookName, text: string) => setHook(board, type, `function main(input) { ${text} }`)
const model = () => loadSurveyModelById(board.deps, board.surveyId)
const survey = async () => {
  const { extName, title } = await model()
  return { extName, title }
}

describe('a script for working days and hours', () => {
  /** When an alert that is raised now, a Tuesday, is due after one working day. */
  async function due(): Promise<string> {
    await board.deps.db.deleteFrom('alert').execute()
    const ctx = programContext(board.deps, 'test')
    await write(ctx, async (tx) => raiseAlerts(tx, await model(), board.responseIds))
    const { id } = await board.deps.db.selectFrom('alert').select('id').orderBy('id').executeTakeFirstOrThrow()
    const { body } = await call('GET', `/rest/alerts/data/${board.survey}/${id}`)
    return String(body.due ?? body.dueAt).slice(0, 10)
  }

  test('decides when alerts are due', async () => {
    expect(await due()).toBe('2026-02-11')
    await set('GET_TIME_CONFIGURATION', 'return { ...input.calendar, holidays: ["2026-02-11", "2026-02-12"] }')
    expect(await due()).toBe('2026-02-13')
  })

  test.each([
    ['fails', 'return nothing.at'],
    ['answers no hours', 'return { from: "17:00", to: "08:00" }'],
    ['never ends', 'for (;;);'],
  ])('that %s leaves those of the configuration, and an event', async (_how, text) => {
    const id = await set('GET_TIME_CONFIGURATION', text)
    expect(await due()).toBe('2026-02-11')
    expect(await hookEvents(board, id)).toEqual([expect.stringMatching(/^ERROR /)])
  })
})

describe('a script for where help is', () => {
  const support = async () => (await call('GET', `/rest/surveys/start/${board.survey}`)).body.support
  const usual = { faq: 'https://example.org/faq', email: 'help@example.org', phone: '123', hours: 'Weekdays' }

  test('answers by role, and leaves what it does not name', async () => {
    await set('GET_UI_DETAILS', 'return { phone: input.user.role === "staff" ? "456" : "789" }')
    expect(await support()).toEqual({ ...usual, phone: '456' })
  })

  test.each([
    ['fails', 'return nothing.at'],
    ['answers an address that runs code', 'return { faq: "javascript:alert(1)" }'],
  ])('that %s leaves that of the configuration, and an event', async (_how, text) => {
    const id = await set('GET_UI_DETAILS', text)
    expect(await support()).toEqual(usual)
    expect(await hookEvents(board, id)).toEqual([expect.stringMatching(/^ERROR /)])
  })
})

describe('scripts of parts that come later', () => {
  const interview = { id: 1, eventDate: '2026-01-05', answers: { rating: 5 } }

  test('decide about mails of campaigns', async () => {
    const ask = async () => {
      const campaign = { name: 'Visits', template: null }
      const asked = { today: '2026-02-10', survey: await survey(), campaign, interview }
      return askHook(await board.contextAs(), await model(), 'GET_EMAIL_CAMPAIGN', asked)
    }
    expect(await ask()).toBeNull()
    await set('GET_EMAIL_CAMPAIGN', 'return input.interview.answers.rating > 4 ? { template: "happy" } : null')
    expect(await ask()).toEqual({ output: { template: 'happy' } })
    const id = await set('GET_EMAIL_CAMPAIGN', 'return { template: 5 }')
    expect(await ask()).toBeNull()
    expect(await hookEvents(board, id)).toEqual([expect.stringMatching(/does not fit at template/)])
  })

  test('are told of figures of units, messages and flows', async () => {
    const ctx = await board.contextAs()
    const stats = { place: ['Sweden'], figures: [{ indicator: 'satisfaction', value: 3.5, n: 4 }] }
    const id = await set('HANDLE_NODESTATS', 'host.log.info(input.place[0] + input.figures[0].n); return null')
    expect(await tellHook(ctx, await model(), 'HANDLE_NODESTATS', stats)).toEqual([null])
    expect(await hookEvents(board, id)).toEqual(['INFO Sweden4'])
    await set('HANDLE_MSG_EVENT', 'return { stop: input.event.kind === "bounced" }')
    const message = { channel: 'EMAIL' as const, campaign: 'Visits', isReminder: false, interviewId: 1 }
    const event = { ...message, kind: 'bounced' as const, bounce: 'hard' as const, at: '2026-02-10T11:00:00Z' }
    expect(await tellHook(ctx, await model(), 'HANDLE_MSG_EVENT', { event })).toEqual([{ stop: true }])
    await set('HANDLE_AUTOFLOWS_EVENT', 'return { next: input.flow + input.step }')
    const at = { flow: 'call', step: 'Back', interview }
    expect(await tellHook(ctx, await model(), 'HANDLE_AUTOFLOWS_EVENT', at)).toEqual([{ next: 'callBack' }])
    const wrong = await set('HANDLE_AUTOFLOWS_EVENT', 'return { next: 7 }')
    expect(await tellHook(ctx, await model(), 'HANDLE_AUTOFLOWS_EVENT', at)).toEqual([])
    expect(await hookEvents(board, wrong)).toEqual([expect.stringMatching(/^ERROR /)])
  })
})
