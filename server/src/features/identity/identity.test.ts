import type { SignInResult } from '@gensvar/contract/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser, TestUser } from '#server/testing/factories.ts'
import { TestBrowser, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let retail: { id: number; name: string }
let bank: { id: number; name: string }
/** Root's sign-in before there was any universe. */
let firstEver: SignInResult
let goneOn: SignInResult
let roles: { retail: number; bank: number }

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  await createUser(db, { username: 'root', demo: true, isRoot: true })
  const first = await open('root')
  firstEver = first.result
  goneOn = (await post(first.browser, 'validatecookie', {})).json<SignInResult>()
  retail = await createUniverse(db, { name: 'retail', title: 'Nordic Retail' })
  bank = await createUniverse(db, { name: 'bank' })
  const elsewhere = await createUniverse(db, { name: 'elsewhere', host: 'other.example.org' })
  const { surveyId } = await createSurvey(db, retail.id)
  await createSurvey(db, retail.id)
  roles = {
    retail: await createRole(db, retail.id, { name: 'store', surveys: { [surveyId]: {} } }),
    bank: await createRole(db, bank.id, { name: 'teller' }),
  }
  const inRetail = { universeId: retail.id, roleId: roles.retail }
  const inBank = { universeId: bank.id, roleId: roles.bank }
  await demoUser('one', [inRetail])
  await demoUser('two', [inRetail, inBank])
  await demoUser('unknown', [])
  await demoUser('disabled', [{ ...inRetail, disabled: true }])
  await demoUser('stranger', [{ universeId: elsewhere.id, roleId: await createRole(db, elsewhere.id) }])
  await demoUser('chooser', [{ ...inRetail, admin: true, actAs: true }, inBank])
})

afterAll(() => server.close())

function demoUser(username: string, universes: TestUser['universes']): Promise<MadeUser> {
  return createUser(server.deps.db, { username, demo: true, universes })
}

/** Sets the server's settings. */
async function setServer(settings: object): Promise<void> {
  await server.deps.db
    .insertInto('setting')
    .values({ key: 'server', value: JSON.stringify(settings) })
    .execute()
}

async function clearServer(): Promise<void> {
  await server.deps.db.deleteFrom('setting').where('key', '=', 'server').execute()
}

interface Session {
  browser: TestBrowser
  tokens: { token: string; idToken: string }
  result: SignInResult
}

async function open(username: string, body: Record<string, unknown> = {}): Promise<Session> {
  const browser = new TestBrowser(server.app)
  const tokens = await tokensOf(browser, username)
  const response = await post(browser, 'login', { ...tokens, ...body })
  expect(response.statusCode).toBe(200)
  return { browser, tokens, result: response.json<SignInResult>() }
}

async function tokensOf(browser: TestBrowser, username: string) {
  const { access_token: token, id_token: idToken } = await signInAtProvider(browser, { demo: username })
  return { token, idToken }
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

describe('client configuration', () => {
  test('names the identity provider, logo and support desk without sign-in (AUTH-02) (AUTH-03)', async () => {
    await setServer({ supportDeskURL: 'https://help.example.org', language: 'sv' })
    const response = await server.app.inject({
      url: '/config/client?domain=127.0.0.1',
      headers: { host: '127.0.0.1:8080' },
    })
    await clearServer()
    expect(response.json()).toEqual({
      identityProvider: { mode: 'embedded', url: 'http://127.0.0.1:8080', realm: 'gensvar', clientId: 'gensvar-web' },
      systemLogoURL: '/new/logo.svg',
      supportDeskURL: 'https://help.example.org',
      language: 'sv',
      systemMessage: null,
      upgrade: null,
      forward: { oldData: null, finland: null },
    })
  })

  test('tells the notice pages when the server opens again and where dashboards have moved, but of no universe', async () => {
    await setServer({
      upgrade: { reopens: '2026-12-01T06:00:00+01:00' },
      forward: {
        vgs: { universes: ['retail'], oldData: 'https://old.example.org' },
        finland: { universes: ['bank'], address: 'https://login.example.fi' },
      },
    })
    const response = await server.app.inject({ url: '/config/client' })
    await clearServer()
    expect(response.json()).toMatchObject({
      upgrade: { reopens: '2026-12-01T06:00:00+01:00' },
      forward: { oldData: 'https://old.example.org', finland: 'https://login.example.fi' },
    })
    expect(response.body).not.toContain('retail')
  })

  test('is out of service, and says by which setting, when what is stored no longer fits', async () => {
    await setServer({ language: 'sv', systemMessage: { text: '' } })
    const response = await server.app.inject({ url: '/config/client', headers: { 'accept-language': 'sv' } })
    await clearServer()
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^Serverns inställningar kan inte läsas: systemMessage\.text: /),
    })
  })

  test('names a Keycloak where one is configured', async () => {
    const identityProvider = { url: 'https://id.example.org', realm: 'main', clientId: 'web' }
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, identityProvider } })
    const response = await app.inject({ url: '/config/client' })
    await app.close()
    expect(response.json()).toMatchObject({ identityProvider: { mode: 'keycloak', ...identityProvider } })
  })
})

describe('login', () => {
  test('lets a user of one universe in with everything the screens need (AUTH-01) (AUTH-04) (AUTH-10) (LOGIN-20)', async () => {
    const { result } = await open('one')
    expect(result).toMatchObject({
      username: 'one',
      universe: 'retail',
      universes: [{ name: 'retail', title: { en: 'Nordic Retail' }, host: '' }],
      universeAdminUserList: [],
      loginStatus: 0,
      loadStatus: 100,
      globalOverviewData: null,
      role: 'store',
      isRoot: false,
      isUserAdmin: false,
      locale: 'en',
      impersonator: null,
    })
    expect(result.surveys).toHaveLength(1)
    expect(result.userId).toBeTypeOf('number')
    expect(result.authToken).toMatch(/^[\w-]{43}$/)
  })

  test('root is let in where there is no universe yet, to make the first survey', () => {
    expect(firstEver).toMatchObject({
      loginStatus: 0,
      universe: null,
      surveys: [],
      isRoot: true,
      mayCreateSurveys: true,
    })
    expect(goneOn).toMatchObject({ loginStatus: 0, universe: null, isRoot: true })
  })

  test('status 1 for a user whom nobody has given a universe', async () => {
    const { browser, result } = await open('unknown')
    expect(result).toMatchObject({ loginStatus: 1, universe: null, authToken: null })
    expect(browser.cookies.has('gensvar_session')).toBe(false)
  })

  test('status 1 for a user whose only universe is disabled', async () => {
    expect((await open('disabled')).result.loginStatus).toBe(1)
  })

  test('status 5 for a user of several universes, who then picks one (LOGIN-19)', async () => {
    const { result, browser } = await open('two')
    expect(result).toMatchObject({ loginStatus: 5, universe: null })
    expect(result.universes.map(({ name }) => name)).toEqual(['bank', 'retail'])
    const entered = (await post(browser, 'changeuniverse', { universe: 'bank' }, result.authToken)).json<SignInResult>()
    expect(entered).toMatchObject({ loginStatus: 0, universe: 'bank', role: 'teller' })
  })

  test('a universe that is named is entered at once', async () => {
    expect((await open('two', { universe: 'bank' })).result).toMatchObject({ loginStatus: 0, universe: 'bank' })
  })

  test('status 6 where the server has an overview to choose by, unless the user prefers the list', async () => {
    const { db } = server.deps
    await setServer({ globalOverview: { welcomeText: 'Hello' } })
    const byOverview = await open('two')
    const { id } = await db.selectFrom('app_user').select('id').where('username', '=', 'two').executeTakeFirstOrThrow()
    await db.insertInto('user_preference').values({ user_id: id, key: 'chooseUniverseBy', value: '"list"' }).execute()
    const byList = await open('two')
    await db.deleteFrom('user_preference').execute()
    await db.deleteFrom('setting').execute()
    expect(byOverview.result).toMatchObject({ loginStatus: 6, universe: null })
    expect(byOverview.result.authToken).not.toBeNull()
    expect(byList.result.loginStatus).toBe(5)
  })

  test('status 7 for an administrator who asks to act as somebody, with the users of their universes', async () => {
    const { result } = await open('chooser', { flag: 'actas' })
    expect(result).toMatchObject({ loginStatus: 7, universe: null })
    expect(result.universeAdminUserList.map(({ universe }) => universe)).toEqual(['retail'])
    expect(result.universeAdminUserList[0]?.users.map(({ username }) => username)).toEqual(['one', 'two'])
  })

  test('a user who asks to act as another has a session in their own universe, in case they cancel', async () => {
    const { result, browser } = await open('chooser', { flag: 'actas', universe: 'bank' })
    expect(result).toMatchObject({ loginStatus: 7, universe: 'bank' })
    expect((await post(browser, 'validatecookie', {})).json()).toMatchObject({ loginStatus: 0, universe: 'bank' })
  })

  test('nobody else is offered to act as others (LOGIN-18)', async () => {
    const { result } = await open('two', { flag: 'actas', universe: 'retail' })
    expect(result).toMatchObject({ loginStatus: 0, universeAdminUserList: [] })
  })

  test('status 8 with the percentage while the data is being prepared, then the user is let in', async () => {
    const { db } = server.deps
    await db
      .insertInto('setting')
      .values({ key: 'demo.progress', value: JSON.stringify({ percent: 42 }) })
      .execute()
    expect((await open('one')).result).toMatchObject({ loginStatus: 8, loadStatus: 42, authToken: null })
    await db
      .updateTable('setting')
      .set({ value: JSON.stringify({ percent: 100 }) })
      .where('key', '=', 'demo.progress')
      .execute()
    expect((await open('one')).result.loginStatus).toBe(0)
    await db.deleteFrom('setting').execute()
  })

  test('status 9 for a user whose universe lives on another host, or who asks for a universe not theirs', async () => {
    expect((await open('stranger')).result).toMatchObject({ loginStatus: 9, authToken: null })
    expect((await open('one', { universe: 'bank' })).result).toMatchObject({ loginStatus: 9, authToken: null })
    expect((await open('one', { universe: 'no-such' })).result.loginStatus).toBe(9)
  })

  test('names the notice for users whose universe has moved; root is let through (STATIC-04a) (STATIC-04b)', async () => {
    await setServer({ forward: { vgs: { universes: ['retail'] }, finland: { universes: ['bank'] } } })
    const moved = async (user: string, universe: string) => (await open(user, { universe })).result.movedTo
    const found = [await moved('one', 'retail'), await moved('two', 'bank'), await moved('root', 'bank')]
    await clearServer()
    expect(found).toEqual(['vgs', 'finland', null])
    expect(await moved('one', 'retail')).toBeNull()
  })

  test('root may enter every universe', async () => {
    const { result, browser } = await open('root')
    expect(result).toMatchObject({ loginStatus: 5, isRoot: true })
    expect(result.universes.map(({ name }) => name)).toEqual(['bank', 'elsewhere', 'retail'])
    const entered = (
      await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)
    ).json<SignInResult>()
    expect(entered.surveys).toHaveLength(2)
  })

  test('is noted in the audit log', async () => {
    const { result } = await open('one')
    const entries = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'object', 'universe_id'])
      .where('user_id', '=', result.userId)
      .where('action', '=', 'sign-in')
      .execute()
    expect(entries.at(-1)).toEqual({ action: 'sign-in', object: 'retail', universe_id: retail.id })
  })
})

describe('sessions', () => {
  test('the cookie is for the sign-in calls of our own pages alone', async () => {
    const browser = new TestBrowser(server.app)
    const response = await post(browser, 'login', await tokensOf(browser, 'one'))
    const [cookie] = response.cookies.filter(({ name }) => name === 'gensvar_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/rest/authentication' })
    const stored = await server.deps.db.selectFrom('session').select(['token_hash', 'cookie_hash']).execute()
    expect(JSON.stringify(stored)).not.toContain(cookie?.value)
    expect(JSON.stringify(stored)).not.toContain(response.json<SignInResult>().authToken)
  })

  test('the cookie gives the session back, the same token for every tab, also after a restart (AUTH-07)', async () => {
    const { browser, result } = await open('one')
    const restarted = await buildApp(server.deps)
    const cookie = `gensvar_session=${browser.cookies.get('gensvar_session') ?? ''}`
    const asked = { method: 'POST', url: '/rest/authentication/validatecookie', headers: { cookie } } as const
    const response = await restarted.inject({ ...asked, payload: {} })
    expect((await restarted.inject(asked)).json()).toEqual(response.json())
    await restarted.close()
    expect(response.json()).toMatchObject({ loginStatus: 0, universe: 'retail', authToken: result.authToken })
    expect((await post(new TestBrowser(server.app), 'validatecookie', {})).statusCode).toBe(401)
  })

  test('the cookie opens nothing but the sign-in calls (AUTH-14)', async () => {
    const { browser, result } = await open('one')
    const withCookie = await post(browser, 'changeuniverse', { universe: 'retail' })
    expect(withCookie.statusCode).toBe(401)
    expect((await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)).statusCode).toBe(200)
  })

  test('an identity-provider token is checked and prolongs the session (AUTH-05)', async () => {
    const { browser, tokens, result } = await open('one')
    const response = await post(browser, 'validatekeycloak', { token: tokens.token }, result.authToken)
    expect(response.json()).toMatchObject({ valid: true, username: 'one', expiresAt: expect.any(String) })
    expect((await post(browser, 'validatekeycloak', { token: tokens.idToken })).statusCode).toBe(401)
    expect((await post(browser, 'validatekeycloak', { token: `${tokens.token}x` })).statusCode).toBe(401)
    const other = await open('two')
    const mixed = await post(browser, 'validatekeycloak', { token: other.tokens.token }, result.authToken)
    expect(mixed.statusCode).toBe(401)
    const outside = await post(new TestBrowser(server.app), 'validatekeycloak', { token: tokens.token })
    expect(outside.json()).toEqual({ valid: true, username: 'one', expiresAt: null })
  })

  test('a session ends when it is not used for half an hour, at the latest after twelve', async () => {
    let now = new Date('2026-05-01T08:00:00Z')
    const deps = { ...server.deps, clock: { now: () => now } }
    const app = await buildApp(deps)
    const user = await createUser(deps.db, { universes: [{ universeId: retail.id, roleId: roles.retail }] })
    const token = await signIn(deps, user)
    const later = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
      const request = {
        method: 'POST' as const,
        url: '/rest/authentication/ticket',
        headers: bearer(token),
        payload: { path: '/x' },
      }
      return (await app.inject(request)).statusCode
    }
    for (let minutes = 0; minutes < 700; minutes += 25) expect(await later(25)).toBe(200)
    expect(await later(19)).toBe(200)
    expect(await later(2)).toBe(401)
    const second = await signIn(deps, user)
    now = new Date(now.getTime() + 31 * 60_000)
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/rest/authentication/ticket',
          headers: bearer(second),
          payload: { path: '/x' },
        })
      ).statusCode,
    ).toBe(401)
    await app.close()
  })

  test('changing the universe ends the old session (AUTH-08)', async () => {
    const { browser, result } = await open('two', { universe: 'retail' })
    const changed = await post(browser, 'changeuniverse', { universe: 'bank' }, result.authToken)
    expect(changed.json()).toMatchObject({ loginStatus: 0, universe: 'bank' })
    expect((await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)).statusCode).toBe(401)
  })

  test('a universe that is not theirs is not entered, and the session stays', async () => {
    const { browser, result } = await open('one')
    const refused = await post(browser, 'changeuniverse', { universe: 'bank' }, result.authToken)
    expect(refused.json()).toMatchObject({ loginStatus: 9, authToken: null })
    expect((await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)).statusCode).toBe(200)
  })

  test('logging out clears the cookie and ends the session, twice without harm (AUTH-12a)', async () => {
    const { browser, result } = await open('one')
    const response = await post(browser, 'logout', {}, result.authToken)
    expect(response.cookies).toMatchObject([{ name: 'gensvar_session', value: '', maxAge: 0 }])
    expect((await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)).statusCode).toBe(401)
    expect((await post(browser, 'logout', {}, result.authToken)).statusCode).toBe(200)
  })

  test('logging out by the cookie alone ends its session, so that no other tab goes on', async () => {
    const { browser, result } = await open('one')
    expect((await post(browser, 'logout', {})).statusCode).toBe(200)
    expect((await post(browser, 'changeuniverse', { universe: 'retail' }, result.authToken)).statusCode).toBe(401)
  })

  test('a user who is disabled is out at once', async () => {
    const { db } = server.deps
    const user = await createUser(db, { universes: [{ universeId: retail.id, roleId: roles.retail }] })
    const token = await signIn(server.deps, user)
    await db.updateTable('app_user').set({ status: 1 }).where('id', '=', user.id).execute()
    expect((await post(new TestBrowser(server.app), 'changeuniverse', { universe: 'retail' }, token)).statusCode).toBe(
      401,
    )
  })

  test.each(['changeuniverse', 'impersonate', 'ticket'])('%s is refused without a token', async (operation) => {
    const body = { universe: 'retail', user: 'one', token: 'x', path: '/x' }
    expect((await post(new TestBrowser(server.app), operation, body)).statusCode).toBe(401)
  })
})

describe('bad input', () => {
  test.each([
    ['login', {}, 'token'],
    ['login', { token: 'x', flag: 'everything' }, 'flag'],
    ['forgot', { username: ' ' }, 'username'],
    ['reset', { code: 'x', password: 'short' }, 'password'],
  ])('%s names the wrong field', async (operation, body, field) => {
    const response = await post(new TestBrowser(server.app), operation, body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json<{ fields: object }>().fields)).toContain(field)
  })

  test('tokens of somebody else are refused', async () => {
    const response = await post(new TestBrowser(server.app), 'login', { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthenticated' })
  })
})
