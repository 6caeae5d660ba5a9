import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SignInResult } from '@gensvar/contract/identity'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { CryptoKey } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

// An identity provider at Keycloak's paths that only serves its public key, which is all the server reads.
let server: TestApp
let provider: Server
let key: CryptoKey
let strangersKey: CryptoKey
let acmeKey: CryptoKey
let issuer = ''

beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  key = pair.privateKey
  strangersKey = (await generateKeyPair('RS256')).privateKey
  const acmePair = await generateKeyPair('RS256')
  acmeKey = acmePair.privateKey
  const realms = new Map([
    ['main', await exportJWK(pair.publicKey)],
    ['acme', await exportJWK(acmePair.publicKey)],
  ])
  provider = createServer((request, response) => {
    const jwk = realms.get(/^\/realms\/(\w+)\/protocol\/openid-connect\/certs$/.exec(request.url ?? '')?.[1] ?? '')
    const keys = jwk ? [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] : []
    response.statusCode = jwk ? 200 : 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  issuer = `${url}/realms/main`
  const config = readConfig({ GENSVAR_IDP_URL: url, GENSVAR_IDP_REALM: 'main', GENSVAR_IDP_CLIENT: 'web' })
  server = await testApp({ config })
  const universe = await createUniverse(server.deps.db, { name: 'retail' })
  const roleId = await createRole(server.deps.db, universe.id)
  await createUser(server.deps.db, { username: 'Anna@example.org', universes: [{ universeId: universe.id, roleId }] })
  await createUser(server.deps.db, { username: 'root', isRoot: true })
  const settings = { realms: [{ domain: 'acme.example.org', realm: 'acme', clientId: 'acme-web' }] }
  await server.deps.db
    .insertInto('setting')
    .values({ key: 'server', value: JSON.stringify(settings) })
    .execute()
})

afterAll(async () => {
  await server.close()
  await new Promise((resolve) => provider.close(resolve))
})

interface Changes {
  claims?: Record<string, unknown>
  issuer?: string
  expires?: string
  with?: CryptoKey
}

function tokenWith(changes: Changes = {}): Promise<string> {
  const claims = {
    preferred_username: 'anna@example.org',
    azp: 'web',
    typ: 'Bearer',
    aud: 'account',
    ...changes.claims,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT' })
    .setSubject('f3b8')
    .setIssuer(changes.issuer ?? issuer)
    .setIssuedAt('-1m')
    .setExpirationTime(changes.expires ?? '5m')
    .sign(changes.with ?? key)
}

function post(operation: string, payload: object, host = 'dashboards.example.org') {
  return server.app.inject({ method: 'POST', url: `/rest/authentication/${operation}`, payload, headers: { host } })
}

test('a token of a configured Keycloak signs in (AUTH-01)', async () => {
  const response = await post('login', { token: await tokenWith() })
  expect(response.json<SignInResult>()).toMatchObject({
    loginStatus: 0,
    username: 'Anna@example.org',
    universe: 'retail',
  })
})

test('status 1 for somebody whom only the identity provider knows', async () => {
  const response = await post('login', {
    token: await tokenWith({ claims: { preferred_username: 'new@example.org' } }),
  })
  expect(response.json()).toMatchObject({ loginStatus: 1, username: 'new@example.org', userId: null, authToken: null })
})

test.each<[string, Changes]>([
  ['another client', { claims: { azp: 'admin-cli' } }],
  ['another realm', { issuer: 'http://127.0.0.1:1/realms/main' }],
  ['the past', { expires: '-30s' }],
  ['an id token', { claims: { typ: 'ID' } }],
  ['a refresh token', { claims: { typ: 'Refresh' } }],
  ['nobody', { claims: { preferred_username: '' } }],
])('a token of %s is refused', async (_what, changes) => {
  expect((await post('login', { token: await tokenWith(changes) })).statusCode).toBe(401)
})

test('a token signed by somebody else is refused', async () => {
  expect((await post('login', { token: await tokenWith({ with: strangersKey }) })).statusCode).toBe(401)
})

test('passwords are the business of the Keycloak', async () => {
  expect((await post('forgot', { username: 'anna@example.org' })).json()).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('identity provider'),
  })
})

test('the domain chooses the realm that the client configuration names (AUTH-02)', async () => {
  const url = issuer.replace('/realms/main', '')
  const providerAt = async (path: string, host: string) =>
    (await server.app.inject({ url: path, headers: { host } })).json().identityProvider
  const main = { mode: 'keycloak', url, realm: 'main', clientId: 'web' }
  const acme = { mode: 'keycloak', url, realm: 'acme', clientId: 'acme-web' }
  expect(await providerAt('/config/client?domain=ACME.example.org', 'dashboards.example.org')).toEqual(acme)
  expect(await providerAt('/config/client?domain=dashboards.example.org', 'acme.example.org')).toEqual(main)
  expect(await providerAt('/config/client', 'acme.example.org')).toEqual(acme)
})

test('a token signs in at the domain of its realm only, and root at none that has its own', async () => {
  const asAcme = (username: string) =>
    tokenWith({
      issuer: issuer.replace('main', 'acme'),
      with: acmeKey,
      claims: { azp: 'acme-web', preferred_username: username },
    })
  const there = await post('login', { token: await asAcme('anna@example.org') }, 'acme.example.org')
  expect(there.json()).toMatchObject({ loginStatus: 0, username: 'Anna@example.org' })
  expect((await post('login', { token: await asAcme('anna@example.org') })).statusCode).toBe(401)
  expect((await post('login', { token: await tokenWith() }, 'acme.example.org')).statusCode).toBe(401)
  const root = await post('login', { token: await asAcme('root') }, 'acme.example.org')
  expect(root.json()).toMatchObject({ loginStatus: 1, authToken: null })
  const own = await tokenWith({ claims: { preferred_username: 'root' } })
  expect((await post('login', { token: own })).json()).toMatchObject({ loginStatus: 0, isRoot: true })
})
