import type { SignInResult } from '@gensvar/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openContext } from '#server/domain/context.ts'
import { passwordLink } from '#server/features/identity-provider/service.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import { TestBrowser, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let now = new Date()
let surveyId = 0
let universeId = 0
let bankId = 0

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  const { db } = server.deps
  universeId = (await createUniverse(db, { name: 'retail' })).id
  surveyId = (await createSurvey(db, universeId)).surveyId
  const wide = await role({ surveys: { [surveyId]: { canViewSamples: true } } })
  const narrow = await role({ surveys: { [surveyId]: {} } })
  await member('admin', wide, { admin: true, actAs: true })
  await member('swedish-admin', wide, { admin: true, actAs: true, filters: { country: ['Sweden'] } })
  await member('no-act-as', wide, { admin: true })
  await member('act-as-only', wide, { actAs: true })
  await member('store', narrow, { filters: { store: ['Stockholm'] } })
  await member('norwegian', narrow, { filters: { country: ['Norway'] } })
  await member('seller', await role({ canAddUsers: true, surveys: { [surveyId]: {} } }))
  await member('web', narrow, { filters: { channel: ['web'] } })
  await member('web-admin', wide, { admin: true, actAs: true, filters: { channel: ['web'] } })
  await createUser(db, { username: 'root', demo: true, isRoot: true, universes: [{ universeId, roleId: narrow }] })
  bankId = (await createUniverse(db, { name: 'bank' })).id
  await createUser(db, {
    username: 'banker',
    demo: true,
    universes: [{ universeId: bankId, roleId: await createRole(db, bankId) }],
  })
})

afterAll(() => server.close())

const role = (rights: TestRole) => createRole(server.deps.db, universeId, rights)

function member(
  username: string,
  roleId: number,
  place: { admin?: boolean; actAs?: boolean; filters?: Record<string, string[]> } = {},
) {
  return createUser(server.deps.db, { username, demo: true, universes: [{ universeId, roleId, ...place }] })
}

async function post(browser: TestBrowser, operation: string, body: object, token?: string | null) {
  const response = await server.app.inject({
    method: 'POST',
    url: `/rest/authentication/${operation}`,
    headers: {
      host: browser.host,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(token ? bearer(token) : {}),
    },
    payload: body,
  })
  for (const { name, value } of response.cookies) browser.cookies.set(name, value)
  return response
}

async function asking(actor: string, user: string, universe = 'retail', enteredUniverse = 'retail') {
  const browser = new TestBrowser(server.app)
  const { access_token: token, id_token: idToken } = await signInAtProvider(browser, { demo: actor })
  const entered = (await post(browser, 'login', { token, idToken, universe: enteredUniverse })).json<SignInResult>()
  const answer = await post(browser, 'impersonate', { token, idToken, universe, user }, entered.authToken)
  return { browser, token, entered, answer }
}

function codeOf(answer: { json<T>(): T }): string {
  return new URL(answer.json<{ profileURL: string }>().profileURL, 'http://x').searchParams.get('profile') ?? ''
}

test('a profile link turns the browser that asked for it into the other user (AUTH-06)', async () => {
  const { browser, answer, entered } = await asking('admin', 'store')
  expect(answer.json()).toEqual({ profileURL: expect.stringMatching(/^\/\?profile=[\w-]{43}$/) })
  const profile = codeOf(answer)
  const acting = (await post(browser, 'validatecookie', { profile })).json<SignInResult>()
  expect(acting).toMatchObject({ loginStatus: 0, username: 'store', universe: 'retail', impersonator: 'admin' })
  expect(acting.universeAdminUserList).toEqual([])
  expect(acting.authToken).not.toBe(entered.authToken)
  const again = (await post(browser, 'validatecookie', {})).json<SignInResult>()
  expect(again).toMatchObject({ username: 'store', impersonator: 'admin' })
  const entry = await server.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'impersonate')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ user_id: acting.userId, actor_user_id: entered.userId, universe_id: universeId })
  expect([entry.object, entry.details]).toEqual(['store', { actor: 'admin' }])
})

test('a link works once', async () => {
  const { browser, answer } = await asking('admin', 'store')
  const actorCookie = browser.cookies.get('gensvar_session') ?? ''
  expect((await post(browser, 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(200)
  browser.cookies.set('gensvar_session', actorCookie)
  expect((await post(browser, 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(404)
})

test('a link is worth nothing in another browser', async () => {
  const { answer } = await asking('admin', 'store')
  const { browser } = await asking('admin', 'store')
  expect((await post(browser, 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(403)
  expect((await post(new TestBrowser(server.app), 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(401)
})

test('a code made for something else turns nobody into anybody, and the link opens nothing else', async () => {
  const { browser, answer, entered } = await asking('admin', 'store')
  const ticket = (await post(browser, 'ticket', { path: '/x' }, entered.authToken)).json<{ ticket: string }>().ticket
  const link = await passwordLink(openContext(server.deps, ''), entered.userId ?? 0, 'http://127.0.0.1', 60)
  const passwordCode = new URL(link).searchParams.get('code') ?? ''
  for (const profile of [ticket, passwordCode])
    expect((await post(browser, 'validatecookie', { profile })).statusCode).toBe(404)
  for (const code of [ticket, codeOf(answer)])
    expect((await post(browser, 'reset', { code, password: 'some password' })).statusCode).toBe(404)
  // None of the attempts has used a code up.
  expect((await post(browser, 'reset', { code: passwordCode, password: 'short' })).statusCode).toBe(400)
  expect((await post(browser, 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(200)
})

test('a link runs out after a minute', async () => {
  const { browser, answer } = await asking('admin', 'store')
  now = new Date(now.getTime() + 61_000)
  expect((await post(browser, 'validatecookie', { profile: codeOf(answer) })).statusCode).toBe(404)
})

test('rights lost since the link was made count', async () => {
  const { browser, answer, entered } = await asking('admin', 'store')
  const mayActAs = (actAs: boolean) =>
    server.deps.db.updateTable('user_universe').set({ act_as: actAs }).where('user_id', '=', entered.userId).execute()
  await mayActAs(false)
  const refused = await post(browser, 'validatecookie', { profile: codeOf(answer) })
  await mayActAs(true)
  expect(refused.statusCode).toBe(403)
})

test('whoever has left the universe since the link was made acts as nobody there', async () => {
  const { db } = server.deps
  const bankRole = await createRole(db, bankId)
  const { id } = await createUser(db, {
    username: 'of-both',
    demo: true,
    universes: [
      {
        universeId,
        roleId: await role({ surveys: { [surveyId]: { canViewSamples: true } } }),
        admin: true,
        actAs: true,
      },
      { universeId: bankId, roleId: bankRole },
    ],
  })
  const { browser, answer } = await asking('of-both', 'store', 'retail', 'bank')
  const left = db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', id)
  await left.where('universe_id', '=', universeId).execute()
  const refused = await post(browser, 'validatecookie', { profile: codeOf(answer) })
  expect([refused.statusCode, refused.json().message]).toEqual([403, 'You may not act as users of this organisation.'])
})

test('a user who has left since the link was made is nobody to act as', async () => {
  const { id } = await member('short-lived', await role({ surveys: { [surveyId]: {} } }))
  const { browser, answer } = await asking('admin', 'short-lived')
  await server.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', id).execute()
  const refused = await post(browser, 'validatecookie', { profile: codeOf(answer) })
  expect([refused.statusCode, refused.json().message]).toEqual([404, 'There is no such active user.'])
})

test.each([
  ['no-act-as', 'store', 'retail', 403, 'You may not act as users of retail.'],
  ['act-as-only', 'store', 'retail', 403, 'You may not act as users of retail.'],
  ['store', 'norwegian', 'retail', 403, 'You may not act as users of retail.'],
  ['admin', 'banker', 'retail', 404, 'retail has no active user banker.'],
  ['admin', 'banker', 'bank', 403, 'You may not act as users of bank.'],
  ['admin', 'nobody', 'retail', 404, 'retail has no active user nobody.'],
  ['admin', 'admin', 'retail', 403, 'You already are this user.'],
  ['admin', 'root', 'retail', 403, 'root may see or do more than you; you cannot act as them.'],
  ['admin', 'seller', 'retail', 403, 'seller may see or do more than you; you cannot act as them.'],
  ['swedish-admin', 'norwegian', 'retail', 403, 'norwegian may see or do more than you; you cannot act as them.'],
  ['swedish-admin', 'web', 'retail', 403, 'web may see or do more than you; you cannot act as them.'],
  ['web-admin', 'store', 'retail', 403, 'store may see or do more than you; you cannot act as them.'],
])('%s acting as %s of %s is refused with %d and words to show', async (actor, user, universe, status, words) => {
  const { answer } = await asking(actor, user, universe)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toBe(words)
})

test.each([
  ['swedish-admin', 'store'],
  ['web-admin', 'web'],
  ['root', 'admin'],
])('%s may act as %s, whose rights are within theirs', async (actor, user) => {
  expect((await asking(actor, user)).answer.statusCode).toBe(200)
})

test('a refusal is noted in the audit log', async () => {
  const { entered } = await asking('store', 'admin')
  const entry = await server.deps.db
    .selectFrom('audit')
    .select(['object', 'details'])
    .where('action', '=', 'impersonate.refused')
    .where('actor_user_id', '=', entered.userId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({
    object: 'retail/admin',
    details: { reason: 'You may not act as users of retail.' },
  })
})

test('the sign-in of somebody else at the provider is refused, in words that its page shows as they are', async () => {
  const { browser, entered } = await asking('admin', 'store')
  const other = await signInAtProvider(new TestBrowser(server.app), { demo: 'root' })
  const body = { token: other.access_token, idToken: other.id_token, universe: 'retail', user: 'store' }
  const refused = await post(browser, 'impersonate', body, entered.authToken)
  expect(refused.statusCode).toBe(403)
  expect(refused.body).toBe('The sign-in is not yours. Sign in again.')
})

test('a fault is no refusal', async () => {
  const { pool, db } = server.deps
  const refusals = () => db.selectFrom('audit').select('id').where('action', '=', 'impersonate.refused').execute()
  const before = await refusals()
  await pool.query('alter table one_time_code rename to one_time_code_away')
  const { answer } = await asking('admin', 'store').finally(() =>
    pool.query('alter table one_time_code_away rename to one_time_code'),
  )
  expect(answer.statusCode).toBe(500)
  expect(await refusals()).toEqual(before)
})

test('whoever acts as another cannot become a third', async () => {
  const { browser, answer, token } = await asking('root', 'admin')
  const acting = (await post(browser, 'validatecookie', { profile: codeOf(answer) })).json<SignInResult>()
  expect(acting.username).toBe('admin')
  const third = await post(browser, 'impersonate', { token, universe: 'retail', user: 'store' }, acting.authToken)
  expect(third.statusCode).toBe(403)
  expect((await post(browser, 'changeuniverse', { universe: 'retail' }, acting.authToken)).statusCode).toBe(403)
})

test('logging out of an impersonated session leaves the own sign-in', async () => {
  const { browser, answer, token } = await asking('admin', 'store')
  const acting = (await post(browser, 'validatecookie', { profile: codeOf(answer) })).json<SignInResult>()
  await post(browser, 'logout', {}, acting.authToken)
  const back = (await post(browser, 'login', { token })).json<SignInResult>()
  expect(back).toMatchObject({ username: 'admin', impersonator: null })
})

test('disabling the person behind it ends an impersonated session', async () => {
  await member('leaving', await role({ surveys: { [surveyId]: { canViewSamples: true } } }), {
    admin: true,
    actAs: true,
  })
  const { browser, answer, entered } = await asking('leaving', 'store')
  const acting = (await post(browser, 'validatecookie', { profile: codeOf(answer) })).json<SignInResult>()
  expect(acting.impersonator).toBe('leaving')
  await server.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', entered.userId).execute()
  expect((await post(browser, 'ticket', { path: '/x' }, acting.authToken)).statusCode).toBe(401)
})
