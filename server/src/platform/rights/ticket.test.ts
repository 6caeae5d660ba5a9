import { defineRoute } from '@gensvar/contract/define-route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { implement } from '../http.ts'

const download = defineRoute({
  id: 'testDownload',
  summary: 'A file of a survey',
  method: 'GET',
  path: '/rest/test/file/{survey}/{name}',
  permission: 'survey',
  params: z.object({ survey: z.string(), name: z.string() }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ username: z.string() }),
})

let server: TestApp
let now = new Date()
let token = ''
let survey = ''

beforeAll(async () => {
  const routes = (app: TestApp['app']) => implement(app, download, (ctx) => ({ username: ctx.identity.username }))
  server = await testApp({ clock: { now: () => now } }, { routes })
  const { db } = server.deps
  const universe = await createUniverse(db)
  const made = await createSurvey(db, universe.id)
  survey = made.extName
  const roleId = await createRole(db, universe.id, { surveys: { [made.surveyId]: {} } })
  token = await signIn(
    server.deps,
    await createUser(db, { username: 'anna', universes: [{ universeId: universe.id, roleId }] }),
  )
})

afterAll(() => server.close())

async function ticketFor(path: string): Promise<string> {
  const request = {
    method: 'POST' as const,
    url: '/rest/authentication/ticket',
    headers: bearer(token),
    payload: { path },
  }
  return (await server.app.inject(request)).json<{ ticket: string }>().ticket
}

const open = (url: string) => server.app.inject({ url })

test.each(['token', 'auth'])('a ticket opens its path once, as the parameter "%s"', async (parameter) => {
  const path = `/rest/test/file/${survey}/a%20b.csv`
  const url = `${path}?${parameter}=${await ticketFor(path)}`
  expect((await open(url)).json()).toEqual({ username: 'anna' })
  expect((await open(url)).statusCode).toBe(401)
})

test('escaping in the path makes no difference, the path itself does', async () => {
  const ticket = await ticketFor(`/rest/test/file/${survey}/caf%C3%A9?x=1`)
  expect((await open(`/rest/test/file/${survey}/caf%c3%a9?token=${ticket}`)).statusCode).toBe(200)
  const other = await ticketFor(`/rest/test/file/${survey}/one.csv`)
  expect((await open(`/rest/test/file/${survey}/two.csv?token=${other}`)).statusCode).toBe(403)
})

test('a slash inside a segment cannot stand for another path', async () => {
  const ticket = await ticketFor(`/rest/test/file/${survey}/a/b`)
  expect((await open(`/rest/test/file/${survey}/a%2Fb?token=${ticket}`)).statusCode).toBe(403)
})

test('a ticket runs out after a minute', async () => {
  const path = `/rest/test/file/${survey}/late.csv`
  const ticket = await ticketFor(path)
  now = new Date(now.getTime() + 61_000)
  expect((await open(`${path}?token=${ticket}`)).statusCode).toBe(401)
})

test('a ticket ends with the session it was made in', async () => {
  const path = `/rest/test/file/${survey}/x.csv`
  const ticket = await ticketFor(path)
  await server.app.inject({ method: 'POST', url: '/rest/authentication/logout', headers: bearer(token), payload: {} })
  expect((await open(`${path}?token=${ticket}`)).statusCode).toBe(401)
})
