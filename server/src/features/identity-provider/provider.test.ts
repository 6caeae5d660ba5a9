import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { createUser } from '#server/testing/factories.ts'
import {
  TestBrowser,
  askForSignIn,
  finishSignIn,
  returnAddress,
  signInAtProvider,
} from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { providerKeys } from './service.ts'

const password = 'correct horse battery'
const endpoint = '/realms/gensvar/protocol/openid-connect'

let server: TestApp

beforeAll(async () => {
  server = await testApp()
  await createUser(server.deps.db, { username: 'anna@example.org', passwordHash: await hashPassword(password) })
  await createUser(server.deps.db, { username: 'demo@example.org', demo: true })
})

afterAll(() => server.close())

const browser = () => new TestBrowser(server.app)

describe('tokens', () => {
  test('sign-in with name and password gives tokens as Keycloak makes them', async () => {
    const tokens = await signInAtProvider(browser(), { username: 'Anna@Example.org', password })
    const access = decodeJwt(tokens.access_token)
    expect(access).toMatchObject({
      azp: 'gensvar-web',
      typ: 'Bearer',
      preferred_username: 'anna@example.org',
      iss: 'http://127.0.0.1:8080/realms/gensvar',
    })
    expect(Number(access.exp) - Number(access.iat)).toBe(300)
    expect(decodeJwt(tokens.refresh_token)).toMatchObject({ typ: 'Refresh', sub: access.sub })
    expect(Number(decodeJwt(tokens.refresh_token).exp)).toBeGreaterThan(Number(access.exp))
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: access.sub, nonce: 'nonce', aud: 'gensvar-web' })
  })

  test('a refresh token can be read as keycloak-js reads it, and lasts ten hours', async () => {
    const app = await buildApp(server.deps)
    const form = { username: 'anna@example.org', password }
    const tokens = await signInAtProvider(new TestBrowser(app), form)
    await app.close()
    const access = decodeJwt(tokens.access_token)
    const refresh = decodeJwt(tokens.refresh_token)
    expect(decodeProtectedHeader(tokens.refresh_token)).toEqual({ alg: 'none', typ: 'JWT' })
    expect(refresh).toEqual({ typ: 'Refresh', sub: access.sub, exp: expect.any(Number) })
    expect(Math.abs(Number(refresh.exp) - Number(access.iat) - 10 * 3600)).toBeLessThan(60)
  })

  test('a refresh token gives new tokens once', async () => {
    const here = browser()
    const { refresh_token: refreshToken } = await signInAtProvider(here, { username: 'anna@example.org', password })
    const form = { grant_type: 'refresh_token', client_id: 'gensvar-web', refresh_token: refreshToken }
    const renewed = await here.send('POST', `${endpoint}/token`, form)
    expect(renewed.statusCode).toBe(200)
    expect(renewed.json<{ refresh_token: string }>().refresh_token).not.toBe(refreshToken)
    expect((await here.send('POST', `${endpoint}/token`, form)).statusCode).toBe(400)
  })

  test('a code without its PKCE verifier is worth nothing', async () => {
    const here = browser()
    const { location } = await askForSignIn(here)
    const submitted = await here.send('POST', location, { username: 'anna@example.org', password })
    const answer = await finishSignIn(here, String(submitted.headers.location), 'x'.repeat(43))
    expect(answer).toMatchObject({ error: 'invalid_grant' })
  })

  test('the provider refuses to return to another site', async () => {
    const { response } = await askForSignIn(browser(), { redirect_uri: 'https://evil.example/' })
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('pages of other sites get no tokens', async () => {
    const form = { grant_type: 'refresh_token', client_id: 'gensvar-web', refresh_token: 'x' }
    const response = await browser().send('POST', `${endpoint}/token`, form, { origin: 'https://evil.example' })
    expect(response.statusCode).toBe(400)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('deep links of the same origin may be returned to', async () => {
    const here = browser()
    const { response } = await askForSignIn(here, { redirect_uri: `${returnAddress(here)}ranking/visits/root` })
    expect(response.statusCode).toBe(303)
  })
})

describe('sessions', () => {
  test('a sign-in survives a restart of the server', async () => {
    const here = browser()
    await signInAtProvider(here, { username: 'anna@example.org', password })
    const restarted = await buildApp(server.deps)
    const later = new TestBrowser(restarted)
    for (const [name, value] of here.cookies) later.cookies.set(name, value)
    const { location } = await askForSignIn(later, { prompt: 'none' })
    await restarted.close()
    expect(location).toMatch(/#.*code=/)
  })

  test('without a sign-in a silent check says so', async () => {
    const { location } = await askForSignIn(browser(), { prompt: 'none' })
    expect(location).toContain('error=login_required')
  })

  test('logging out ends the sign-in', async () => {
    const here = browser()
    const { id_token: idToken } = await signInAtProvider(here, { username: 'anna@example.org', password })
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: returnAddress(here) })
    const page = await here.send('GET', `${endpoint}/logout?${query.toString()}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/script-src 'nonce-/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const confirmed = await here.send('POST', `${endpoint}/logout/confirm`, { xsrf, logout: 'yes' })
    expect(String(confirmed.headers.location)).toBe(returnAddress(here))
    expect((await askForSignIn(here, { prompt: 'none' })).location).toContain('login_required')
  })

  test('only the public half of the key is shown', async () => {
    const certs = await browser().send('GET', `${endpoint}/certs`)
    const { signing } = await providerKeys(server.deps)
    expect(certs.json<{ keys: { n: string; d?: string }[] }>().keys[0]).toMatchObject({ n: signing.n })
    expect(certs.body).not.toContain('"d"')
  })
})

describe('sign-in page', () => {
  test('shows the demo users as buttons and signs them in without a password', async () => {
    const here = browser()
    const { location, verifier } = await askForSignIn(here)
    const page = await here.send('GET', location)
    expect(page.body).toMatch(/<button type="submit" name="demo" value="demo@example\.org">/)
    expect(page.body).not.toContain('value="anna@example.org"')
    const submitted = await here.send('POST', location, { demo: 'demo@example.org' })
    const tokens = await finishSignIn(here, String(submitted.headers.location), verifier)
    expect(decodeJwt(tokens.access_token)).toMatchObject({ preferred_username: 'demo@example.org' })
  })

  test('a button signs nobody in who is not of the demo', async () => {
    const here = browser()
    const { location } = await askForSignIn(here)
    expect((await here.send('POST', location, { demo: 'anna@example.org' })).statusCode).toBe(401)
  })

  test('without the demo there are neither its users nor their sign-in', async () => {
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, demo: false } })
    const here = new TestBrowser(app)
    const { location } = await askForSignIn(here)
    const page = await here.send('GET', location)
    const submitted = await here.send('POST', location, { demo: 'demo@example.org' })
    await app.close()
    expect(page.body).not.toContain('demo@example.org')
    expect(submitted.statusCode).toBe(401)
  })

  test.each([
    ['sv-SE,sv;q=0.9', '', 'lang="sv-SE"', 'Logga in'],
    ['nb-NO', '', 'lang="nb-NO"', 'Logg inn'],
    ['da', '', 'lang="da-DK"', 'Log ind'],
    ['fr,fi;q=0.4', '', 'lang="fi-FI"', 'Kirjaudu sisään'],
    ['de', '', 'lang="en-GB"', 'Sign in'],
    ['en', 'fi', 'lang="fi-FI"', 'Kirjaudu sisään'],
  ])('speaks the language of "%s" with ui_locales "%s"', async (accept, uiLocales, tag, words) => {
    const here = browser()
    const { location } = await askForSignIn(here, uiLocales ? { ui_locales: uiLocales } : {})
    const page = await here.send('GET', location, undefined, { 'accept-language': accept })
    expect(page.body).toContain(tag)
    expect(page.body).toContain(`<h1>${words}</h1>`)
  })

  test('a wrong password is said so, in the audit log too, and what was typed is escaped', async () => {
    const here = browser()
    const { location } = await askForSignIn(here)
    const page = await here.send('POST', location, { username: '"><script>x', password: 'wrong' })
    expect(page.statusCode).toBe(401)
    expect(page.body).toContain('role="alert"')
    expect(page.body).toContain('&quot;&gt;&lt;script&gt;x')
    expect(page.body).not.toContain('<script>x')
    const entry = await server.deps.db
      .selectFrom('audit')
      .select('object')
      .where('action', '=', 'sign-in.failed')
      .where('object', '=', '"><script>x')
      .executeTakeFirst()
    expect(entry).toBeDefined()
  })

  test('guessing is stopped after six attempts, for the right password as well', async () => {
    const [username, passwordHash] = ['guessed@example.org', await hashPassword(password)]
    await createUser(server.deps.db, { username, passwordHash })
    const here = browser()
    const { location } = await askForSignIn(here)
    const wrong = { username, password: 'guess' }
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await here.send('POST', location, wrong)).statusCode).toBe(401)
    const refused = await here.send('POST', location, { ...wrong, password })
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toMatch(/Wait \d+ min/)
  })

  test('a page left open in another window asks to start again', async () => {
    const { location } = await askForSignIn(browser())
    const page = await browser().send('GET', location)
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain('This page has expired')
  })

  test('going back to a page one has signed in on leads on', async () => {
    const here = browser()
    const { location, verifier } = await askForSignIn(here)
    const submitted = await here.send('POST', location, { username: 'anna@example.org', password })
    await finishSignIn(here, String(submitted.headers.location ?? ''), verifier)
    const page = await here.send('GET', location)
    expect([page.statusCode, page.headers.location]).toEqual([303, '/'])
  })

  test('nobody but this machine is answered', async () => {
    const foreign = await new TestBrowser(server.app, 'gensvar.example:8080').send('GET', `${endpoint}/certs`)
    expect(foreign.statusCode).toBe(403)
    const remote = await server.app.inject({
      url: `${endpoint}/certs`,
      headers: { host: '127.0.0.1:8080' },
      remoteAddress: '192.0.2.7',
    })
    expect(remote.statusCode).toBe(403)
  })

  test.each(['x-forwarded-for', 'forwarded', 'via'])(
    'a proxy with the mark "%s" is not this machine',
    async (header) => {
      const response = await browser().send('GET', `${endpoint}/certs`, undefined, { [header]: '192.0.2.7' })
      expect(response.statusCode).toBe(403)
    },
  )

  test.each([
    ['https://survey.example.org', false, 200],
    ['https://survey.example.org', true, 403],
    ['http://survey.example.org', false, 403],
  ])('at the address %s, demo %s, others are answered %d', async (publicUrl, demo, status) => {
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, publicUrl, demo } })
    const headers = { host: 'survey.example.org', 'x-forwarded-for': '192.0.2.7' }
    const response = await app.inject({ url: `${endpoint}/certs`, headers })
    await app.close()
    expect(response.statusCode).toBe(status)
  })

  test('with a Keycloak configured nothing is mounted', async () => {
    const identityProvider = { url: 'https://id.example.org', realm: 'main', clientId: 'web' }
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, identityProvider } })
    const response = await app.inject({ url: `${endpoint}/certs`, headers: { host: '127.0.0.1:8080' } })
    await app.close()
    expect(response.statusCode).toBe(404)
  })
})
