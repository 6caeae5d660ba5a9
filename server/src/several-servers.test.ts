import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createUser } from './testing/factories.ts'
import { createKey } from './testing/key-rows.ts'
import { askForSignIn, signInAtProvider } from './testing/provider-sign-in.ts'
import type { Answer, SeveralServers } from './testing/several-servers.ts'
import { password, severalServersWorld } from './testing/several-servers-world.ts'
import type { SeveralServersWorld } from './testing/several-servers-world.ts'

let world: SeveralServersWorld

beforeAll(async () => {
  world = await severalServersWorld()
  await Promise.all([world.servers.start('a'), world.servers.start('b')])
})
afterAll(() => world.close())

const ask: SeveralServers['ask'] = (...of) => world.servers.ask(...of)
const pathOf = (call: string): string => `/rest/${call}/${world.survey.extName}`
const api = (): string => `/api/v1/surveys/${world.survey.extName}`
const statusesOf = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

describe('who is signed in', () => {
  test('signs in with each request at another server, works at both, and is out of both at once', async () => {
    const { username } = world.user
    const { access_token: accessToken } = await signInAtProvider(world.servers.browser(), { username, password })
    expect(Math.min(...world.servers.proxy.answered.values())).toBeGreaterThan(1)
    const signedIn = await ask('a', '/rest/authentication/login', { body: { token: accessToken } })
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200)
    const { authToken: token } = signedIn.body
    for (const name of ['a', 'b']) expect((await ask(name, pathOf('surveys/start'), { token })).status).toBe(200)
    expect((await ask('a', '/rest/authentication/logout', { token, body: {} })).status).toBe(200)
    for (const name of ['b', 'a']) expect((await ask(name, pathOf('surveys/start'), { token })).status).toBe(401)
  })

  test('whoever tries passwords in turn at both has as many tries as at one', async () => {
    await createUser(world.database.db, { username: 'tried@example.org' })
    const browser = world.servers.browser()
    const { location } = await askForSignIn(browser)
    const tried = () => browser.send('POST', location, { username: 'tried@example.org', password: 'guess' })
    const tries = await Promise.all(Array.from({ length: 20 }, tried))
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(6)
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(14)
  })

  test('a ticket of one opens its address at the other, once in all', async () => {
    const token = await world.tokenOf(world.user)
    const path = `${pathOf('reports/download')}/7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10`
    const { body } = await ask('a', '/rest/authentication/ticket', { token, body: { path } })
    const opened = await Promise.all(['a', 'b'].map((name) => ask(name, `${path}?token=${body.ticket}`)))
    // There is no such report, which only whoever has got in is told.
    expect(statusesOf(opened)).toEqual({ 401: 1, 404: 1 })
  })
})

describe('what one server changes', () => {
  test('in a role holds at the other at once', async () => {
    const { survey, root } = world
    const roleId = await createRole(world.database.db, survey.universeId, { surveys: { [survey.surveyId]: {} } })
    const user = await createUser(world.database.db, { universes: [{ universeId: survey.universeId, roleId }] })
    const [token, rootToken] = [await world.tokenOf(user), await world.tokenOf(root)]
    const role = `${pathOf('roles')}/${roleId}`
    for (const name of ['b', 'a', 'b', 'a']) {
      const other = name === 'a' ? 'b' : 'a'
      const { body } = await ask(name, role, { token: rootToken })
      const [rights] = body.surveyAccessList
      const [before, after] = rights.access ? [200, 403] : [403, 200]
      expect((await ask(other, pathOf('surveys/start'), { token })).status).toBe(before)
      const saved = { ...body, surveyAccessList: [{ ...rights, access: !rights.access }] }
      const answer = await ask(name, pathOf('roles'), { token: rootToken, body: saved })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect((await ask(other, pathOf('surveys/start'), { token })).status).toBe(after)
    }
  })

  test('and publishes is the configuration of the other at once, and wakes its streams', async () => {
    const [token, rootToken] = [await world.tokenOf(world.user), await world.tokenOf(world.root)]
    const events = world.servers.events('b', '/rest/notices/stream', token)
    await events.next('unread')
    for (const [at, [one, other]] of [
      ['a', 'b'],
      ['b', 'a'],
    ].entries()) {
      const title = `Title ${at}`
      const { body: draft } = await ask(other, pathOf('dashboard/draft'), { token: rootToken })
      const text = world.configuration(title)
      const body = { text, version: draft.version, basedOn: draft.published.number }
      const saved = await ask(one, pathOf('dashboard/draft'), { method: 'PUT', token: rootToken, body })
      const { version } = saved.body
      const published = await ask(one, pathOf('dashboard/publish'), { token: rootToken, body: { version, note: '' } })
      expect(published.status, JSON.stringify(published.body)).toBe(200)
      const read = await ask(other, `${pathOf('widgets/data')}/head/root`, { token })
      expect(JSON.stringify(read.body)).toContain(title)
      expect(await events.next('configuration')).toMatchObject({ survey: world.survey.extName })
    }
    events.close()
  })

  test('is in the figures that its session asks of the other, each time', async () => {
    const token = await world.tokenOf(world.root)
    const ids = await world.addResponses(12)
    const counted = async (name: string): Promise<number> => {
      const { body } = await ask(name, `${pathOf('widgets/data')}/head/date=${world.date}`, { token })
      return body.variables[0].value
    }
    for (const name of ['a', 'b']) await expect.poll(() => counted(name)).toBe(12)
    for (const [at, responseId] of ids.entries()) {
      const [one, other] = at % 2 === 0 ? ['a', 'b'] : ['b', 'a']
      const body = { responses: [{ survey: world.survey.extName, responseId }], mayImportAgain: false }
      const erased = await ask(one, pathOf('respondents/erase'), { token, body })
      expect(erased.status, JSON.stringify(erased.body)).toBe(200)
      expect(await counted(other)).toBe(11 - at)
    }
  })
})

describe('a key of the API', () => {
  const keyOf = (perMinute: number) =>
    createKey(world.database.db, world.survey, { type: 3, user_id: world.user.id, per_minute: perMinute })

  test('has its limit at both together', async () => {
    const token = await keyOf(40)
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask(undefined, '/api/v1/surveys', { token })))
    expect(statusesOf(answers)[200]).toBeGreaterThanOrEqual(40)
    // What comes back while they are asked: two in three seconds.
    expect(statusesOf(answers)[200]).toBeLessThan(60)
    expect(statusesOf(answers)[429]).toBeGreaterThan(60)
  })

  test('sends a request once, however often and wherever it comes', async () => {
    const token = await keyOf(10_000)
    const before = await responses()
    const names = ['a', 'b', 'a', 'b', 'a', 'b']
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': `round-${round}` }
      const body = { answers: { country: 'Norway', store: 'Oslo', rating: 4 } }
      const sent = await Promise.all(names.map((name) => ask(name, `${api()}/responses`, { token, body, headers })))
      expect(statusesOf(sent)).toEqual({ 200: names.length })
      expect(new Set(sent.map(({ body: told }) => JSON.stringify(told))).size).toBe(1)
    }
    expect(await responses()).toBe(before + 5)
  })

  async function responses(): Promise<number> {
    const { rows } = await world.database.pool.query('select count(*)::int as n from response')
    return rows[0].n
  }
})
