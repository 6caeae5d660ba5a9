import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import { taskHandlers } from '#server/features/tasks/registry.ts'
import { cleanUpTask } from '#server/features/tasks/types/clean-up.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createTask,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser, TestUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { reportCaller } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'

let now = new Date('2026-02-10T12:00:00Z')
let server: TestApp
let universeId: number
let survey: { surveyId: number; extName: string; responseIds: number[] }
let role: number
let engine: TaskEngine | null = null

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  survey = await createSurvey(db, universeId, smallSurvey)
  await caughtUp(server.deps.analytics, server.deps.pool)
})
beforeEach(async () => {
  now = new Date('2026-02-10T12:00:00Z')
  await engine?.stop()
  engine = null
  for (const table of ['task', 'report', 'stored_file'] as const) await server.deps.db.deleteFrom(table).execute()
  role = await createRole(server.deps.db, universeId, { surveys: { [survey.surveyId]: { canViewSamples: true } } })
})
afterAll(async () => {
  await engine?.stop()
  await server.close()
})

const board = () => ({ app: server.app, survey: survey.extName, deps: server.deps })

function work(): void {
  engine = new TaskEngine(server.deps, taskHandlers)
  engine.start()
}

async function user(
  more: Omit<TestUser, 'universes'> & object = {},
  place: object = {},
): Promise<MadeUser & { caller: ReportCaller }> {
  const made = await createUser(server.deps.db, { ...more, universes: [{ universeId, roleId: role, ...place }] })
  return { ...made, caller: reportCaller(board(), await signIn(server.deps, made, universeId)) }
}

async function acting(as: MadeUser, actor: MadeUser): Promise<ReportCaller> {
  const { token } = await startSession(server.deps, { userId: as.id, universeId, actorUserId: actor.id })
  return reportCaller(board(), token)
}

/** A finished report of a user. */
async function finished(caller: ReportCaller, path = 'interviews/root'): Promise<string> {
  const { body } = await caller.create(path, {})
  if (!engine) work()
  expect(await caller.ended(body.taskUUID)).toMatchObject({ status: 'FINISHED' })
  return body.taskUUID
}

const taskOf = async (uuid: string) =>
  server.deps.db
    .selectFrom('report')
    .innerJoin('task', 'task.id', 'report.task_id')
    .selectAll('task')
    .where('report.uuid', '=', uuid)
    .executeTakeFirstOrThrow()

describe('a report is its owner’s', () => {
  test('and nobody else’s: not root’s, nor an administrator’s, nor of whoever acts as them', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller)
    const admin = await user({}, { admin: true, actAs: true })
    const root = await createUser(server.deps.db, { isRoot: true })
    const others = [
      (await user()).caller,
      admin.caller,
      reportCaller(board(), await signIn(server.deps, root, universeId)),
      await acting(owner, admin),
    ]
    for (const other of others) {
      expect((await other.call('GET', `status/${survey.extName}/${uuid}`)).status).toBe(404)
      expect((await other.download(uuid)).status).toBe(404)
      expect((await other.call('DELETE', `delete/${survey.extName}/${uuid}`)).status).toBe(404)
      expect((await other.call('GET', `list/${survey.extName}`)).body.reports).toEqual([])
    }
    expect((await owner.caller.download(uuid)).status).toBe(200)
  })

  test('in a session in which somebody acts as another, of these two alone', async () => {
    const target = await user()
    const actor = await user({}, { admin: true, actAs: true, filters: { country: ['Norway'] } })
    const both = await acting(target, actor)
    const uuid = await finished(both)
    const [sheet] = await both.sheets('interviews/root', { columns: ['rating'] })
    // What both may see.
    expect(sheet?.rows).toEqual([['rating'], [1], [1]])
    expect((await both.download(uuid)).status).toBe(200)
    expect((await target.caller.download(uuid)).status).toBe(404)
    expect((await (await acting(target, await user({}, { admin: true, actAs: true }))).download(uuid)).status).toBe(404)
  })

  test('and opened by the uuid of its task with a ticket, once, by the browser itself (REPORT-13)', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller)
    const url = `/rest/reports/download/${survey.extName}/${uuid}`
    const headers = bearer(owner.caller.token)
    const asked = { method: 'POST', url: '/rest/authentication/ticket', headers, payload: { path: url } } as const
    const { ticket } = (await server.app.inject(asked)).json<{ ticket: string }>()
    expect((await server.app.inject({ url })).statusCode).toBe(401)
    expect((await server.app.inject({ url: `${url}?token=${ticket}` })).statusCode).toBe(200)
    expect((await server.app.inject({ url: `${url}?token=${ticket}` })).statusCode).toBe(401)
  })
})

describe('rights are those of now', () => {
  test('a report is made with the rights that its owner has when it is made', async () => {
    const owner = await user({}, { filters: { country: ['Sweden'] } })
    const { body } = await owner.caller.create('interviews/root', { columns: ['rating'] })
    await server.deps.db
      .updateTable('user_filter')
      .set({ values: ['Norway'] })
      .where('user_id', '=', owner.id)
      .execute()
    work()
    await owner.caller.ended(body.taskUUID)
    const { bytes } = await owner.caller.download(body.taskUUID)
    const [sheet] = (await readXlsx(bytes)).sheets
    expect(sheet?.rows).toEqual([['rating'], [1], [1]])
  })

  test('without them it fails in words, and at once', async () => {
    const owner = await user()
    const { body } = await owner.caller.create('samples/root', {})
    await server.deps.db.updateTable('role_survey').set({ rights: '{}' }).where('role_id', '=', role).execute()
    work()
    expect(await owner.caller.ended(body.taskUUID)).toMatchObject({
      status: 'FAILED',
      reason: 'Your role may not open samples of this survey.',
    })
    expect(await taskOf(body.taskUUID)).toMatchObject({ attempt: 1 })
  })

  test('a file made with other rights is not handed out', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller)
    await server.deps.db
      .insertInto('user_filter')
      .values({ user_id: owner.id, universe_id: universeId, variable: 'country', values: ['Norway'] })
      .execute()
    const { status, bytes } = await owner.caller.download(uuid)
    expect(status).toBe(403)
    const reason = 'Your rights have changed since this report was made. Create it again.'
    expect(bytes.toString()).toContain(reason)
    // Before the browser opens a tab that could only show the error.
    const told = { status: 'FAILED', reason, size: null }
    expect((await owner.caller.call('GET', `status/${survey.extName}/${uuid}`)).body).toMatchObject(told)
    expect((await owner.caller.call('GET', `list/${survey.extName}`)).body.reports).toMatchObject([told])
  })

  test('nor one of samples to a role that may no longer open them', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller, 'samples/root')
    await server.deps.db.updateTable('role_survey').set({ rights: '{}' }).where('role_id', '=', role).execute()
    expect((await owner.caller.download(uuid)).status).toBe(403)
  })
})

describe('the status of a report', () => {
  test('is its place in the queue: the tasks of its organisation that are taken before it', async () => {
    const owner = await user()
    const { db } = server.deps
    const elsewhere = (await createUniverse(db)).id
    await createTask(db, elsewhere, { created: new Date('2026-02-01') })
    await createTask(db, universeId, { created: new Date('2026-02-10T11:00:00Z') })
    await createTask(db, universeId, { created: new Date('2026-02-10T11:00:00Z'), priority: 9 })
    await createTask(db, universeId, { scheduled: new Date('2026-02-11') })
    const first = (await owner.caller.create('ranking/root')).body.taskUUID
    const second = (await owner.caller.create('ranking/root')).body.taskUUID
    const statusOf = async (uuid: string) => (await owner.caller.call('GET', `status/${survey.extName}/${uuid}`)).body
    expect(await statusOf(first)).toMatchObject({ status: 'QUEUED', position: 1, expires: null, size: null })
    expect(await statusOf(second)).toMatchObject({ status: 'QUEUED', position: 2 })
    await db
      .updateTable('task')
      .set({ state: 'PROCESSING', progress: JSON.stringify({ done: 5, total: 9, words: null }) })
      .where('id', '=', (await taskOf(first)).id)
      .execute()
    expect(await statusOf(first)).toMatchObject({ status: 'PROCESSING', position: 0, progress: { done: 5, total: 9 } })
    expect(await statusOf(second)).toMatchObject({ position: 1 })
  })

  test('says when its file is removed, and that it was', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller)
    const statusOf = async () => (await owner.caller.call('GET', `status/${survey.extName}/${uuid}`)).body
    expect(await statusOf()).toMatchObject({ expires: '2026-02-17T12:00:00.000Z', isDownloaded: false })
    now = new Date('2026-02-17T12:00:00Z')
    const token = await signIn(server.deps, owner, universeId)
    const later = reportCaller(board(), token)
    expect((await later.call('GET', `status/${survey.extName}/${uuid}`)).body).toMatchObject({
      status: 'FAILED',
      expires: null,
      reason: 'The file was removed, because its time was over. Create the report again.',
    })
    expect(await later.download(uuid)).toMatchObject({ status: 404 })
    expect((await later.call('GET', `list/${survey.extName}`)).body.reports).toEqual([])
    const of = { universeId: null, surveyId: null, ownerId: null, key: null, isLastAttempt: false }
    const task = { ...of, id: 1, payload: {}, done: 0 }
    const ctx = programContext(server.deps, 'CLEAN_UP')
    await cleanUpTask.handle({ ...task, ctx }, new AbortController().signal, () => {})
    expect(await server.deps.db.selectFrom('stored_file').select('id').execute()).toEqual([])
    expect(await later.download(uuid)).toMatchObject({ status: 404 })
  })

  test('says that its task was deleted, or stopped by root', async () => {
    const owner = await user()
    const deleted = (await owner.caller.create('ranking/root')).body.taskUUID
    const stopped = (await owner.caller.create('ranking/root')).body.taskUUID
    const root = await createUser(server.deps.db, { isRoot: true, username: 'rooot' })
    const headers = bearer(await signIn(server.deps, root, universeId))
    await server.app.inject({ method: 'DELETE', url: `/rest/tasks/delete/${(await taskOf(deleted)).id}`, headers })
    const url = `/rest/tasks/assignstate/${(await taskOf(stopped)).id}`
    await server.app.inject({ method: 'POST', url, headers, payload: { state: 'FAILED' } })
    const statusOf = async (uuid: string) => (await owner.caller.call('GET', `status/${survey.extName}/${uuid}`)).body
    expect(await statusOf(deleted)).toMatchObject({
      status: 'FAILED',
      reason: 'An administrator deleted the task that was to make this report.',
    })
    expect(await statusOf(stopped)).toMatchObject({ status: 'FAILED', reason: 'Cancelled by rooot.' })
  })

  test('remembers that its owner waited and that they opened it', async () => {
    const owner = await user()
    const uuid = await finished(owner.caller)
    for (const call of ['downloadinitiated', 'downloadcompleted'])
      expect(await owner.caller.call('POST', `${call}/${survey.extName}/${uuid}`, {})).toMatchObject({ status: 200 })
    expect((await owner.caller.call('GET', `status/${survey.extName}/${uuid}`)).body.isDownloaded).toBe(true)
  })
})

describe('a report is removed', () => {
  test('by its owner, with its file; one that waits or runs is cancelled', async () => {
    const owner = await user()
    const waiting = (await owner.caller.create('ranking/root')).body.taskUUID
    const { id } = await taskOf(waiting)
    expect((await owner.caller.call('DELETE', `delete/${survey.extName}/${waiting}`)).status).toBe(200)
    const task = await server.deps.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(task).toMatchObject({ state: 'FAILED', reason: { text: expect.stringContaining('Cancelled by') } })
    const uuid = await finished(owner.caller)
    await owner.caller.call('DELETE', `delete/${survey.extName}/${uuid}`)
    expect((await owner.caller.download(uuid)).status).toBe(404)
    expect(await server.deps.db.selectFrom('stored_file').select('id').execute()).toEqual([])
  })

  test('as a file of single respondents, when answers of its survey are erased', async () => {
    const owner = await user()
    const cases = await finished(owner.caller, 'interviews/root')
    const figures = await finished(owner.caller, 'ranking/country=Sweden')
    await write(programContext(server.deps, 'test'), (tx) => removeCaseFiles(tx, survey.surveyId))
    expect((await owner.caller.call('GET', `status/${survey.extName}/${cases}`)).body).toMatchObject({
      status: 'FAILED',
      reason: 'The file was removed, because answers in it were erased. Create the report again.',
    })
    expect((await owner.caller.download(figures)).status).toBe(200)
  })
})

test('a second run of a task replaces the file of the first', async () => {
  const owner = await user()
  const uuid = await finished(owner.caller)
  const before = await server.deps.db.selectFrom('stored_file').select('id').execute()
  const { id } = await taskOf(uuid)
  await server.deps.db.updateTable('task').set({ state: 'OPEN', finished: null }).where('id', '=', id).execute()
  engine?.wake()
  await expect.poll(async () => (await taskOf(uuid)).state).toBe('CLOSED')
  const after = await server.deps.db.selectFrom('stored_file').select('id').execute()
  expect(after).toHaveLength(before.length)
  expect(after).not.toEqual(before)
  expect((await owner.caller.download(uuid)).status).toBe(200)
})
