import { afterEach, beforeEach, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { taskHandlers } from '#server/features/tasks/registry.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { subscriptionTask } from './service.ts'

// Wednesday, 10:00 in Stockholm.
const wednesday = new Date('2026-02-11T09:00:00Z')
let now = wednesday
let sink: MailSink
let server: TestApp
let engines: TaskEngine[]
let survey: { surveyId: number; extName: string }
let universeId: number
let owner: MadeUser
let token: string

const config = `
reports:
  actions: true
  named: []`

beforeEach(async () => {
  now = wednesday
  engines = []
  sink = await startMailSink()
  const env = { ...sendingTo(sink), GENSVAR_URL: 'https://feedback.example.org' }
  server = await testApp({ clock: { now: () => now }, env })
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  await db.updateTable('universe').set({ time_zone: 'Europe/Stockholm' }).where('id', '=', universeId).execute()
  survey = await createSurvey(db, universeId, { ...smallSurvey, config })
  const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: {} } })
  owner = await createUser(db, { universes: [{ universeId, roleId }] })
  token = await signIn(server.deps, owner, universeId)
  await caughtUp(server.deps.analytics, server.deps.pool)
})
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()))
  await server.close()
  await sink.close()
})

const weekly = { cadence: 'weekly', weekday: 4, monthDay: 1, hour: 7 }
const actions = { kind: 'actions', drillPath: 'root', format: 'xlsx', ...weekly }

async function ask(method: 'GET' | 'POST' | 'DELETE', what: string, payload?: object, as = token) {
  const url = `/rest/subscriptions/${what.replace(/^\w+/, (verb) => `${verb}/${survey.extName}`)}`
  const response = await server.app.inject({ method, url, headers: bearer(as), ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const subscribe = async (body: object = actions) => Number((await ask('POST', 'create', body)).body['id'])
const list = async () => (await ask('GET', 'list')).body['subscriptions'] as Record<string, unknown>[]

function work(): void {
  const engine = new TaskEngine(server.deps, taskHandlers)
  engine.start()
  engines.push(engine)
}

/** Has the schedule's task run twice at the same time. */
async function runDue(): Promise<void> {
  const ctx = programContext(server.deps, 'test')
  for (let at = 0; at < 2; at++) await write(ctx, (tx) => enqueueTask(tx, subscriptionTask, { payload: {} }))
  const open = () =>
    server.deps.db.selectFrom('task').select('id').where('state', 'not in', ['CLOSED', 'FAILED']).execute()
  await expect.poll(open, { timeout: 20_000 }).toEqual([])
}

test('a due report is made with its owner’s rights and mailed once, with a link that only they can open', async () => {
  await subscribe()
  expect(await list()).toMatchObject([{ active: true, nextAt: '2026-02-12T06:00:00.000Z', format: 'xlsx' }])
  work()
  work()
  await runDue()
  expect(sink.mails).toEqual([])
  now = new Date('2026-02-12T06:02:00Z')
  token = await signIn(server.deps, owner, universeId)
  await runDue()
  await runDue()
  expect(sink.mails.map(({ to }) => to)).toEqual([owner.username])
  const [, uuid = ''] = /reportdownload\/[^/]+\/([0-9a-f-]{36})/.exec(sink.mails[0]?.body ?? '') ?? []
  const url = `/rest/reports/download/${survey.extName}/${uuid}`
  expect((await server.app.inject({ url, headers: bearer(token) })).statusCode).toBe(200)
  const { role_id } = await server.deps.db
    .selectFrom('user_universe')
    .select('role_id')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const other = await createUser(server.deps.db, { universes: [{ universeId, roleId: role_id ?? 0 }] })
  const theirs = await signIn(server.deps, other, universeId)
  expect((await server.app.inject({ url, headers: bearer(theirs) })).statusCode).toBe(404)
  expect(await list()).toMatchObject([{ nextAt: '2026-02-19T06:00:00.000Z', lastAt: '2026-02-12T06:00:00.000Z' }])
}, 60_000)

test('it is sent now, and its address to unsubscribe pauses it', async () => {
  const id = await subscribe()
  work()
  expect((await ask('POST', `send/${id}`, {})).status).toBe(200)
  await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(1)
  const [, address = ''] =
    /<https:\/\/feedback\.example\.org(\/unsubscribe\/[^>]+)>/.exec(
      sink.mails[0]?.headers.get('list-unsubscribe') ?? '',
    ) ?? []
  expect((await server.app.inject({ method: 'POST', url: address })).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ id, active: false, nextAt: null }])
  expect((await ask('POST', `send/${id}`, {})).status).toBe(409)
}, 60_000)

test('a report that the survey no longer offers, and an owner who left, pause it and say why', async () => {
  const id = await subscribe()
  const { db } = server.deps
  await db
    .updateTable('subscription')
    .set({ kind: 'named', asked: JSON.stringify({ drillPath: 'root', format: 'xlsx', report: 'gone' }) })
    .execute()
  now = new Date('2026-02-12T06:02:00Z')
  token = await signIn(server.deps, owner, universeId)
  work()
  await runDue()
  expect(await list()).toMatchObject([{ id, active: false, reason: 'This survey has no report named "gone".' }])
  await db.updateTable('subscription').set({ active: true }).execute()
  await db.deleteFrom('user_universe').where('user_id', '=', owner.id).execute()
  await runDue()
  const rows = await db.selectFrom('subscription').select(['active', 'reason']).execute()
  expect(rows).toMatchObject([{ active: false }])
  expect(rows[0]?.reason?.text).toContain('may no longer work in this organisation')
  expect(sink.mails).toEqual([])
}, 60_000)

test('others neither see nor change it, a stale version is refused, and formats are those of the report', async () => {
  const id = await subscribe()
  const foreign = await createUniverse(server.deps.db)
  const away = await createSurvey(server.deps.db, foreign.id, smallSurvey)
  const roleId = await createRole(server.deps.db, foreign.id, { surveys: { [away.surveyId]: {} } })
  const stranger = await createUser(server.deps.db, { universes: [{ universeId: foreign.id, roleId }] })
  const theirs = await signIn(server.deps, stranger, foreign.id)
  const save = { ...weekly, active: false, version: 1 }
  expect((await ask('POST', `save/${id}`, save, theirs)).status).toBe(404)
  expect((await ask('POST', `send/${id}`, {}, theirs)).status).toBe(404)
  expect((await ask('DELETE', `delete/${id}`, undefined, theirs)).status).toBe(404)
  expect((await ask('POST', `save/${id}`, save)).body).toEqual({ version: 2 })
  expect((await ask('POST', `save/${id}`, save)).status).toBe(409)
  expect((await ask('POST', 'create', { ...actions, format: 'pdf' })).status).toBe(400)
  expect((await ask('POST', 'create', { ...actions, kind: 'named', report: 'gone' })).status).toBe(404)
  expect((await ask('DELETE', `delete/${id}`)).status).toBe(200)
  expect(await list()).toEqual([])
})

test('the next three dates are shown in the time zone', async () => {
  const { body } = await ask('GET', 'dates?cadence=workdays&hour=7')
  expect(body).toEqual({
    dates: ['2026-02-12T06:00:00.000Z', '2026-02-13T06:00:00.000Z', '2026-02-16T06:00:00.000Z'],
    timeZone: 'Europe/Stockholm',
  })
})
