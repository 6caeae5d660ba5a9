import { noticeEvents } from '@gensvar/contract/entities/notices'
import { listMails } from '@gensvar/contract/notices'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { choicesOf, storeChoices } from '#server/domain/notices/choices.ts'
import { writeNoticeMails } from '#server/domain/notices/mail-notices.ts'
import { sendMails } from '#server/domain/notices/send-mails.ts'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import { claimMail } from '#server/platform/mail/mail-queue.ts'
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
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { noticeTasks } from './service.ts'

// Wednesday, 10:00 in Stockholm.
const wednesday = new Date('2026-02-11T09:00:00Z')
let now = wednesday
let sink: MailSink
let server: TestApp
let ctx: Ctx

beforeEach(async () => {
  now = wednesday
  sink = await startMailSink()
  const env = { ...sendingTo(sink), GENSVAR_URL: 'https://feedback.example.org' }
  server = await testApp({ clock: { now: () => now }, env })
  ctx = programContext(server.deps, 'test')
})
afterEach(async () => {
  await server.close()
  await sink.close()
})

const config = `
alerts: [{ extname: unhappy, title: { en: Unhappy <b>, sv: Missnöjd }, when: rating <= 2 }]`

/** A survey whose alerts in Sweden are owned by `owner`; nothing is raised yet. */
async function survey(user: { locale?: string } = {}): Promise<MadeSurvey & { owner: MadeUser }> {
  const { db } = server.deps
  const universe = await createUniverse(db, { title: 'Acme' })
  await db.updateTable('universe').set({ time_zone: 'Europe/Stockholm' }).where('id', '=', universe.id).execute()
  const made = await createSurvey(db, universe.id, { ...smallSurvey, config })
  const roleId = await createRole(db, universe.id, { surveys: { [made.surveyId]: { canHandleAlerts: true } } })
  const owner = await createUser(db, {
    universes: [{ universeId: universe.id, roleId, filters: { country: ['Sweden'] } }],
  })
  await db
    .updateTable('user_universe')
    .set({ locale: user.locale ?? 'en' })
    .where('user_id', '=', owner.id)
    .execute()
  await db
    .updateTable('unit')
    .set({ owner_user_id: owner.id })
    .where('universe_id', '=', universe.id)
    .where('ext_name', '=', 'Sweden')
    .execute()
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
  return { ...made, owner }
}

const raise = (made: MadeSurvey): Promise<number> =>
  write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), made.responseIds))

const ever = new AbortController().signal
const writeMails = (): Promise<number> => writeNoticeMails(ctx, ever)
const send = (): Promise<number> => sendMails(server.deps, ever)
const mails = () => server.deps.db.selectFrom('mail').selectAll().orderBy('id').execute()
const states = async () => (await mails()).map(({ state }) => state)

async function choose(user: MadeUser, more: Partial<Awaited<ReturnType<typeof choicesOf>>>): Promise<void> {
  await write(ctx, async (tx) => storeChoices(tx, user.id, { ...(await choicesOf(tx.db, user.id)), ...more }))
}

async function moveToNorway({ owner }: { owner: MadeUser }): Promise<void> {
  await server.deps.db
    .updateTable('user_filter')
    .set({ values: ['Norway'] })
    .where('user_id', '=', owner.id)
    .execute()
}

test('an alert is mailed at once by a task, in the language of its owner, once', async () => {
  const made = await survey({ locale: 'sv' })
  await raise(made)
  const engine = new TaskEngine(server.deps, noticeTasks)
  engine.start()
  await expect.poll(() => sink.mails.length).toBe(1)
  await expect.poll(states).toEqual(['SENT'])
  await engine.stop()
  expect(await writeMails()).toBe(0)
  expect(await send()).toBe(0)
  const [mail] = sink.mails
  const { id } = await server.deps.db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const address = `https://feedback.example.org/alert/${made.extName}/${id}`
  expect(mail?.to).toBe(made.owner.username)
  expect(mail?.headers.get('subject')).toMatch(/^=\?UTF-8\?/)
  expect(mail?.body).toContain('Nytt larm: Missnöjd')
  expect(mail?.body).toContain('Sweden, Stockholm')
  expect(mail?.body).toContain(address)
  expect(mail?.body).toContain(`<a href="${address}">`)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('what a configuration says is no markup in a mail', async () => {
  await raise(await survey({ locale: 'en' }))
  await writeMails()
  const [mail] = await mails()
  expect(mail?.html).toContain('Unhappy &lt;b&gt;')
  expect(mail?.text).toContain('New alert: Unhappy <b>')
})

test('one click ends the mails of an event, without signing in; opening the address does not', async () => {
  const made = await survey()
  await raise(made)
  await writeMails()
  await send()
  const header = sink.mails[0]?.headers.get('list-unsubscribe') ?? ''
  const { pathname } = new URL(header.slice(1, -1))
  const page = await server.app.inject({ method: 'GET', url: pathname })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<button')
  const wanted = async () => (await choicesOf(server.deps.db, made.owner.id)).events.filter(({ mail }) => mail)
  expect((await wanted()).map(({ event }) => event)).toContain('alert-raised')
  const click = {
    method: 'POST' as const,
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  }
  for (let time = 0; time < 2; time++) expect((await server.app.inject(click)).statusCode).toBe(200)
  expect((await wanted()).map(({ event }) => event)).toEqual([
    'alert-assigned',
    'alert-escalated',
    'alert-reminder',
    'mention',
    'action-assigned',
    'report-subscribed',
    'webhook-paused',
    'backup-failed',
  ])
  for (const url of ['/unsubscribe/nothing', `${pathname}x`])
    expect((await server.app.inject({ ...click, url })).statusCode).toBe(404)
  // Neither the table of mails nor the database holds the secret.
  const secret = pathname.split('/').at(-1) ?? ''
  const root = await createUser(server.deps.db, { isRoot: true })
  const headers = bearer(await signIn(server.deps, root, made.universeId))
  const listed = await server.app.inject({ method: 'GET', url: listMails.path, headers })
  expect(listed.statusCode).toBe(200)
  expect(listMails.response.parse(listed.json())).toMatchObject({
    total: 1,
    counts: { PENDING: 0, SENDING: 0, SENT: 1, FAILED: 0, UNKNOWN: 0 },
    sendsMail: true,
  })
  expect(listed.body).not.toContain(secret)
  expect(
    JSON.stringify([await mails(), await server.deps.db.selectFrom('unsubscribe').selectAll().execute()]),
  ).not.toContain(secret)
})

test('digests and quiet hours are kept in the reader’s time zone, and a digest holds everything once', async () => {
  const made = await survey()
  await choose(made.owner, { pace: 'daily', digestAt: '08:00', timeZone: 'Asia/Tokyo' })
  await raise(made)
  const { id } = await server.deps.db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const model = { id: made.surveyId, universeId: made.universeId }
  const told = { event: 'mention', kind: 'alert' } as const
  await write(ctx, (tx) => tellUsers(tx, model, told, [{ userId: made.owner.id, objectId: id, occurrence: 'a' }]))
  // No task was made to mail it at once.
  expect(await server.deps.db.selectFrom('task').select('type').execute()).toEqual([])
  now = new Date('2026-02-11T22:59:00Z')
  expect(await writeMails()).toBe(0)
  now = new Date('2026-02-11T23:00:00Z')
  await choose(made.owner, { quietFrom: '07:00', quietTo: '09:30' })
  expect(await writeMails()).toBe(0)
  now = new Date('2026-02-12T00:30:00Z')
  expect(await writeMails()).toBe(1)
  expect(await writeMails()).toBe(0)
  const [mail] = await mails()
  expect(mail?.subject).toBe('2 notices: Acme')
  expect(mail?.text.match(/You were mentioned/g)).toHaveLength(1)
  expect(mail?.text.match(/New alert/g)).toHaveLength(1)
  expect(mail?.unsubscribes).toEqual(noticeEvents)
})

test('a user who lost the place gets nothing, neither at once nor in a digest, nor by a mail that was put off', async () => {
  const late = await survey()
  await raise(late)
  await moveToNorway(late)
  expect(await writeMails()).toBe(0)
  const digest = await survey()
  await choose(digest.owner, { pace: 'daily' })
  await raise(digest)
  await moveToNorway(digest)
  now = new Date('2026-02-12T12:00:00Z')
  expect(await writeMails()).toBe(0)
  // Its mail was written before, and the mail server did not take it then.
  const put = await survey()
  await raise(put)
  expect(await writeMails()).toBe(1)
  sink.onMail = () => {
    throw Object.assign(new Error('later'), { responseCode: 451 })
  }
  expect(await send()).toBe(0)
  expect(await states()).toEqual(['PENDING'])
  await moveToNorway(put)
  sink.onMail = () => {}
  now = new Date(now.getTime() + 3_600_000)
  expect(await send()).toBe(0)
  expect(await mails()).toMatchObject([
    { state: 'FAILED', reason: { text: 'Its reader may no longer see what it tells of.' } },
  ])
  expect(sink.mails).toEqual([])
})

test('a refused mail is tried again some times, and fails after that or at once where it is refused for good', async () => {
  const made = await survey()
  await raise(made)
  await writeMails()
  let asked = 0
  sink.onMail = () => {
    asked++
    throw Object.assign(new Error('later'), { responseCode: 451 })
  }
  for (let time = 0; time < 8; time++) {
    await send()
    now = new Date(now.getTime() + 2.1 * 3_600_000)
  }
  expect(asked).toBe(5)
  expect(await states()).toEqual(['FAILED'])
  const other = await survey()
  await raise(other)
  await writeMails()
  sink.onMail = () => {
    asked++
    throw Object.assign(new Error('never'), { responseCode: 550 })
  }
  await send()
  expect(asked).toBe(6)
  expect(await states()).toEqual(['FAILED', 'FAILED'])
})

test('a mail whose process stopped while it was sent becomes unknown and is not sent again', async () => {
  await raise(await survey())
  await writeMails()
  expect(await claimMail(server.deps.db, now)).not.toBeNull()
  expect(await send()).toBe(0)
  expect(await states()).toEqual(['SENDING'])
  now = new Date(now.getTime() + 3_600_000)
  expect(await send()).toBe(0)
  expect(await states()).toEqual(['UNKNOWN'])
  expect(await writeMails()).toBe(0)
  expect(sink.mails).toEqual([])
})

test('mail that waited for a day is not sent any more', async () => {
  await raise(await survey())
  await writeMails()
  now = new Date(now.getTime() + 25 * 3_600_000)
  expect(await send()).toBe(0)
  expect(await states()).toEqual(['FAILED'])
})

test('two servers that send at the same time send each mail once', async () => {
  const made = await survey()
  const { db, pool } = server.deps
  await pool.query(
    `insert into mail (recipient, subject, text, send_at, created_at)
     select 'user' || n || '@example.org', 'Hello', 'Text', $1, $1 from generate_series(1, 60) n`,
    [now],
  )
  const sent = await Promise.all([send(), send()])
  expect(sent[0] + sent[1]).toBe(60)
  expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(60)
  expect(sink.mails).toHaveLength(60)
  expect(await db.selectFrom('mail').select('id').where('state', '<>', 'SENT').execute()).toEqual([])
  expect(made.owner.id).toBeGreaterThan(0)
})
