import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadProviderKeys } from '#server/features/identity-provider/keys.ts'
import { embeddedIssuer } from '#server/features/identity-provider/place.ts'
import { readConfig } from '#server/platform/config.ts'
import { createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { verifyProviderToken } from './provider-token.ts'

const now = new Date('2026-05-01T08:00:00Z')
const clock = { now: () => now }
const host = 'dashboards.example.org'

let database: TestDatabase
let dataFolder = ''

beforeAll(async () => {
  database = await testDatabase()
  dataFolder = await mkdtemp(join(tmpdir(), 'gensvar-tokens-'))
})

afterAll(async () => {
  await rm(dataFolder, { recursive: true, force: true })
  await database.drop()
})

interface Token {
  issuer: string
  key: CryptoKey | Uint8Array
  kid?: string
  subject: string
  claims?: Record<string, unknown>
  /** Seconds from now until it expires; null for a token that does not. */
  expires?: number | null
}

function signed({ issuer, key, kid = 'one', subject, claims = {}, expires = 300 }: Token): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).setSubject(subject)
  const seconds = Math.floor(now.getTime() / 1000)
  if (expires !== null) token.setExpirationTime(seconds + expires)
  return token
    .setIssuer(issuer)
    .setIssuedAt(seconds - 60)
    .sign(key)
}

const refused = { code: 'unauthenticated' }

describe('a token of the embedded provider', () => {
  const config = () => ({ ...readConfig({}), dataFolder })
  const deps = () => ({ db: database.db, clock, config: config() })

  async function ofPerson() {
    const { id, username } = await createUser(database.db)
    const { signing } = await loadProviderKeys(database.db, dataFolder)
    const key = await importJWK(signing, 'RS256')
    const common = { issuer: embeddedIssuer(config()), key, kid: signing.kid, subject: `${id}.1` }
    const claims = { preferred_username: username, azp: 'gensvar-web', typ: 'Bearer' }
    const access = (more: Partial<Token> = {}) => signed({ ...common, claims, ...more })
    const idToken = (more: Partial<Token> = {}) => signed({ ...common, claims: { aud: 'gensvar-web' }, ...more })
    return { id, username, access, idToken }
  }

  const change = (id: number) =>
    database.db.updateTable('app_user').set({ credential_version: 2 }).where('id', '=', id).execute()

  test('names a person, until they have a new password', async () => {
    const { id, username, access } = await ofPerson()
    const token = await access()
    const person = await verifyProviderToken(deps(), host, { token })
    expect(person).toMatchObject({ username, isOfDomain: false })
    expect(await person.proof(database.db)).toBe(true)
    await change(id)
    expect(await person.proof(database.db)).toBe(false)
    await expect(verifyProviderToken(deps(), host, { token })).rejects.toMatchObject(refused)
  })

  test('is refused with an id token of another person or client, or one that nobody has signed', async () => {
    const [one, other] = [await ofPerson(), await ofPerson()]
    const token = await one.access()
    const withId = (idToken: string) => verifyProviderToken(deps(), host, { token, idToken })
    expect(await withId(await one.idToken())).toMatchObject({ username: one.username })
    const { privateKey } = await generateKeyPair('RS256')
    for (const idToken of [
      await other.idToken(),
      await one.idToken({ claims: { aud: 'another' } }),
      await one.idToken({ key: privateKey }),
      'none',
    ])
      await expect(withId(idToken)).rejects.toMatchObject(refused)
  })

  test('is refused when it has expired, with five seconds for clocks that differ, and if it never does', async () => {
    const { access, username } = await ofPerson()
    const verified = async (expires: number | null) =>
      verifyProviderToken(deps(), host, { token: await access({ expires }) })
    expect(await verified(-4)).toMatchObject({ username })
    await expect(verified(-5)).rejects.toMatchObject(refused)
    await expect(verified(null)).rejects.toMatchObject(refused)
  })

  test('is refused where a Keycloak is missing in production, as a fault of the server', async () => {
    const { access } = await ofPerson()
    const production = { ...deps(), config: { ...config(), mode: 'production' as const } }
    await expect(verifyProviderToken(production, host, { token: await access() })).rejects.toThrow(
      'no identity provider is configured',
    )
  })
})

describe('a token of a Keycloak', () => {
  let provider: Server
  let url = ''
  let key: CryptoKey
  let keySet: JWK
  let asked = 0

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256')
    key = pair.privateKey
    keySet = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    provider = createServer((request, response) => {
      asked++
      const isKnown = request.url === '/realms/main/protocol/openid-connect/certs'
      response.statusCode = request.url?.startsWith('/realms/missing/') ? 404 : 200
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(isKnown ? { keys: [keySet] } : { message: 'Hello' }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  })

  afterAll(() => new Promise((resolve) => provider.close(resolve)))

  function depsAt(address: string, realm: string) {
    const config = readConfig({ GENSVAR_IDP_URL: address, GENSVAR_IDP_REALM: realm, GENSVAR_IDP_CLIENT: 'web' })
    return { db: database.db, clock, config }
  }

  const tokenOf = (realm: string, address = url) =>
    signed({
      issuer: `${address}/realms/${realm}`,
      key,
      subject: 'f3b8',
      claims: { preferred_username: 'anna@example.org', azp: 'web', typ: 'Bearer' },
    })

  test('is verified with keys that are fetched once', async () => {
    const deps = depsAt(url, 'main')
    const before = asked
    for (let time = 0; time < 3; time++) {
      const person = await verifyProviderToken(deps, host, { token: await tokenOf('main') })
      expect(person).toMatchObject({ username: 'anna@example.org', isOfDomain: false })
      // A token of Keycloak is valid for minutes only, so it is not checked again.
      expect(await person.proof(database.db)).toBe(true)
    }
    expect(asked - before).toBe(1)
  })

  test.each([
    ['is not there', 'http://127.0.0.1:1', 'main'],
    ['answers that there are none', null, 'missing'],
    ['answers something else', null, 'other'],
  ])('cannot be verified at the moment where the server of its keys %s', async (_what, elsewhere, realm) => {
    const address = elsewhere ?? url
    const verifying = verifyProviderToken(depsAt(address, realm), host, { token: await tokenOf(realm, address) })
    await expect(verifying).rejects.toMatchObject({ code: 'unavailable' })
  })
})
