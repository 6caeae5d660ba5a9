import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/platform/config.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { createUser } from '#server/testing/factories.ts'
import { TestBrowser, askForSignIn } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const password = 'correct horse battery'
const host = 'survey.example.org'
const publicUrl = `https://${host}`

let server: TestApp

beforeAll(async () => {
  server = await testApp()
  await createUser(server.deps.db, { username: 'anna@example.org', passwordHash: await hashPassword(password) })
})

afterAll(() => server.close())

function appAt(config: Partial<Config>) {
  return buildApp({ ...server.deps, config: { ...server.deps.config, publicUrl, demo: false, ...config } })
}

/** Names of the cookies that a response sets, each with whether it is Secure. */
const cookiesOf = (response: Pick<LightMyRequestResponse, 'headers'>) =>
  [response.headers['set-cookie'] ?? []].flat().map((cookie) => [cookie.split('=')[0], /; secure/i.test(cookie)])

describe('at a public https address every cookie is Secure', () => {
  test.each([
    ['says nothing of the scheme', {}],
    ['is said to be plain http', { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }],
  ])("the provider's, where the request %s", async (_case, headers) => {
    const app = await appAt({})
    const browser = new TestBrowser(app, host)
    const query = { redirect_uri: `${publicUrl}/` }
    const asked = await askForSignIn(browser, query, headers)
    const sent = await browser.send('POST', asked.location, { username: 'anna@example.org', password }, headers)
    const resumed = await browser.send('GET', String(sent.headers.location), undefined, headers)
    await app.close()
    expect(asked.response.statusCode).toBe(303)
    expect(String(resumed.headers.location)).toMatch(/^https:\/\/survey\.example\.org\/#.*code=/)
    const cookies = [asked.response, sent, resumed].flatMap(cookiesOf)
    expect(cookies.map(([name]) => name)).toContain('gensvar_idp')
    expect(cookies.filter(([, secure]) => !secure)).toEqual([])
  })

  test("the session's", async () => {
    const app = await appAt({})
    const headers = { host, cookie: 'gensvar_session=none' }
    const response = await app.inject({ method: 'POST', url: '/rest/authentication/validatecookie', headers })
    await app.close()
    expect(cookiesOf(response)).toEqual([['gensvar_session', true]])
  })
})

test.each([
  ['https, is Secure', { 'x-forwarded-proto': 'https' }, ['127.0.0.1'], true],
  ['https, by nobody who is trusted, is not', { 'x-forwarded-proto': 'https' }, [], false],
  ['http is not', { 'x-forwarded-proto': 'http' }, ['127.0.0.1'], false],
] as const)("without a public address the session's cookie of %s", async (_case, forwarded, trustProxy, isSecure) => {
  const app = await appAt({ publicUrl: null, trustProxy })
  const headers = { host, cookie: 'gensvar_session=none', ...forwarded }
  const response = await app.inject({ method: 'POST', url: '/rest/authentication/validatecookie', headers })
  await app.close()
  expect(cookiesOf(response)).toEqual([['gensvar_session', isSecure]])
})

test.each([
  ['as nobody is trusted, the proxy itself', [], '203.0.113.7', '127.0.0.1'],
  ['of a proxy, what it adds at the end', ['127.0.0.1'], '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['of proxies, the first that is none', ['loopback', '203.0.113.0/24'], '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ['where another proxy is trusted, who calls', ['10.0.0.5'], '203.0.113.7', '127.0.0.1'],
] as const)('the address of who signs in is, %s', async (_case, trustProxy, forwarded, expected) => {
  const app = await appAt({ trustProxy })
  const browser = new TestBrowser(app, host)
  const headers = { 'x-forwarded-for': forwarded }
  const { location } = await askForSignIn(browser, { redirect_uri: `${publicUrl}/` }, headers)
  const username = `${randomUUID()}@example.org`
  await browser.send('POST', location, { username, password: 'guess' }, headers)
  await app.close()
  const entry = await server.deps.db
    .selectFrom('audit')
    .select('details')
    .where('object', '=', username)
    .executeTakeFirst()
  expect(entry?.details).toEqual({ address: expected })
})
