import { listNotices, readNotices, saveNoticeChoices, getNoticeChoices } from '@gensvar/contract/notices'
import type { Notice } from '@gensvar/contract/entities/notices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { escalateAlerts } from '#server/domain/alerts/escalate.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { remindOwners } from '#server/domain/alerts/remind.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { noticeOfActionAssigned, noticeOfActionsClosed } from '#server/domain/notices/action-notices.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
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
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readStream } from './testing/read-stream.ts'

let server: TestApp
let ctx: Ctx
// A Monday, 09:00 in Stockholm.
const monday = new Date('2026-02-09T08:00:00Z')
let now = monday
beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  ctx = programContext(server.deps, 'test')
})
afterAll(() => server.close())
beforeEach(() => {
  now = monday
})

const config = `
timeZone: Europe/Stockholm
alerts:
  - { extname: unhappy, title: { en: Unhappy, sv: Missnöjd }, when: rating <= 2, due: 1d, escalate: [{ after: 4h, to: country }] }`

interface Made extends MadeSurvey {
  /** Owns Stockholm and sees Sweden. */
  owner: MadeUser
  /** Owns Sweden. */
  manager: MadeUser
}

async function survey(more = config): Promise<Made> {
  const { db } = server.deps
  const universe = await createUniverse(db)
  const made = await createSurvey(db, universe.id, { ...smallSurvey, config: more })
  const member = async (filters: Record<string, string[]>): Promise<MadeUser> => {
    const surveys = { [made.surveyId]: { canHandleAlerts: true, canEditActions: true } }
    const roleId = await createRole(db, universe.id, { surveys })
    return createUser(db, { universes: [{ universeId: universe.id, roleId, filters }] })
  }
  const owner = await member({ country: ['Sweden'] })
  const manager = await member({ country: ['Sweden'] })
  for (const [unit, { id }] of [['Stockholm', owner] as const, ['Sweden', manager] as const])
    await db
      .updateTable('unit')
      .set({ owner_user_id: id })
      .where('universe_id', '=', universe.id)
      .where('ext_name', '=', unit)
      .execute()
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
  return { ...made, owner, manager }
}

const raise = (made: MadeSurvey): Promise<number> =>
  write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), made.responseIds))

async function listed(user: MadeUser, query = ''): Promise<{ notices: Notice[]; unread: number; hasMore: boolean }> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `${listNotices.path}${query}`,
    headers: bearer(await signIn(server.deps, user)),
  })
  return listNotices.response.parse(answer.json())
}

const titles = async (user: MadeUser): Promise<unknown[]> => (await listed(user)).notices.map(({ title }) => title)

async function alertOf({ surveyId }: MadeSurvey) {
  return server.deps.db
    .selectFrom('alert')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

async function callAs(user: MadeUser, method: 'POST' | 'PUT', url: string, payload: object) {
  return server.app.inject({ method, url, headers: bearer(await signIn(server.deps, user)), payload })
}

/** What a user does to the first alert. */
async function alertCall(made: Made, user: MadeUser, act: 'save' | 'close' | 'reopen' | 'assign', comment: string) {
  const { id, version } = await alertOf(made)
  const at = `${made.extName}/${id}`
  const answer =
    act === 'reopen'
      ? await callAs(user, 'POST', `/rest/alerts/reopen/${at}`, { version, comment })
      : act === 'assign'
        ? await callAs(user, 'POST', `/rest/alerts/assign/${made.extName}`, {
            alertIds: [id],
            userId: made.manager.id,
            comment,
          })
        : await callAs(user, 'PUT', `/rest/alerts/data/${at}`, {
            newComment: comment,
            isClosed: act === 'close',
            selections: [],
            version,
            overwrite: false,
          })
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a notice', () => {
  test('of an alert goes to its owner once, in every language, with its place, due time and link', async () => {
    const made = await survey()
    expect(await raise(made)).toBe(2)
    expect(await raise(made)).toBe(0)
    const { notices, unread } = await listed(made.owner)
    const { id } = await alertOf(made)
    expect(unread).toBe(1)
    expect(notices).toMatchObject([
      {
        event: 'alert-raised',
        title: { en: 'New alert: Unhappy', sv: 'Nytt larm: Missnöjd' },
        text: {
          en: 'Sweden, Stockholm, due 10 Feb 2026, 09:00',
          sv: 'Sweden, Stockholm, klart senast 10 feb. 2026 09:00',
        },
        link: `/alert/${made.extName}/${id}`,
        survey: { extname: made.extName },
        isRead: false,
      },
    ])
    // Oslo has no owner.
    expect(await titles(made.manager)).toEqual([])
  })

  test('goes to whoever gets the alert, not to those who act themselves', async () => {
    const made = await survey()
    await raise(made)
    await alertCall(made, made.owner, 'assign', 'Yours')
    const title = { en: 'Alert assigned to you: Unhappy' }
    const text = { en: expect.stringMatching(/by user\d+$/) as string }
    expect((await listed(made.manager)).notices).toMatchObject([{ event: 'alert-assigned', title, text }])
    await alertCall(made, made.manager, 'close', 'Solved')
    await alertCall(made, made.owner, 'reopen', 'Not at all')
    expect((await listed(made.manager)).notices.map(({ event }) => event)).toEqual(['alert-reopened', 'alert-assigned'])
    await alertCall(made, made.manager, 'close', 'Now it is')
    await alertCall(made, made.manager, 'reopen', 'Or not')
    expect((await listed(made.manager)).notices).toHaveLength(2)
    expect((await listed(made.owner)).notices.map(({ event }) => event)).toEqual(['alert-raised'])
  })

  test('of an escalation and of a reminder comes once, however often they are looked for', async () => {
    const made = await survey()
    await raise(made)
    now = new Date('2026-02-09T14:00:00Z')
    const events = async (user: MadeUser) => (await listed(user)).notices.map(({ event }) => event)
    expect(await remindOwners(ctx)).toBeGreaterThan(0)
    expect(await remindOwners(ctx)).toBe(0)
    expect(await events(made.owner)).toEqual(['alert-reminder', 'alert-raised'])
    for (let time = 0; time < 2; time++) await escalateAlerts(ctx)
    expect(await events(made.manager)).toEqual(['alert-escalated'])
    // Whoever has it now is reminded as well, once.
    expect(await remindOwners(ctx)).toBeGreaterThan(0)
    expect(await remindOwners(ctx)).toBe(0)
    expect(await events(made.manager)).toEqual(['alert-reminder', 'alert-escalated'])
  })

  test('of a mention goes to those who may open the alert', async () => {
    const made = await survey()
    const { db } = server.deps
    await raise(made)
    const roleId = await createRole(db, made.universeId, { surveys: { [made.surveyId]: {} } })
    const place = (country: string) => ({
      universes: [{ universeId: made.universeId, roleId, filters: { country: [country] } }],
    })
    const swede = await createUser(db, { username: `swede${made.surveyId}`, ...place('Sweden') })
    const norwegian = await createUser(db, place('Norway'))
    const stranger = await createUser(db)
    const comment = `See @${swede.username}, @${made.manager.username.toUpperCase()}. (@${norwegian.username}) @${stranger.username} @nobody mail@${swede.username} @${made.owner.username}`
    await alertCall(made, made.owner, 'save', comment)
    expect(await titles(swede)).toMatchObject([{ en: 'You were mentioned: Unhappy' }])
    expect(await titles(made.manager)).toHaveLength(1)
    for (const user of [norwegian, stranger]) {
      const { count } = await db
        .selectFrom('notice')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(count).toBe(0)
    }
    expect((await listed(made.owner)).notices.map(({ event }) => event)).toEqual(['alert-raised'])
  })

  test('of many alerts at once is one, with the number that its reader may see', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => ({
      date: '2026-01-05',
      answers: { country: 'Sweden', store: 'Stockholm', channel: at < 20 ? 'web' : 'till', rating: 1 },
    }))
    const { db } = server.deps
    const universe = await createUniverse(db)
    const made = await createSurvey(db, universe.id, { ...smallSurvey, config, rows })
    const roleId = await createRole(db, universe.id, { surveys: { [made.surveyId]: { canHandleAlerts: true } } })
    const owner = await createUser(db, { universes: [{ universeId: universe.id, roleId }] })
    await db.updateTable('unit').set({ owner_user_id: owner.id }).where('universe_id', '=', universe.id).execute()
    await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
    await raise(made)
    const link = `/alertlist/${made.extName}/root?mine=true`
    expect((await listed(owner)).notices).toMatchObject([{ title: { en: 'New alerts: 25' }, link }])
    await db
      .insertInto('user_filter')
      .values({ user_id: owner.id, universe_id: universe.id, variable: 'channel', values: ['web'] })
      .execute()
    expect(await titles(owner)).toMatchObject([{ en: 'New alerts: 20' }])
  })

  test('of an action goes to who is responsible, and says how it ended', async () => {
    const made = await survey()
    const { db } = server.deps
    const { id: unitId } = await db
      .selectFrom('unit')
      .select('id')
      .where('universe_id', '=', made.universeId)
      .where('ext_name', '=', 'Sweden')
      .executeTakeFirstOrThrow()
    const action = { survey_id: made.surveyId, view: 'stores', extname: 'score', expression: 'mean(rating)', goal: 4 }
    const { id } = await db
      .insertInto('action')
      .values({ ...action, unit_id: unitId, period: 'rel_-3m_0d', period_start: '2026-02-01', deadline: '2026-03-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const model = { id: made.surveyId, universeId: made.universeId }
    const responsibleUserId = made.owner.id
    for (let time = 0; time < 2; time++)
      await write(ctx, (tx) => noticeOfActionAssigned(tx, model, { id, version: 1, responsibleUserId }))
    expect((await listed(made.owner)).notices).toMatchObject([
      {
        event: 'action-assigned',
        title: { en: 'Action assigned to you: score' },
        text: { en: 'Sweden, due 1 Mar 2026' },
      },
    ])
    await db.updateTable('action').set({ state: 1, closed_at: now }).where('id', '=', id).execute()
    await write(ctx, (tx) =>
      noticeOfActionsClosed(tx, model, [{ id, responsibleUserId, createdByUserId: made.manager.id }]),
    )
    expect(await titles(made.manager)).toMatchObject([{ en: 'Action completed: score' }])
    // Whoever sees only a part of the place does not see the action.
    await db
      .insertInto('user_filter')
      .values({ user_id: made.owner.id, universe_id: made.universeId, variable: 'store', values: ['Stockholm'] })
      .execute()
    expect(await listed(made.owner)).toMatchObject({ notices: [], unread: 0 })
  })
})

describe('the list', () => {
  test('holds nothing that its reader may no longer see, and nothing of others', async () => {
    const made = await survey()
    await raise(made)
    const other = await survey()
    expect((await listed(made.owner)).unread).toBe(1)
    expect((await listed(other.owner)).unread).toBe(0)
    const { id } = (await listed(made.owner)).notices[0] ?? { id: 0 }
    await callAs(other.owner, 'POST', readNotices.path, { ids: [id] })
    expect((await listed(made.owner)).unread).toBe(1)
    await server.deps.db
      .updateTable('user_filter')
      .set({ values: ['Norway'] })
      .where('user_id', '=', made.owner.id)
      .execute()
    expect(await listed(made.owner)).toMatchObject({ notices: [], unread: 0 })
  })

  test('has nothing of a survey that became anonymous, for those who may not open its answers', async () => {
    const made = await survey()
    await raise(made)
    expect((await listed(made.owner)).unread).toBe(1)
    const text = `anonymity: { filters: [] }\n${config}`
    const of = { id: made.surveyId, universeId: made.universeId, extName: made.extName }
    await write(ctx, async (tx) => {
      await saveConfiguration(tx.db, of, { text, source: 'user', author: '' })
      await tx.surveyChanged(made.surveyId)
    })
    expect(await listed(made.owner)).toMatchObject({ notices: [], unread: 0 })
  })

  test('has pages, and remembers what was read', async () => {
    const made = await survey()
    await raise(made)
    const { id } = await alertOf(made)
    await server.deps.pool.query(
      `insert into notice (user_id, survey_id, event, object_kind, object_id, occurrence, in_bell, mail_waits, created_at)
       select $1, $2, 'mention', 'alert', $3, n::text, true, false, now() from generate_series(1, 120) n`,
      [made.owner.id, made.surveyId, id],
    )
    const seen: number[] = []
    for (let page = await listed(made.owner); ;) {
      seen.push(...page.notices.map((one) => one.id))
      if (!page.hasMore) break
      page = await listed(made.owner, `?before=${seen.at(-1)}`)
    }
    expect(seen).toHaveLength(121)
    expect(seen).toEqual([...new Set(seen)].toSorted((one, another) => another - one))
    // A hundred are counted at most.
    expect((await listed(made.owner)).unread).toBe(100)
    const read = await callAs(made.owner, 'POST', readNotices.path, { ids: seen.slice(0, 90) })
    expect(read.json()).toEqual({ unread: 31 })
    expect((await listed(made.owner)).notices[0]).toMatchObject({ isRead: true })
    expect((await callAs(made.owner, 'POST', readNotices.path, {})).json()).toEqual({ unread: 0 })
  })

  test('has nothing of events that are not wanted in the bell', async () => {
    const made = await survey()
    const chosen = { ...(await choices(made.owner)), events: [{ event: 'alert-raised', bell: false, mail: false }] }
    expect((await callAs(made.owner, 'PUT', saveNoticeChoices.path, chosen)).statusCode).toBe(200)
    await raise(made)
    expect(await titles(made.owner)).toEqual([])
  })
})

async function choices(user: MadeUser) {
  const headers = bearer(await signIn(server.deps, user))
  const answer = await server.app.inject({ method: 'GET', url: getNoticeChoices.path, headers })
  return getNoticeChoices.response.parse(answer.json())
}

test('choices are saved, and what is wrong is told where it stands', async () => {
  const { owner } = await survey()
  const { email, sendsMail, ...usual } = await choices(owner)
  expect({ email, sendsMail }).toEqual({ email: owner.username, sendsMail: false })
  const save = (more: object) => callAs(owner, 'PUT', saveNoticeChoices.path, { ...usual, ...more })
  const fieldsOf = async (more: object) => Object.keys((await save(more)).json<{ fields: object }>().fields)
  expect(await fieldsOf({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
  expect(await fieldsOf({ quietFrom: '18:00', quietTo: null })).toEqual(['quietTo'])
  expect(await fieldsOf({ quietFrom: null, quietTo: '07:00' })).toEqual(['quietFrom'])
  expect(await fieldsOf({ quietFrom: '07:00', quietTo: '07:00' })).toEqual(['quietTo'])
  expect(await fieldsOf({ digestAt: '25:00' })).toEqual(['digestAt'])
  const wanted = { pace: 'weekly', quietFrom: '18:00', quietTo: '07:00', timeZone: 'Europe/Helsinki' }
  expect((await save(wanted)).statusCode).toBe(200)
  expect(await choices(owner)).toMatchObject({ ...wanted, events: usual.events })
})

describe('the stream', () => {
  test('tells of a notice as it comes, and of the number after it is read', async () => {
    const made = await survey()
    const stream = await readStream(server.app, await signIn(server.deps, made.owner))
    expect(await stream.next()).toEqual({ event: 'unread', data: { unread: 0 } })
    await raise(made)
    expect(await stream.next()).toMatchObject({ event: 'notice', data: { event: 'alert-raised' } })
    expect(await stream.next()).toEqual({ event: 'unread', data: { unread: 1 } })
    await callAs(made.owner, 'POST', readNotices.path, {})
    expect(await stream.next()).toEqual({ event: 'unread', data: { unread: 0 } })
    stream.close()
  })

  test('tells nothing of what its reader lost the right to, and ends with the session', async () => {
    const made = await survey()
    const stream = await readStream(server.app, await signIn(server.deps, made.owner))
    expect(await stream.next()).toEqual({ event: 'unread', data: { unread: 0 } })
    await server.deps.db
      .updateTable('user_filter')
      .set({ values: ['Norway'] })
      .where('user_id', '=', made.owner.id)
      .execute()
    await write(ctx, async (tx) => {
      const { id } = await tx.db
        .insertInto('alert')
        .values({
          survey_id: made.surveyId,
          response_id: made.responseIds[1] ?? 0,
          rule: 'unhappy',
          owner_user_id: made.owner.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const told = { event: 'alert-raised', kind: 'alert' } as const
      await tellUsers(tx, { id: made.surveyId, universeId: made.universeId }, told, [
        { userId: made.owner.id, objectId: id },
      ])
    })
    await endSessionsOf(server.deps, made.owner.id)
    await write(ctx, (tx) => announceNotices(tx, [made.owner.id]))
    expect(await stream.next()).toBeNull()
  })
})
