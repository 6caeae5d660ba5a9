import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openContext } from '#server/domain/context.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { TestBrowser, askForSignIn, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import {
  embeddedProvider,
  passwordLinksSent,
  removeExpiredSignIns,
  requestPasswordLink,
  setPasswordByCode,
} from '#server/features/identity-provider/service.ts'

let server: TestApp
let now = new Date()

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
})

afterAll(() => server.close())

function post(operation: string, payload: object) {
  const headers = { host: '127.0.0.1:8080' }
  return server.app.inject({ method: 'POST', url: `/rest/authentication/${operation}`, headers, payload })
}

async function messages(): Promise<string[]> {
  await passwordLinksSent(server.deps)
  const folder = join(server.deps.config.dataFolder, 'outbox')
  const files = await readdir(folder).catch(() => [])
  return Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')))
}

async function linkFor(username: string): Promise<string> {
  expect((await post('forgot', { username })).statusCode).toBe(200)
  const message = (await messages()).findLast((text) => text.includes(`To: ${username}`))
  return /http:\S+/.exec(message ?? '')?.[0] ?? ''
}

test('a forgotten password is replaced with the link of the message (AUTH-09)', async () => {
  const user = await createUser(server.deps.db, {
    username: 'anna@example.org',
    passwordHash: await hashPassword('old password'),
  })
  const token = await signIn(server.deps, user)
  const browser = new TestBrowser(server.app)
  await signInAtProvider(browser, { username: user.username, password: 'old password' })
  const link = await linkFor(user.username)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/realms\/gensvar\/login\/password\?code=/)
  const code = new URL(link).searchParams.get('code')
  expect((await post('reset', { code, password: 'new password' })).json()).toEqual({ ok: true })
  const tokens = await signInAtProvider(new TestBrowser(server.app), {
    username: user.username,
    password: 'new password',
  })
  expect(tokens.access_token).toBeTypeOf('string')
  const old = new TestBrowser(server.app)
  const { location } = await askForSignIn(old)
  expect((await old.send('POST', location, { username: user.username, password: 'old password' })).statusCode).toBe(401)
  expect((await askForSignIn(browser, { prompt: 'none' })).location).toContain('login_required')
  const stale = await server.app.inject({
    method: 'POST',
    url: '/rest/authentication/ticket',
    headers: bearer(token),
    payload: { path: '/' },
  })
  expect(stale.statusCode).toBe(401)
  expect((await post('reset', { code, password: 'third password' })).statusCode).toBe(404)
})

test('nobody learns whether there is such a user', async () => {
  const before = (await messages()).length
  const failing = vi.spyOn(server.deps.log, 'error')
  const response = await post('forgot', { username: 'nobody@example.org' })
  expect(response.json()).toEqual({ ok: true })
  expect(await messages()).toHaveLength(before)
  expect(failing).not.toHaveBeenCalled()
  failing.mockRestore()
})

test.each([
  [
    'their address, by their first name',
    { email: 'bo.berg@example.org', firstName: 'Bo' },
    'bo.berg@example.org',
    'Bo',
  ],
  ['their name, where they have neither', { email: '', firstName: '' }, 'bo', 'bo'],
])('the message goes to %s', async (_what, user, to, name) => {
  const { id } = await createUser(server.deps.db, { username: 'bo', ...user })
  const writing = vi.spyOn(server.deps.log, 'info')
  const before = new Set(await messages())
  await post('forgot', { username: 'bo' })
  const [message = ''] = (await messages()).filter((text) => !before.has(text))
  expect(message).toContain(`To: ${to}\r\n`)
  expect(message).toContain(`Hello ${name},`)
  const file = expect.stringContaining(join(server.deps.config.dataFolder, 'outbox'))
  expect(writing).toHaveBeenCalledWith({ file }, expect.stringContaining('outbox'))
  writing.mockRestore()
  await server.deps.db.deleteFrom('app_user').where('id', '=', id).execute()
})

test('links and new passwords are noted in the audit log, without anything secret', async () => {
  const { id } = await createUser(server.deps.db, { username: 'noted@example.org' })
  const code = new URL(await linkFor('noted@example.org')).searchParams.get('code')
  expect((await post('reset', { code, password: 'some password' })).statusCode).toBe(200)
  const entries = server.deps.db
    .selectFrom('audit')
    .select(['action', 'object', 'user_id', 'details'])
    .where((where) => where.or([where('object', '=', String(id)), where('user_id', '=', id)]))
    .orderBy('id')
  expect(await entries.execute()).toEqual([
    { action: 'password.link', object: String(id), user_id: null, details: { seconds: 3600 } },
    { action: 'password.set', object: '', user_id: id, details: {} },
  ])
})

test('a link of a user who has been disabled since opens nothing', async () => {
  const { id } = await createUser(server.deps.db, { username: 'gone@example.org' })
  const code = new URL(await linkFor('gone@example.org')).searchParams.get('code')
  await server.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', id).execute()
  expect((await post('reset', { code, password: 'some password' })).statusCode).toBe(404)
})

test('a link that nobody was sent is refused before its password is hashed or anybody looked up', async () => {
  const client = await server.deps.pool.connect()
  // A failed test must not leave its transaction open, for which the others would wait.
  onTestFinished(() => client.release(true))
  await client.query('BEGIN; LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE')
  expect((await post('reset', { code: 'none', password: 'some password' })).statusCode).toBe(404)
})

test('where another provider keeps passwords none is set here, and no link sent', async () => {
  const identityProvider = { url: 'https://id.example.org', realm: 'main', clientId: 'web' }
  const context = openContext(server.deps, '')
  for (const config of [
    { ...server.deps.config, identityProvider },
    { ...server.deps.config, mode: 'production' as const },
  ]) {
    const deps = { ...context, config }
    const words = 'Passwords are kept by your identity provider'
    const asking = requestPasswordLink(deps, { name: 'anna', address: '127.0.0.1', origin: '' })
    await expect(asking).rejects.toThrow(words)
    const setting = setPasswordByCode(deps, { code: 'none', password: 'some password', address: '127.0.0.1' })
    await expect(setting).rejects.toThrow(words)
    expect(await embeddedProvider(deps)).toBeNull()
  }
  expect(await embeddedProvider(context)).toMatchObject({ realm: 'gensvar' })
})

test('sign-ins at the provider that have expired are removed', async () => {
  const { db } = server.deps
  const record = { model: 'Session', payload: '{}', expires_at: new Date(now.getTime() - 1) }
  await db
    .insertInto('oidc_model')
    .values({ ...record, id: 'expired' })
    .execute()
  expect(await removeExpiredSignIns(server.deps)).toBeGreaterThan(0)
  const left = db.selectFrom('oidc_model').select('id').where('id', '=', 'expired')
  expect(await left.execute()).toEqual([])
})

test('a link runs out after an hour', async () => {
  await createUser(server.deps.db, { username: 'late@example.org' })
  const code = new URL(await linkFor('late@example.org')).searchParams.get('code')
  now = new Date(now.getTime() + 3_601_000)
  expect((await post('reset', { code, password: 'some password' })).statusCode).toBe(404)
})

test("the pages lead from the forgotten password to the new one, in the reader's language", async () => {
  await createUser(server.deps.db, { username: 'page@example.org' })
  const browser = new TestBrowser(server.app)
  const asked = await browser.send(
    'POST',
    '/realms/gensvar/login/forgot',
    { username: 'page@example.org' },
    { 'accept-language': 'sv' },
  )
  expect(asked.body).toContain('Om användaren finns är en länk på väg')
  const link =
    /http:\S+/.exec((await messages()).findLast((text) => text.includes('page@example.org')) ?? '')?.[0] ?? ''
  const code = new URL(link).searchParams.get('code') ?? ''
  expect((await browser.send('GET', link)).body).toContain('autocomplete="new-password"')
  const form = { code, password: 'page password', repeat: 'page password' }
  const send = (changed: object) => browser.send('POST', '/realms/gensvar/login/password', { ...form, ...changed })
  expect((await send({ repeat: 'another one' })).body).toContain('The two passwords are not the same.')
  expect((await send({ password: 'short', repeat: 'short' })).body).toContain('At least 10 characters.')
  expect((await send({})).body).toContain('The password is saved')
  const used = await browser.send('GET', link)
  expect(used.statusCode).toBe(404)
  expect(used.body).toContain('has been used or has expired')
})
