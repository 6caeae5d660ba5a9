import { defineRoute } from '@gensvar/contract/define-route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { urlOf } from '#server/testing/route-walk.ts'
import type { Walker, World } from '#server/testing/route-walk-world.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { implement } from '#server/domain/implement.ts'

const download = defineRoute({
  id: 'testDownload',
  summary: 'A file of a survey',
  method: 'GET',
  path: '/rest/test/file/{survey}/{name}',
  permission: 'survey',
  ticket: 'token',
  params: z.object({ survey: z.string(), name: z.string() }),
  query: z.object({ format: z.string().optional() }),
  body: z.undefined(),
  response: z.object({ username: z.string() }),
})

const letter = defineRoute({ ...download, id: 'testLetter', path: '/rest/test/letter/{survey}/{name}', ticket: 'auth' })

const { ticket: _, ...plainDownload } = download
const noTickets = defineRoute({ ...plainDownload, id: 'testPlain', path: '/rest/test/plain/{survey}/{name}' })

let server: TestApp
let world: World
let now = new Date()

const at = (name: string, survey = world.survey.extName) => `/rest/test/file/${survey}/${name}`

beforeAll(async () => {
  const routes = (app: TestApp['app']) => {
    for (const route of [download, letter, noTickets])
      implement(app, route, (ctx) => ({ username: ctx.identity.username }))
  }
  server = await testApp({ clock: { now: () => now } }, { routes })
  world = await makeWorld(server.deps)
})

afterAll(() => server.close())

async function ticketFor(path: string, walker: Walker = 'root'): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/rest/authentication/ticket',
    headers: world.headers[walker],
    payload: { path },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ ticket: string }>().ticket
}

const open = (url: string, headers = {}) => server.app.inject({ url, headers })
const status = async (url: string) => (await open(url)).statusCode

test('a ticket opens its path once, in the parameter the route names', async () => {
  const url = `${at('a%20b.csv')}?token=${await ticketFor(at('a%20b.csv'))}`
  expect((await open(url)).json()).toEqual({ username: world.usernames.root })
  expect(await status(url)).toBe(401)
  const path = at('a.csv').replace('file', 'letter')
  expect(await status(`${path}?auth=${await ticketFor(path)}`)).toBe(200)
  expect(await status(`${path}?token=${await ticketFor(path)}`)).toBe(401)
  const twice = await ticketFor(path)
  expect(await status(`${path}?auth=${twice}&auth=${twice}`)).toBe(401)
})

test('escaping in the path makes no difference, the path itself does', async () => {
  expect(await status(`${at('caf%c3%a9')}?token=${await ticketFor(at('caf%C3%A9'))}`)).toBe(200)
  expect(await status(`${at('two.csv')}?token=${await ticketFor(at('one.csv'))}`)).toBe(403)
})

test('a slash inside a segment cannot stand for another path', async () => {
  expect(await status(`${at('a%2Fb')}?token=${await ticketFor(at('a/b'))}`)).toBe(403)
})

test('it accepts exactly the parameters it was made for, in any order', async () => {
  const made = `${at('a.csv')}?format=csv&x=1`
  expect(await status(`${at('a.csv')}?x=1&token=${await ticketFor(made)}&format=csv`)).toBe(200)
  for (const query of ['', 'format=csv&', 'format=xlsx&x=1&', 'format=csv&x=1&y=1&', 'format=csv&x=1&x=1&', 'auth=1&'])
    expect(await status(`${at('a.csv')}?${query}token=${await ticketFor(made)}`)).toBe(403)
  expect(await status(`${at('a.csv')}?format=csv&token=${await ticketFor(at('a.csv'))}`)).toBe(403)
})

test('it opens the survey it was made for and no other', async () => {
  const ticket = await ticketFor(at('a.csv'))
  expect(await status(`${at('a.csv', world.anonymous.extName)}?token=${ticket}`)).toBe(403)
  // The failed attempt has used the ticket.
  expect(await status(`${at('a.csv')}?token=${ticket}`)).toBe(401)
  const foreign = at('a.csv', world.foreign.extName)
  expect(await status(`${foreign}?token=${await ticketFor(foreign)}`)).toBe(404)
})

test('it gives only the rights of the caller it was made for', async () => {
  expect(await status(`${at('a.csv')}?token=${await ticketFor(at('a.csv'), 'restricted')}`)).toBe(403)
})

test('it is for a GET', async () => {
  const url = `${at('a.csv')}?token=${await ticketFor(at('a.csv'))}`
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const)
    expect([401, 404]).toContain((await server.app.inject({ method, url })).statusCode)
  expect(await status(url)).toBe(200)
  const posting = { ...download, id: 'posting', method: 'POST' as const }
  expect(() => implement(server.app, posting, () => ({ username: '' }))).toThrow(/cannot take a ticket/)
})

test('it does not override the token of another session', async () => {
  const url = `${at('a.csv')}?token=${await ticketFor(at('a.csv'))}`
  expect((await open(url, world.headers.store)).json()).toEqual({ username: world.usernames.store })
  expect((await open(url, bearer('unknown'))).statusCode).toBe(401)
  expect((await open(url)).json()).toEqual({ username: world.usernames.root })
})

test('every other route rejects tickets, whichever URL they were made for', async () => {
  const users = { username: world.usernames.root, userId: world.userIds.root }
  const guarded = registeredRoutes(server.app).filter(
    ({ id, permission }) => permission !== 'none' && permission !== 'sign-in' && !id.startsWith('test'),
  )
  const others = guarded.filter(({ ticket }) => ticket === undefined)
  expect(others.length).toBeGreaterThan(10)
  const files = guarded.filter(({ ticket }) => ticket === 'token')
  expect(files.length).toBeGreaterThan(1)
  for (const route of files) {
    const url = urlOf(route, world, users)
    const open = async (parameter: string, path: string) =>
      (await server.app.inject(`${url}${url.includes('?') ? '&' : '?'}${parameter}=${await ticketFor(path)}`))
        .statusCode
    expect(await open('auth', url), route.id).toBe(401)
    expect(await open('token', at('a.csv')), route.id).toBe(403)
  }
  const plain = at('a.csv').replace('file', 'plain')
  expect(await status(`${plain}?token=${await ticketFor(plain)}`)).toBe(401)
  for (const route of others) {
    const url = urlOf(route, world, users)
    for (const path of [url, at('a.csv')]) {
      const ticket = await ticketFor(path)
      for (const parameter of ['token', 'auth']) {
        const request = `${url}${url.includes('?') ? '&' : '?'}${parameter}=${ticket}`
        const answer = await server.app.inject({ method: route.method, url: request })
        expect(answer.statusCode, `${route.id}: ${answer.body}`).toBe(401)
      }
    }
  }
})

test('a ticket expires after a minute', async () => {
  const ticket = await ticketFor(at('late.csv'))
  const other = await ticketFor(at('late.csv'))
  now = new Date(now.getTime() + 59_000)
  expect(await status(`${at('late.csv')}?token=${ticket}`)).toBe(200)
  now = new Date(now.getTime() + 2_000)
  expect(await status(`${at('late.csv')}?token=${other}`)).toBe(401)
})

test('a ticket ends with the session it was made in', async () => {
  const user = await createUser(server.deps.db, { isRoot: true })
  const universe = await server.deps.db
    .selectFrom('survey')
    .select('universe_id')
    .where('id', '=', world.survey.surveyId)
    .executeTakeFirstOrThrow()
  world.headers.nobody = bearer(await signIn(server.deps, user, universe.universe_id))
  const kept = await ticketFor(at('x.csv'), 'nobody')
  expect(await status(`${at('x.csv')}?token=${kept}`)).toBe(200)
  const ticket = await ticketFor(at('x.csv'), 'nobody')
  const out = { method: 'POST' as const, url: '/rest/authentication/logout', payload: {} }
  await server.app.inject({ ...out, headers: world.headers.nobody })
  await signIn(server.deps, user, universe.universe_id)
  expect(await status(`${at('x.csv')}?token=${ticket}`)).toBe(401)
})
