import { scriptTypes } from '@gensvar/contract/entities/scripts'
import { scriptTypeList } from '@gensvar/contract/script-types/index'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { removeHooks } from '#server/testing/hook-scripts.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard()
  root = await board.as({ isRoot: true })
})
afterAll(() => board.close())
afterEach(() => removeHooks(board))

const get = (path: string) => root('GET', `/rest/scripts/${path}`)
const post = (path: string, body: object) => root('POST', `/rest/scripts/${path}`, body)

const bodyOf = (change: object) => ({
  ...{ id: 0, surveyId: board.surveyId, universe: false, scriptType: 'GENERIC', extname: 'counts', version: 0 },
  ...{ description: 'Counts', disabled: false, script: 'function main() { return 1 }', matchingMetaInterviews: [] },
  ...change,
})

/** The survey's configuration as it is stored. */
async function configuration() {
  const { body } = await get(`${board.survey}/${board.surveyId}`)
  const { id } = body.scripts.find(({ scriptType }: { scriptType: string }) => scriptType === 'CONFIGURATION')
  return (await get(`details/${board.survey}/${id}`)).body
}

/** The types that the specification names. */
const specified: readonly string[] = [
  ...['CONFIGURATION', 'GENERIC', 'JAVASCRIPT', 'GET_AVAILABLE_TIMESPANS', 'GET_DEFAULT_TIMESPAN'],
  ...['GET_ALERT_TIMESPAN', 'GET_SAMPLES_OPEN_TIMESPAN', 'GET_RANKING_TREND_TIMESPAN', 'GET_DRIVERS_TREND_TIMESPAN'],
  ...['GET_NOTIFICATION_EMAILS', 'GET_ALERT_EMAILS', 'GET_ACTION_EMAILS', 'GENERATE_ALERT', 'GET_EMAIL_CAMPAIGN'],
  ...['GET_TIME_CONFIGURATION', 'HANDLE_SAMPLE_UPDATED', 'HANDLE_NODESTATS', 'HANDLE_MSG_EVENT'],
  ...['HANDLE_AUTOFLOWS_EVENT', 'VALIDATE_SAMPLE', 'GET_UI_DETAILS'],
]

test('a script of each type is saved and read, and runs; a configuration is published (SCRIPT-12)', async () => {
  const [interviewId = 0] = board.responseIds
  expect(scriptTypes).toEqual(specified)
  for (const scriptType of scriptTypes) {
    if (scriptType === 'CONFIGURATION') {
      const { id, version, extname } = await configuration()
      const script = 'version: 1\npages: [{ extname: only, title: Only, components: [] }]\n'
      const saved = await post(board.survey, bodyOf({ id, version, extname, scriptType, script }))
      expect(saved).toMatchObject({ status: 200, body: { scriptType, script, version: version + 1 } })
      const { body } = await root('GET', `/rest/surveys/start/${board.survey}`)
      expect(body.survey.pages).toMatchObject([{ extname: 'only' }])
      continue
    }
    const script = scriptTypeList.find(({ type }) => type === scriptType)?.example
    const saved = await post(board.survey, bodyOf({ scriptType, extname: scriptType, script }))
    expect(saved).toMatchObject({ status: 200, body: { scriptType, script, version: 1 } })
    const { id } = saved.body
    expect((await get(`details/${board.survey}/${id}`)).body).toMatchObject({ scriptType, script })
    const run = await post(`run/${board.survey}/${board.surveyId}/${id}?dryrun=true`, { interviewId })
    expect({ scriptType, ...run.body }).toMatchObject({ scriptType, returnCode: 0 })
  }
  expect((await post(board.survey, bodyOf({ scriptType: 'PYTHON' }))).status).toBe(400)
})

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('every call that answers a script answers the whole block; lists leave out text and events (SCRIPT-13)', async () => {
  const facts = { scriptType: 'GENERIC', extname: 'counts', description: 'Counts', disabled: false, updated: moment }
  const script = "function main() { host.log.info('begun'); host.log.warning('odd'); return nothing.at }"
  const next = 'function main() { return 2 }'
  const owners = [
    {
      asked: { surveyId: board.surveyId },
      owner: {
        metaInterviewExtName: board.survey,
        surveyId: board.surveyId,
        universeId: board.universeId,
        global: false,
      },
      create: `create/${board.survey}/${board.surveyId}`,
      list: `${board.survey}/${board.surveyId}`,
      matchingMetaInterviews: [],
    },
    {
      asked: { surveyId: null, universe: true },
      owner: { metaInterviewExtName: null, surveyId: null, universeId: board.universeId, global: false },
      create: `universe/details/${board.survey}`,
      list: null,
      matchingMetaInterviews: [],
    },
    {
      asked: { surveyId: null },
      owner: { metaInterviewExtName: null, surveyId: null, universeId: null, global: true },
      create: `create/${board.survey}`,
      list: `globals/${board.survey}`,
      matchingMetaInterviews: [board.survey, 'another'],
    },
  ]
  for (const { asked, owner, create, list, matchingMetaInterviews } of owners) {
    const block = { ...facts, ...owner, matchingMetaInterviews }
    const fresh = { id: 0, extname: '', description: '', matchingMetaInterviews: [], script: expect.any(String) }
    expect((await get(create)).body).toEqual({ ...block, ...fresh, events: [], version: 0 })
    const { body: saved } = await post(board.survey, bodyOf({ ...asked, script, matchingMetaInterviews }))
    const { id } = saved
    expect(saved).toEqual({ ...block, id: expect.any(Number), script, events: [], version: 1 })
    const run = await post(`run/${board.survey}/${board.surveyId}/${id}?dryrun=false`, {})
    expect(run.body.returnCode).toBe(1)
    const noted = { id: expect.any(Number), updated: moment }
    const events = [
      { ...noted, eventType: 'ERROR', message: run.body.message },
      { ...noted, eventType: 'WARNING', message: 'odd' },
      { ...noted, eventType: 'INFO', message: 'begun' },
    ]
    const details = owner.surveyId === null && !owner.global ? create : `details/${board.survey}/${id}`
    expect((await get(details)).body).toEqual({ ...block, id, script, events, version: 1 })
    const change = { ...asked, id, version: 1, script: next, disabled: true, matchingMetaInterviews }
    const again = await post(board.survey, bodyOf(change))
    expect(again.body).toEqual({ ...block, id, script: next, disabled: true, events, version: 2 })
    const rolled = await post(`rollback/${board.survey}/${id}`, { number: 1, version: 2 })
    expect(rolled.body).toEqual({ ...block, id, script, disabled: true, events, version: 3 })
    if (list === null) continue
    const { scripts } = (await get(list)).body
    const listed = scripts.filter((one: { id: number }) => one.id === id)
    const { surveyId: _, ...shown } = block
    expect(listed).toEqual([{ ...shown, id, disabled: true, errorEvents: 1 }])
  }
})
