import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import type { SignInResult } from '@gensvar/contract/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext } from '#server/domain/context.ts'
import { identifyByToken, startSession } from '#server/domain/rights/sessions.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { passwordLink, setPasswordByCode } from '#server/features/identity-provider/service.ts'

const config = 'sharing: true\nindicators: { score: { title: Score, expression: "mean(rating)" } }'

let server: TestApp
let retail: { id: number; name: string }
let survey: MadeSurvey
let foreign: MadeSurvey
let foreignRole = 0
let roles: Record<'wide' | 'narrow', number>

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  retail = await createUniverse(db, { name: 'retail' })
  survey = await createSurvey(db, retail.id, { ...smallSurvey, config })
  const bank = await createUniverse(db, { name: 'bank' })
  foreign = await createSurvey(db, bank.id, { ...smallSurvey, config })
  foreignRole = await createRole(db, bank.id, { surveys: { [foreign.surveyId]: {} } })
  roles = {
    wide: await createRole(db, retail.id, { surveys: { [survey.surveyId]: { canViewSamples: true } } }),
    narrow: await createRole(db, retail.id, { surveys: { [survey.surveyId]: {} } }),
  }
})

afterAll(() => server.close())

interface Pair {
  token: string
  actor: MadeUser
  user: MadeUser
}

/** An administrator of the one universe who acts as a user of both. */
async function acting(): Promise<Pair> {
  const { db } = server.deps
  const actor = await createUser(db, {
    universes: [{ universeId: retail.id, roleId: roles.wide, admin: true, actAs: true }],
  })
  const user = await createUser(db, {
    universes: [
      { universeId: retail.id, roleId: roles.narrow, filters: { store: ['Stockholm'] } },
      { universeId: foreign.universeId, roleId: foreignRole, admin: true, actAs: true },
    ],
  })
  const session = { userId: user.id, universeId: retail.id, actorUserId: actor.id }
  return { token: (await startSession(server.deps, session)).token, actor, user }
}

async function call(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  return server.app.inject({ method, url, headers: bearer(token), ...(body && { payload: body }) })
}

const start = () => `/rest/surveys/start/${survey.extName}`

describe('an acting session', () => {
  test("shows no figure, name or survey of the user's other universes", async () => {
    const { token, user } = await acting()
    const overview = await call(token, 'GET', `/rest/overview/data/${user.username}/-`)
    expect(overview.statusCode).toBe(200)
    const { indicatorBlocks } = overview.json<GlobalOverview>()
    const names = indicatorBlocks.flatMap(({ groups }) => groups.flatMap(({ variables }) => variables))
    expect(names.map((variable) => variable.universeName)).toEqual(['retail'])
    expect(overview.body).not.toContain('bank')
    expect((await call(token, 'GET', `/rest/surveys/start/${foreign.extName}`)).statusCode).toBe(404)
  })

  test('lists the surveys both may open', async () => {
    const { db } = server.deps
    const hidden = await createSurvey(db, retail.id)
    await db
      .insertInto('role_survey')
      .values({ role_id: roles.narrow, survey_id: hidden.surveyId, access: true })
      .execute()
    const { actor, user } = await acting()
    const { cookie } = await startSession(server.deps, {
      userId: user.id,
      universeId: retail.id,
      actorUserId: actor.id,
    })
    const resumed = await server.app.inject({
      method: 'POST',
      url: '/rest/authentication/validatecookie',
      headers: { cookie: `gensvar_session=${cookie}` },
      payload: {},
    })
    expect(resumed.json<SignInResult>().surveys.map((one) => one.extName)).toEqual([survey.extName])
    expect(resumed.json<SignInResult>().universes.map((one) => one.name)).toEqual(['retail'])
    await db.deleteFrom('survey').where('id', '=', hidden.surveyId).execute()
  })

  test.each<[string, (pair: Pair) => Promise<unknown>]>([
    ["the actor's right to act is taken", ({ actor }) => setMembership(actor, { act_as: false })],
    ['the actor administers the universe no more', ({ actor }) => setMembership(actor, { admin: false })],
    ["the actor's membership is disabled", ({ actor }) => setMembership(actor, { disabled: true })],
    ["the actor's membership ends", ({ actor }) => endMembership(actor)],
    ["the actor's account is disabled", ({ actor }) => setAccount(actor, { status: 1 })],
    ["the user's membership is disabled", ({ user }) => setMembership(user, { disabled: true })],
    ["the user's membership ends", ({ user }) => endMembership(user)],
    ["the user's account is disabled", ({ user }) => setAccount(user, { status: 1 })],
    ['the user becomes root', ({ user }) => setAccount(user, { is_root: true })],
    ["the actor's password is replaced", ({ actor }) => resetPassword(actor)],
    ["the user's password is replaced", ({ user }) => resetPassword(user)],
  ])('ends with the next request once %s, and for good', async (_case, change) => {
    const pair = await acting()
    expect((await call(pair.token, 'GET', start())).statusCode).toBe(200)
    await change(pair)
    const refused = await call(pair.token, 'GET', start())
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ message: 'Your session has ended. Sign in again.' })
    for (const person of [pair.actor, pair.user]) {
      await setMembership(person, { disabled: false, admin: person === pair.actor, act_as: person === pair.actor })
      await setAccount(person, { status: 0, is_root: false })
    }
    expect((await call(pair.token, 'GET', start())).statusCode).toBe(401)
  })
})

describe('how long an acting session lasts', () => {
  const minute = 60_000
  let now = new Date()
  const deps = () => ({ ...server.deps, clock: { now: () => now } })

  async function sessionOf(isActing: boolean): Promise<(minutes: number) => Promise<boolean>> {
    const { actor, user } = await acting()
    const of = { userId: user.id, universeId: retail.id, actorUserId: isActing ? actor.id : null }
    const { token } = await startSession(deps(), of)
    return async (minutes) => {
      now = new Date(now.getTime() + minutes * minute)
      return (await identifyByToken(deps(), token)) !== null
    }
  }

  test('is a quarter of an hour without use, half of what a sign-in has', async () => {
    const after = await sessionOf(true)
    expect(await after(14.9)).toBe(true)
    expect(await after(14.9)).toBe(true)
    expect(await after(15)).toBe(false)
    const own = await sessionOf(false)
    expect(await own(29.9)).toBe(true)
    expect(await own(30)).toBe(false)
  })

  test('is an hour with use, where a sign-in goes on', async () => {
    const after = await sessionOf(true)
    for (let minutes = 0; minutes < 50; minutes += 10) expect(await after(10)).toBe(true)
    expect(await after(9.9)).toBe(true)
    expect(await after(0.1)).toBe(false)
    const own = await sessionOf(false)
    for (let minutes = 0; minutes < 120; minutes += 10) expect(await own(10)).toBe(true)
  })

  test.each(['actor', 'user'] as const)('ends with a new password of the %s, and only theirs', async (who) => {
    const [pair, other] = [await acting(), await acting()]
    const own = await startSession(server.deps, { userId: pair[who].id, universeId: retail.id, actorUserId: null })
    await resetPassword(pair[who])
    const open = [pair.token, own.token, other.token].map((token) => identifyByToken(server.deps, token))
    expect((await Promise.all(open)).map((identity) => identity !== null)).toEqual([false, false, true])
  })
})

function setMembership(of: MadeUser, values: { act_as?: boolean; admin?: boolean; disabled?: boolean }) {
  return server.deps.db
    .updateTable('user_universe')
    .set(values)
    .where('user_id', '=', of.id)
    .where('universe_id', '=', retail.id)
    .execute()
}

function endMembership(of: MadeUser) {
  return server.deps.db
    .deleteFrom('user_universe')
    .where('user_id', '=', of.id)
    .where('universe_id', '=', retail.id)
    .execute()
}

function setAccount(of: MadeUser, values: { status?: number; is_root?: boolean }) {
  return server.deps.db.updateTable('app_user').set(values).where('id', '=', of.id).execute()
}

async function resetPassword(of: MadeUser): Promise<void> {
  const link = await passwordLink(openContext(server.deps, ''), of.id, 'http://127.0.0.1', 60)
  const code = new URL(link).searchParams.get('code') ?? ''
  await setPasswordByCode(openContext(server.deps, ''), { code, password: 'another password', address: '127.0.0.1' })
}

describe('what is written while acting names both people', () => {
  test('comments, in the answer and to whoever reads them', async () => {
    const { token, actor, user } = await acting()
    const url = `/rest/interviews/comment/${survey.extName}/${survey.responseIds[0]}`
    const both = { username: user.username, actorUsername: actor.username, message: 'Called back' }
    const made = await call(token, 'POST', url, { message: 'Called back' })
    const names = { author: user.username.split('@')[0], actor: actor.username.split('@')[0] }
    expect(made.json()).toMatchObject({ ...both, ...names })
    const read = await call(token, 'GET', `/rest/interviews/data/${survey.extName}/${survey.responseIds[0]}`)
    expect(read.json<InterviewData>().comments).toContainEqual(expect.objectContaining(both))
    const row = await server.deps.db
      .selectFrom('response_comment')
      .select(['user_id', 'actor_user_id'])
      .where('id', '=', made.json<{ id: number }>().id)
      .executeTakeFirst()
    expect(row).toEqual({ user_id: user.id, actor_user_id: actor.id })
  })

  test('public pages', async () => {
    const { token, actor, user } = await acting()
    const url = `/rest/interviews/share/${survey.extName}/${survey.responseIds[0]}`
    const { shareId } = (await call(token, 'POST', url, { network: 'LINKEDIN', quote: null })).json<{
      shareId: number
    }>()
    const row = await server.deps.db
      .selectFrom('share')
      .select(['created_by', 'actor_user_id'])
      .where('id', '=', shareId)
      .executeTakeFirst()
    expect(row).toEqual({ created_by: user.id, actor_user_id: actor.id })
  })

  test('recorded failures', async () => {
    const { token, actor, user } = await acting()
    await call(token, 'POST', `/rest/bugs/report/${survey.extName}`, { message: 'button without a name' })
    const row = await server.deps.db
      .selectFrom('bug')
      .select('username')
      .where('message', '=', 'button without a name')
      .executeTakeFirst()
    expect(row).toEqual({ username: `${user.username} (${actor.username})` })
  })

  test('saved filters and the language, in the audit log', async () => {
    const { token, actor, user } = await acting()
    const url = `/rest/filters/saved/${survey.extName}`
    const saved = await call(token, 'POST', url, { name: 'Web', path: 'channel=web', shared: true })
    await call(token, 'DELETE', `${url}/${saved.json<{ id: number }>().id}`)
    await call(token, 'POST', `/rest/users/details/-/${user.id}`, { userDTO: { locale: 'sv' } })
    const rows = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'actor_user_id'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    const both = { user_id: user.id, actor_user_id: actor.id }
    expect(rows).toEqual([
      { action: 'filter.save', ...both },
      { action: 'filter.remove', ...both },
      { action: 'user.profile', ...both },
    ])
  })
})

test("whoever acts keeps their own ways with tables, and leaves the user's alone", async () => {
  const { token, actor, user } = await acting()
  const { db } = server.deps
  const theirs = { user_id: user.id, survey_id: 0, key: 'opened', value: JSON.stringify('bank/branches') }
  await db.insertInto('user_preference').values(theirs).execute()
  await call(token, 'PUT', '/rest/preferences/save/-/table.rows', { value: 50 })
  const opened = await call(token, 'GET', start())
  expect(opened.json<{ preferences: object }>().preferences).toEqual({ 'table.rows': 50 })
  const rows = await db.selectFrom('user_preference').select(['user_id', 'key']).orderBy('user_id').execute()
  expect(rows).toEqual([
    { user_id: actor.id, key: 'table.rows' },
    { user_id: user.id, key: 'opened' },
  ])
})
