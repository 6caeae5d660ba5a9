import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskStates } from '@gensvar/contract/entities/tasks'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import { taskTypes } from '@gensvar/contract/task-types'
import * as taskRoutes from '@gensvar/contract/tasks'
import type { TaskDetails } from '@gensvar/contract/tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import {
  createRole,
  createSurvey,
  createTask,
  createUniverse,
  createUser,
  bearer,
  signIn,
} from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { taskHandlers } from './registry.ts'
import { cleanUpTask } from './types/clean-up.ts'

let server: TestApp
let token: string
let universe: { id: number; name: string }
let foreign: { id: number; name: string }
let root: { id: number; username: string }

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  universe = await createUniverse(db)
  foreign = await createUniverse(db)
  const user = await createUser(db, { isRoot: true })
  root = user
  token = await signIn(server.deps, user, universe.id)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('task').execute()
})

async function request(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, language = 'en') {
  const headers = { ...bearer(token), 'accept-language': language }
  const answer = await server.app.inject({ method, url: `/rest/tasks/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}

async function list(query = ''): Promise<{ rows: TaskDetails[]; total: number }> {
  const { status, body } = await request('GET', `list?${query}`)
  expect(status).toBe(200)
  return body
}

const ids = async (query = '') => (await list(query)).rows.map(({ id }) => id)
const add = (values: Parameters<typeof createTask>[2] = {}, of: number | null = universe.id) =>
  createTask(server.deps.db, of, values)
const words = (text: string) => JSON.stringify({ text, template: text, values: [] })

describe('the list', () => {
  test('shows the tasks of the organisation and of the installation, newest first, and no others', async () => {
    const own = await add()
    await add({}, foreign.id)
    const installation = await add({ type: 'CLEAN_UP' }, null)
    expect(await ids()).toEqual([installation, own])
    expect((await list()).total).toBe(2)
  })

  test('gives every field of the task, and one task is fetched alike (TASK-04) (TASK-06)', async () => {
    const at = new Date('2026-03-02T08:15:00Z')
    const { surveyId, extName } = await createSurvey(server.deps.db, universe.id)
    const id = await add({
      type: 'RANKING_REPORT',
      state: 'FAILED',
      priority: 3,
      created: at,
      updated: new Date('2026-03-02T08:16:00Z'),
      scheduled: at,
      description: words('Ranking of Sweden'),
      reason: words('The survey was removed'),
      survey_id: surveyId,
      owner_id: root.id,
      attempt: 3,
      progress: JSON.stringify({ done: 5, total: 10, words: null }),
    })
    const task = {
      id,
      type: 'RANKING_REPORT',
      state: 'FAILED',
      priority: 3,
      created: '2026-03-02T08:15:00.000Z',
      updated: '2026-03-02T08:16:00.000Z',
      scheduled: '2026-03-02T08:15:00.000Z',
      reason: 'The survey was removed',
      description: 'Ranking of Sweden',
      title: 'Ranking',
      survey: extName,
      owner: root.username,
      attempt: 3,
      progress: { done: 5, total: 10, text: '' },
    }
    expect((await list()).rows).toEqual([task])
    expect(await request('GET', `get/${id}`)).toEqual({ status: 200, body: task })
    expect(await ids(`survey=${extName}`)).toEqual([id])
  })

  test('is filtered by state, type, survey and text, and says its words in the language of the reader', async () => {
    const { extName } = await createSurvey(server.deps.db, universe.id)
    const paused = await add({ state: 'PAUSED' })
    const mail = await add({ type: 'MAIL_MERGE', description: words('Spring letter') })
    expect(await ids('state=PAUSED')).toEqual([paused])
    expect(await ids('type=MAIL_MERGE')).toEqual([mail])
    expect(await ids('filter=spring')).toEqual([mail])
    expect(await ids('filter=mail_m')).toEqual([mail])
    expect(await ids(`filter=${paused}`)).toEqual([paused])
    expect(await ids(`survey=${extName}`)).toEqual([])
    expect((await request('GET', 'list?survey=gone')).status).toBe(404)
    expect((await request('GET', 'list?state=DONE')).body).toMatchObject({ code: 'validation' })
    const { body } = await request('GET', 'list', undefined, 'sv')
    expect(body.rows[0].title).toBe('Brev')
    expect(body.rows[1].title).toBe('Test av jobb')
    expect(body.types).toContainEqual({ type: 'TEST', title: 'Test av jobb' })
  })

  test('is sorted and paged without overlaps', async () => {
    const [a, b, c] = [await add({ priority: 2 }), await add({ priority: 1 }), await add({ priority: 2 })]
    expect(await ids('sortVar=priority')).toEqual([b, a, c])
    expect(await ids('sortVar=priority&sortDesc=true')).toEqual([c, a, b])
    expect(await ids('sortVar=priority&rowFrom=1&rowTo=2')).toEqual([a])
    expect(await ids('sortVar=scheduled')).toEqual([a, b, c])
    expect((await request('GET', 'list?sortVar=payload')).body.fields).toHaveProperty('sortVar')
  })
})

describe('states', () => {
  const stateOf = async (id: number) => (await request('GET', `get/${id}`)).body.state as TaskState

  test('are these six, and no others (TASK-02)', async () => {
    const states = ['OPEN', 'PROCESSING', 'CLOSED', 'FAILED', 'RETRY', 'PAUSED'] as const
    expect(taskStates).toEqual(states)
    const made = await Promise.all(states.map(async (state) => [await add({ state }), state] as const))
    for (const [id, state] of made) {
      expect(await stateOf(id)).toBe(state)
      expect(await ids(`state=${state}`)).toEqual([id])
    }
    const id = await add()
    const refused = await request('POST', `assignstate/${id}`, { state: 'DONE' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation', fields: { state: expect.any(String) } } })
    await expect(add({ state: 'DONE' as 'OPEN' })).rejects.toThrow(/check constraint/)
    expect(await stateOf(id)).toBe('OPEN')
  })

  test.each(taskStates)('%s is assigned to one task and to a selection (TASK-03) (TASK-09)', async (state) => {
    const [one, two, other] = [
      await add(),
      await add({ state: 'FAILED', finished: new Date() }),
      await add({}, foreign.id),
    ]
    const engine = new TaskEngine(server.deps, taskHandlers, { finishTime: 0 })
    // To be processed means to be claimed by a server; the others are as assigned.
    if (state === 'PROCESSING') {
      const payload = '{"steps":100,"stepMs":50}'
      await server.deps.db.updateTable('task').set({ payload }).execute()
      await server.deps.db.updateTable('task').set({ state: 'PAUSED' }).where('id', '=', other).execute()
      engine.start()
    }
    expect((await request('POST', `assignstate/${one}`, { state })).status).toBe(200)
    await expect.poll(() => stateOf(one)).toBe(state)
    const answer = await request('POST', 'assignstateselected', { ids: [one, two, other], state })
    expect(answer).toEqual({ status: 200, body: { count: 2 } })
    for (const id of [one, two]) await expect.poll(() => stateOf(id)).toBe(state)
    await engine.stop()
    const untouched = await server.deps.db.selectFrom('task').select('state').where('id', '=', other).execute()
    expect(untouched).toEqual([{ state: state === 'PROCESSING' ? 'PAUSED' : 'OPEN' }])
  })

  test('paused and failed ones say who did it', async () => {
    const id = await add()
    const paused = await request('POST', `assignstate/${id}`, { state: 'PAUSED' })
    expect(paused.body).toMatchObject({ state: 'PAUSED', reason: `Paused by ${root.username}.` })
    const failed = await request('POST', `assignstate/${id}`, { state: 'FAILED' })
    expect(failed.body).toMatchObject({ state: 'FAILED', reason: `Cancelled by ${root.username}.` })
    const open = await request('POST', `assignstate/${id}`, { state: 'OPEN' })
    expect(open.body).toMatchObject({ state: 'OPEN', reason: '' })
  })

  test('processing moves a task before all others, whatever it waited for, and it is processed (TASK-07)', async () => {
    const later = new Date(Date.now() + 3_600_000)
    const payload = '{"steps":1,"stepMs":1}'
    const id = await add({ state: 'RETRY', attempt: 2, scheduled: later, reason: words('Broken'), payload })
    const waiting = await add({ state: 'RETRY', scheduled: later, payload })
    const answer = await request('POST', `process/${id}`)
    expect(answer.body).toMatchObject({ state: 'OPEN', priority: 0, scheduled: null, reason: '', attempt: 0 })
    const engine = new TaskEngine(server.deps, taskHandlers)
    engine.start()
    await expect.poll(() => stateOf(id)).toBe('CLOSED')
    await engine.stop()
    expect(await stateOf(waiting)).toBe('RETRY')
  })

  test('processing leaves a running task alone', async () => {
    const run = { state: 'PROCESSING', run_token: crypto.randomUUID(), attempt: 1 } as const
    const id = await add(run)
    expect((await request('POST', `process/${id}`)).body).toMatchObject({ state: 'PROCESSING', attempt: 1 })
    const stored = await server.deps.db.selectFrom('task').selectAll().where('id', '=', id).execute()
    expect(stored).toMatchObject([run])
  })

  test('a finished task can be reopened beside one with its key', async () => {
    const done = await add({ state: 'CLOSED', dedupe_key: 'k', progress: '{"done":5,"total":5,"words":null}' })
    await add({ dedupe_key: 'k' })
    expect((await request('POST', `assignstate/${done}`, { state: 'OPEN' })).body).toMatchObject({
      state: 'OPEN',
      progress: null,
    })
  })
})

describe('deleting', () => {
  test('removes one task, or the selected ones of the organisation (TASK-08) (TASK-10)', async () => {
    const [one, two, three, other] = [await add(), await add(), await add(), await add({}, foreign.id)]
    expect(await request('DELETE', `delete/${one}`)).toEqual({ status: 200, body: { ok: true } })
    expect((await request('DELETE', `delete/${one}`)).status).toBe(404)
    expect((await request('DELETE', `delete/${other}`)).status).toBe(404)
    const answer = await request('POST', 'deleteselected', { ids: [one, two, other] })
    expect(answer.body).toEqual({ count: 1 })
    expect(await ids()).toEqual([three])
  })
})

test('every type that the requirements name is there; each is processed, or stands with the deviations (TASK-05)', async () => {
  const named =
    'ANONYMIZE_DATA AUTOFLOWS_EVENT BULK_MAIL TEST SAMPLES_REPORT CORE_REPORT ALERTS_REPORT ACTIONS_REPORT ' +
    'RANKING_REPORT INTERVIEWS_REPORT OVERVIEW_REPORT STATUS_MAIL ALERT_MAIL NOTIFICATION_MAIL ACTION_MAIL MAIL_MERGE ' +
    'RANKINGLIST_REPORT IMPORT_INTERVIEWS'
  // Of these it tells the kind alone.
  const kinds =
    'SURVEY_TOOL_CONTACT SURVEY_TOOL_BACKUP SURVEY_TOOL_COMPLETE MAIL_PROVIDER_BACKUP GATEWAY_WEBHOOK MAIL_PROVIDER_WEBHOOK'
  expect(taskTypes).toEqual(expect.arrayContaining([...named.split(' '), ...kinds.split(' ')]))
  expect(taskTypes.filter((type) => type.startsWith('INTEGRATION_')).length).toBeGreaterThan(1)
  const processed = taskHandlers.map(({ type }) => type)
  expect(new Set(processed).size).toBe(processed.length)
  const deviations = await readFile(join(import.meta.dirname, '../../../../docs/deviations.tsv'), 'utf8')
  const told = /^TASK-05\t(.*)\t/m.exec(deviations)?.[1] ?? ''
  const unprocessed = told.match(/[A-Z]+(?:_[A-Z]+)+/g) ?? []
  expect([...processed, ...unprocessed].toSorted()).toEqual([...taskTypes].toSorted())
})

test('every call of tasks is for root alone (SEC-02g)', async () => {
  const { deps, app } = server
  const roleId = await createRole(deps.db, universe.id)
  const administrator = await createUser(deps.db, { universes: [{ universeId: universe.id, roleId, admin: true }] })
  const theirs = bearer(await signIn(deps, administrator, universe.id))
  const task = await add({ state: 'FAILED' })
  const routes = Object.values(taskRoutes).filter((one) => typeof one === 'object' && 'permission' in one)
  expect(routes.length).toBeGreaterThanOrEqual(8)
  for (const { method, path } of routes) {
    const url = path.replaceAll(/\{\w+\}/g, String(task))
    const answer = await app.inject({ method, url, headers: theirs, ...(method === 'POST' && { payload: {} }) })
    expect(answer.statusCode, `${method} ${url}`).toBe(403)
  }
  expect(await ids()).toEqual([task])
})

test('a test task is created by root and processed, with its progress', async () => {
  const { body } = await request('POST', 'test', { steps: 3, stepMs: 1 })
  expect(body).toMatchObject({ state: 'OPEN', owner: root.username, description: 'Waits 3 times', title: 'Task test' })
  const engine = new TaskEngine(server.deps, taskHandlers)
  engine.start()
  const task = async () => (await request('GET', `get/${body.id}`)).body
  await expect.poll(task).toMatchObject({ state: 'CLOSED', progress: { done: 3, total: 3 } })
  const failing = (await request('POST', 'test', { steps: 0, stepMs: 0, fail: true })).body
  await expect
    .poll(async () => (await request('GET', `get/${failing.id}`)).body)
    .toMatchObject({ state: 'RETRY', reason: 'This test was asked to fail.' })
  await engine.stop()
})

test('the clean-up removes what has expired, and tasks that finished thirty days ago', async () => {
  const { db } = server.deps
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const old = await add({ state: 'CLOSED', finished: days(-31) })
  const kept = [await add({ state: 'FAILED', finished: days(-29) }), await add({ created: days(-90) })]
  const session = { user_id: root.id, universe_id: universe.id }
  await db
    .insertInto('session')
    .values({ ...session, token_hash: 'old', expires_at: days(-1) })
    .execute()
  const code = { purpose: 'ticket', payload: '{}' }
  await db
    .insertInto('one_time_code')
    .values({ ...code, code_hash: 'old', expires_at: days(-2) })
    .execute()
  await db
    .insertInto('one_time_code')
    .values({ ...code, code_hash: 'new', expires_at: days(1) })
    .execute()
  await db
    .insertInto('oidc_model')
    .values({ model: 'Session', id: 'old', payload: '{}', expires_at: days(-1) })
    .execute()
  const engine = new TaskEngine(server.deps, [cleanUpTask])
  const cleanUp = await add({ type: 'CLEAN_UP', description: words('') }, null)
  engine.start()
  const task = () => db.selectFrom('task').selectAll().where('id', '=', cleanUp).executeTakeFirstOrThrow()
  await expect.poll(task).toMatchObject({ state: 'CLOSED', result: { sessions: 1, codes: 1, signIns: 1, tasks: 1 } })
  await engine.stop()
  expect(await ids()).toEqual([cleanUp, ...kept.toReversed()])
  expect(await ids()).not.toContain(old)
  // The session of this test is still there.
  expect((await db.selectFrom('one_time_code').select('code_hash').execute()).map((row) => row.code_hash)).toEqual([
    'new',
  ])
})
