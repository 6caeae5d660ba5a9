import { scryptSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createUser } from '#server/testing/factories.ts'
import { TestBrowser, askForSignIn } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { Attempts, signInCounts } from '#server/domain/rights/attempts.ts'
import type { Count } from '#server/domain/rights/attempts.ts'

const password = 'correct horse battery'

let server: TestApp
let now = new Date()

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  // A hash contains its cost; a low one is enough here.
  const [salt, N] = [Buffer.alloc(16), 1024]
  const key = scryptSync(password, salt, 32, { N })
  const passwordHash = ['scrypt', N, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$')
  await createUser(server.deps.db, { username: 'anna@example.org', passwordHash })
})

beforeEach(() => {
  // Attempts of the previous test no longer count.
  now = new Date(now.getTime() + 11 * 60_000)
})

afterAll(() => server.close())

interface Try {
  username?: string
  password?: string
  address?: string
}

/** Opens a sign-in page; returns a function that submits its form from any loopback address and returns the status. */
async function signInPage(app = server.app) {
  const browser = new TestBrowser(app)
  const { location } = await askForSignIn(browser)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return async ({ username = 'anna@example.org', password: tried = 'guess', address = '127.0.0.1' }: Try) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: new URL(location, 'http://x').pathname,
      remoteAddress: address,
      headers: { host: browser.host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password: tried }).toString(),
    })
    return statusCode
  }
}

function countOf(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

const names = (index: number) => ['anna', 'Anna', ' ANNA '][index % 3] ?? ''

const address = (index: number) => `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`

async function passwordsChecked(): Promise<number> {
  const { n } = await server.deps.db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('action', '=', 'sign-in.failed')
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('of 300 passwords tried at once six are checked', async () => {
  const send = await signInPage()
  const before = await passwordsChecked()
  const statuses = await Promise.all(Array.from({ length: 300 }, () => send({})))
  expect(countOf(statuses)).toEqual({ 401: 6, 429: 294 })
  expect((await passwordsChecked()) - before).toBe(6)
})

test.each<[string, number, (index: number) => Count[]]>([
  ['of a user from one address', 6, () => signInCounts('anna', '192.0.2.1', false)],
  ['of a user from one address, however the name is written', 6, (n) => signInCounts(names(n), '192.0.2.1', false)],
  ['of a user from one network', 6, (n) => signInCounts('anna', `2001:db8:1:2:${n}::7`, false)],
  ['of a user from many addresses', 30, (n) => signInCounts('anna', address(n), false)],
  ['of many users from one address', 60, (n) => signInCounts(`user${n}`, '192.0.2.1', false)],
  ['of many users from one known address', 60, (n) => signInCounts(`user${n}`, '192.0.2.1', true)],
  ['of a user from many known addresses', 300, (n) => signInCounts('anna', address(n), true)],
])('attempts %s are limited to %d of 300', async (_case, limit, countsOf) => {
  const attempts = new Attempts(server.deps, 'sign-in')
  const taken = await Promise.all(Array.from({ length: 300 }, (_, index) => attempts.take(countsOf(index))))
  expect(taken.filter((minutes) => minutes === 0)).toHaveLength(limit)
})

test('one address that fails without end locks nobody out but itself', async () => {
  const stranger = await signInPage()
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) statuses.push(await stranger({ address: '127.2.0.1' }))
  expect(countOf(statuses)).toEqual({ 401: 6, 429: 34 })
  expect(await stranger({ address: '127.2.0.1', password })).toBe(429)
  expect(await stranger({ address: '127.2.0.2', password })).toBe(303)
})

test('many addresses that fail together lock nobody out of an address they have signed in from', async () => {
  const own = '127.3.0.1'
  expect(await (await signInPage())({ address: own, password })).toBe(303)
  now = new Date(now.getTime() + 20 * 86_400_000)
  const restarted = await buildApp(server.deps)
  const send = await signInPage(restarted)
  await Promise.all(Array.from({ length: 40 }, (_, index) => send({ address: address(index) })))
  const [elsewhere, here] = [await send({ address: '127.3.0.2', password }), await send({ address: own, password })]
  await restarted.close()
  expect({ elsewhere, here }).toEqual({ elsewhere: 429, here: 303 })
})

test('signing in uses up no attempt', async () => {
  for (let index = 0; index < 8; index++) expect(await (await signInPage())({ password })).toBe(303)
})

test('an attempt is forgiven ten minutes later', async () => {
  const send = await signInPage()
  for (let index = 0; index < 6; index++) await send({})
  expect(await send({ password })).toBe(429)
  now = new Date(now.getTime() + 10 * 60_000 + 1)
  expect(await send({ password })).toBe(303)
})
