import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignInResult } from '@gensvar/contract/identity'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openContext } from '#server/domain/context.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { TestBrowser, askForSignIn, finishSignIn, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { passwordLink, passwordLinksSent, setPasswordByCode } from '#server/features/identity-provider/service.ts'

const oldPassword = 'old password'
const endpoint = '/realms/gensvar/protocol/openid-connect'

let server: TestApp
let hash = ''
let place: { universeId: number; roleId: number }
let made = 0

beforeAll(async () => {
  server = await testApp()
  hash = await hashPassword(oldPassword)
  const { id: universeId } = await createUniverse(server.deps.db)
  place = { universeId, roleId: await createRole(server.deps.db, universeId) }
})

afterAll(() => server.close())

const somebody = () =>
  createUser(server.deps.db, { username: `user${++made}@links.example`, passwordHash: hash, universes: [place] })

function post(operation: string, payload: object, host = '127.0.0.1:8080', remoteAddress = '127.0.0.1') {
  const url = `/rest/authentication/${operation}`
  return server.app.inject({ method: 'POST', url, headers: { host }, payload, remoteAddress })
}

async function linksTo(username: string): Promise<string[]> {
  await passwordLinksSent(server.deps)
  const folder = join(server.deps.config.dataFolder, 'outbox')
  const files = await readdir(folder).catch(() => [])
  const messages = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')))
  return messages
    .filter((text) => text.includes(`To: ${username}`))
    .flatMap((text) => /https?:\S+/.exec(text)?.[0] ?? [])
}

const codeIn = (link: string | undefined) => new URL(link ?? 'http://x').searchParams.get('code') ?? ''

async function linkFor(userId: number): Promise<string> {
  return passwordLink(openContext(server.deps, ''), userId, 'http://127.0.0.1', 600)
}

async function resetPassword(userId: number): Promise<void> {
  const code = codeIn(await linkFor(userId))
  await setPasswordByCode(openContext(server.deps, ''), { code, password: 'another password', address: '127.0.0.1' })
}

describe('a link', () => {
  test('leads to the configured address, whatever host the request names', async () => {
    const { username } = await somebody()
    await post('forgot', { username }, 'evil.example')
    const page = await new TestBrowser(server.app, 'localhost:9999').send('POST', '/realms/gensvar/login/forgot', {
      username,
    })
    expect(page.statusCode).toBe(200)
    const links = await linksTo(username)
    expect(links.map((link) => new URL(link).origin)).toEqual(['http://127.0.0.1:8080', 'http://127.0.0.1:8080'])
  })

  test('ends the older ones', async () => {
    const { id } = await somebody()
    const [older, newer] = [codeIn(await linkFor(id)), codeIn(await linkFor(id))]
    expect((await post('reset', { code: older, password: 'first password' })).statusCode).toBe(404)
    expect((await post('reset', { code: newer, password: 'first password' })).statusCode).toBe(200)
  })

  test('ends the others when it is used, and those asked for at once leave one', async () => {
    const { id } = await somebody()
    const codes = (await Promise.all(Array.from({ length: 5 }, () => linkFor(id)))).map(codeIn)
    const answers = await Promise.all(codes.map((code) => post('reset', { code, password: 'first password' })))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 404, 404, 404, 404])
  })

  test("leaves other users' links alone", async () => {
    const [one, other] = [await somebody(), await somebody()]
    const code = codeIn(await linkFor(one.id))
    await resetPassword(other.id)
    expect((await post('reset', { code, password: 'first password' })).statusCode).toBe(200)
  })
})

describe('a new password ends', () => {
  test('access and refresh tokens', async () => {
    const user = await somebody()
    const browser = new TestBrowser(server.app)
    const form = { username: user.username, password: oldPassword }
    const { access_token: token, refresh_token: refresh } = await signInAtProvider(browser, form)
    expect((await post('login', { token })).statusCode).toBe(200)
    await resetPassword(user.id)
    expect((await post('login', { token })).statusCode).toBe(401)
    expect((await post('validatekeycloak', { token })).statusCode).toBe(401)
    const refreshing = { grant_type: 'refresh_token', client_id: 'gensvar-web', refresh_token: refresh }
    expect((await browser.send('POST', `${endpoint}/token`, refreshing)).statusCode).toBe(400)
    const again = await signInAtProvider(new TestBrowser(server.app), { ...form, password: 'another password' })
    expect((await post('login', { token: again.access_token })).json<SignInResult>()).toMatchObject({ loginStatus: 0 })
  })

  test('sign-ins that were sent and not yet followed', async () => {
    const user = await somebody()
    const browser = new TestBrowser(server.app)
    const { location, verifier } = await askForSignIn(browser)
    const sent = await browser.send('POST', location, { username: user.username, password: oldPassword })
    expect(sent.statusCode).toBe(303)
    await resetPassword(user.id)
    const tokens = await finishSignIn(browser, String(sent.headers.location), verifier)
    expect(tokens.access_token).toBeUndefined()
    expect((await askForSignIn(browser, { prompt: 'none' })).location).toContain('login_required')
  })

  test('what is written for the old one at the same moment', async () => {
    const user = await somebody()
    const browser = new TestBrowser(server.app)
    const { access_token: token } = await signInAtProvider(browser, { username: user.username, password: oldPassword })
    const records = await server.deps.db.selectFrom('oidc_model').selectAll().execute()
    await resetPassword(user.id)
    const values = records.map((record) => ({ ...record, payload: JSON.stringify(record.payload) }))
    await server.deps.db
      .insertInto('oidc_model')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    expect((await askForSignIn(browser, { prompt: 'none' })).location).toContain('login_required')
    expect((await post('login', { token })).statusCode).toBe(401)
  })

  test('a sign-in that is just making its session', async () => {
    const user = await somebody()
    const form = { username: user.username, password: oldPassword }
    const { access_token: token } = await signInAtProvider(new TestBrowser(server.app), form)
    // A sign-in to the universe now waits, after its token has been verified.
    const client = await server.deps.pool.connect()
    // A failed test must not leave its transaction open, for which the others would wait.
    onTestFinished(() => client.release(true))
    // On another connection: in a transaction, the list of backends stays as it was when it was first read.
    const waiting = async (): Promise<number> => {
      const { rows } = await server.deps.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
      )
      return rows[0]?.n ?? 0
    }
    let isReset = false
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM universe WHERE id = $1 FOR UPDATE', [place.universeId])
    const signingIn = post('login', { token })
    await expect.poll(waiting).toBe(1)
    const resetting = resetPassword(user.id).then(() => (isReset = true))
    await expect.poll(async () => isReset || (await waiting()) === 2).toBe(true)
    await client.query('COMMIT')
    await Promise.all([signingIn, resetting])
    const left = await server.deps.db.selectFrom('session').select('id').where('user_id', '=', user.id).execute()
    expect(left).toEqual([])
  })
})

test("a disabled user's sign-in at the provider is over", async () => {
  const user = await somebody()
  const browser = new TestBrowser(server.app)
  await signInAtProvider(browser, { username: user.username, password: oldPassword })
  await server.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', user.id).execute()
  expect((await askForSignIn(browser, { prompt: 'none' })).location).toContain('login_required')
})

describe('asking for a link', () => {
  test('is answered before anybody looks whether there is such a user', async () => {
    const { username } = await somebody()
    const ask = async (name: string) => {
      const page = new TestBrowser(server.app).send('POST', '/realms/gensvar/login/forgot', { username: name })
      const [call, form] = await Promise.all([post('forgot', { username: name }), page])
      return [call.statusCode, call.body, form.statusCode, form.body.replaceAll(/nonce="[^"]*"/g, '')]
    }
    // While the users are locked, every read of a user waits.
    const client = await server.deps.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE')
      expect(await ask(username)).toEqual(await ask('nobody@links.example'))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(await linksTo(username)).toHaveLength(2)
    expect(await linksTo('nobody@links.example')).toEqual([])
  })

  test('is limited by address, and for one address it is not another that used it up', async () => {
    const ask = (address: string) => post('forgot', { username: 'nobody@links.example' }, '127.0.0.1:8080', address)
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) statuses.push((await ask('127.4.0.1')).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
    for (let index = 0; index < 40; index++) expect((await ask(`127.4.1.${index + 1}`)).statusCode).toBe(200)
  })

  test('fills nobody’s mailbox, and says nothing of it', async () => {
    const { username } = await somebody()
    for (let index = 0; index < 9; index++)
      expect((await post('forgot', { username }, undefined, `127.5.0.${index + 1}`)).statusCode).toBe(200)
    expect(await linksTo(username)).toHaveLength(3)
  })
})
