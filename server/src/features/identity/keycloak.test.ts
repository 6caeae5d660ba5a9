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
let issuer = ''

beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  key = pair.privateKey
  strangersKey = (await generateKeyPair('RS256')).privateKey
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  provider = createServer((request, response) => {
    response.statusCode = request.url === '/realms/main/protocol/openid-connect/certs' ? 200 : 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  issuer = `${url}/realms/main`
  const config = readConfig({ GENSVAR_IDP_URL: url, GENSVAR_IDP_REALM: 'main', GENSVAR_IDP_CLIENT: 'web' })
  server = await testApp({ config })
  const universe = await createUniverse(server.deps.db, { name: 'retail' })
  const roleId = await createRole(server.deps.db, universe.id)
  await createUser(server.deps.db, { username: 'Anna@example.org', universes: [{ universeId: universe.id, roleId }] })
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

function post(operation: string, payload: object) {
  return server.app.inject({ method: 'POST', url: `/rest/authentication/${operation}`, payload })
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
