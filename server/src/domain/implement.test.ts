import { defineRoute } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { AppError } from '#server/platform/errors.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { implement, implementOpen } from './implement.ts'
import { maxRequestsUnderWay } from '#server/platform/requests-under-way.ts'
import type { Identity } from './rights/identity.ts'

const empty = z.object({})

const readThing = defineRoute({
  id: 'readThing',
  summary: 'Reads a thing',
  method: 'GET',
  path: '/rest/things/{name}',
  permission: 'none',
  params: z.object({ name: z.string() }),
  query: z.object({ limit: z.coerce.number().int().max(10, 'must be at most 10').default(5) }),
  body: z.undefined(),
  response: z.object({ name: z.string(), limit: z.number() }),
})

const changeThing = defineRoute({
  ...readThing,
  id: 'changeThing',
  method: 'POST',
  path: '/rest/things/{name}/change',
  permission: 'signed-in',
  query: empty,
  body: z.object({ size: z.number(), tags: z.array(z.object({ label: z.string() })) }),
})

const failing = defineRoute({ ...readThing, id: 'failing', path: '/rest/failing/{name}' })

const waiting = defineRoute({ ...changeThing, id: 'waiting', path: '/rest/waiting/{name}', body: z.undefined() })
/** Releases the requests that are held. */
const gate = Promise.withResolvers<undefined>()

const tryKey = defineRoute({ ...readThing, id: 'tryKey', path: '/rest/keys/{name}', permission: 'sign-in' })

const someone = { userId: 7, username: 'someone' } as Identity

let running: TestApp
let app: FastifyInstance

beforeAll(async () => {
  running = await testApp(
    {
      identify: async (_deps, { authorization }) => {
        if (authorization === undefined) return null
        if (authorization !== 'good') throw new AppError('unauthenticated', say`Your session has ended.`)
        return someone
      },
      authorise: async (_ctx, _route, params) => {
        if (params['name'] === 'secret') throw new AppError('forbidden', say`Not yours.`)
      },
    },
    { routes },
  )
  app = running.app
})
afterAll(() => running.close())

function routes(fresh: FastifyInstance): void {
  // Not in the contract, so it must not be sent.
  implementOpen(fresh, readThing, (_ctx, { params, query }) => ({ name: params.name, limit: query.limit, hash: 'x' }))
  implement(fresh, changeThing, (ctx, { body }) => ({ name: ctx.identity.username, limit: body.size }))
  implement(fresh, waiting, async (_ctx, { params }) => {
    await gate.promise
    return { name: params.name, limit: 0 }
  })
  implementOpen(fresh, tryKey, (_ctx, { params }) => ({ name: params.name, limit: 0 }))
  implementOpen(fresh, failing, () => {
    throw new Error('the password is 1234')
  })
}

async function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ method: 'GET', url, headers })
}

async function post(url: string, body: unknown, authorization?: string) {
  return app.inject({ method: 'POST', url, payload: body as object, headers: authorization ? { authorization } : {} })
}

const good = { size: 3, tags: [] }

describe('a route of the contract', () => {
  test('answers with the fields of its contract and no others', async () => {
    const answer = await get('/rest/things/lamp?limit=7')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ name: 'lamp', limit: 7 })
  })

  test('takes a drill path of 1,500 characters as one parameter, decoded', async () => {
    const path = `country=a/b;${'x'.repeat(1500)}`
    const answer = await get(`/rest/things/${encodeURIComponent(path)}`)
    expect(answer.json().name).toBe(path)
  })

  test('names every wrong field of the query and of the body', async () => {
    const query = await get('/rest/things/lamp?limit=70')
    expect(query.statusCode).toBe(400)
    expect(query.json()).toMatchObject({ code: 'validation', fields: { limit: 'must be at most 10' } })
    expect((await get('/rest/things/lamp?limit=some')).json().fields).toEqual({ limit: 'must be a number' })
    const body = await post('/rest/things/lamp/change', { size: 'big', tags: [{ label: 1 }] }, 'good')
    expect(body.statusCode).toBe(400)
    expect(body.json().fields).toEqual({
      size: 'must be a number, not a text',
      'tags.0.label': 'must be a text, not a number',
    })
  })

  test('reports errors in the language of the request', async () => {
    const answer = async (language: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/rest/things/lamp/change',
          payload: { size: 'big', tags: [] },
          headers: { authorization: 'good', 'accept-language': language },
        })
      ).json()
    expect(await answer('sv-SE')).toEqual({
      code: 'validation',
      message: 'Anropets innehåll är fel. size: måste vara ett tal, inte en text',
      fields: { size: 'måste vara ett tal, inte en text' },
    })
    expect(await answer('fi')).toMatchObject({ fields: { size: 'arvon on oltava luku, ei teksti' } })
    const nobody = await app.inject({
      method: 'POST',
      url: '/rest/things/lamp/change',
      headers: { 'accept-language': 'da' },
    })
    expect(nobody.json().message).toBe('Log ind for at fortsætte.')
  })

  test('rejects a body that is not JSON, is missing or is too large', async () => {
    const headers = { authorization: 'good', 'content-type': 'application/json' }
    const broken = await app.inject({ method: 'POST', url: '/rest/things/a/change', headers, payload: '{"size":' })
    expect(broken.json()).toMatchObject({ code: 'validation', message: expect.stringContaining('not valid JSON') })
    const missing = await app.inject({
      method: 'POST',
      url: '/rest/things/a/change',
      headers: { authorization: 'good' },
    })
    expect(missing.json()).toMatchObject({ code: 'validation' })
    const large = await post('/rest/things/a/change', { ...good, more: 'x'.repeat(1_100_000) }, 'good')
    expect(large.statusCode).toBe(413)
    expect(large.json().code).toBe('too_large')
  })

  test('identifies the caller first, and checks the permission before the body is read', async () => {
    expect((await post('/rest/things/a/change', {})).json()).toMatchObject({ code: 'unauthenticated' })
    expect((await post('/rest/things/a/change', {}, 'stale')).statusCode).toBe(401)
    expect((await post('/rest/things/secret/change', {}, 'good')).json()).toMatchObject({ code: 'forbidden' })
    expect((await post('/rest/things/a/change', good, 'good')).json()).toEqual({ name: 'someone', limit: 3 })
  })

  test('an open one also answers a request with an expired token', async () => {
    expect((await get('/rest/things/lamp', { authorization: 'stale' })).statusCode).toBe(200)
  })

  test('cannot be served as open when it has a permission, nor the other way round', () => {
    expect(() => implementOpen(app, changeThing, () => ({ name: '', limit: 0 }))).toThrow(/demands a permission/)
    expect(() => implement(app, readThing, () => ({ name: '', limit: 0 }))).toThrow(/open to everybody/)
  })

  test('is in the list of what the application serves', () => {
    expect(registeredRoutes(app).map(({ id }) => id)).toEqual(expect.arrayContaining(['readThing', 'getHealth']))
  })
})

describe('a route of signing in', () => {
  test('is rate limited by address, with words and a code', async () => {
    const from = (remoteAddress: string) => app.inject({ url: '/rest/keys/a', remoteAddress })
    for (let attempt = 0; attempt < 120; attempt++) expect((await from('10.0.0.1')).statusCode).toBe(200)
    const refused = await from('10.0.0.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too_many', message: expect.stringContaining('Wait a minute') })
    expect((await from('10.0.0.2')).statusCode).toBe(200)
  })
})

describe('an unexpected failure', () => {
  test('shows nothing but a request id, and is stored once per kind', async () => {
    const first = await get('/rest/failing/a')
    const second = await get('/rest/failing/b')
    expect(first.statusCode).toBe(500)
    expect(first.json()).toEqual({ code: 'internal', message: expect.any(String), requestId: expect.any(String) })
    expect(first.body).not.toContain('1234')
    expect(second.json().requestId).not.toBe(first.json().requestId)
    const bugs = await running.deps.db.selectFrom('bug').select(['count', 'message']).execute()
    expect(bugs).toEqual([{ count: 2, message: expect.stringContaining('/rest/failing/:name') }])
  })

  test('an unknown path of the API answers in JSON without the token of its URL', async () => {
    const answer = await get('/rest/nothing?token=abc')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('not_found')
    expect(answer.body).not.toContain('abc')
  })
})

describe('every answer', () => {
  test('forbids scripts and frames of other origins', async () => {
    const { headers } = await get('/rest/things/lamp')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

test('a caller with too many concurrent requests is told to retry in a moment', async () => {
  // `inject` sends a request only when it is awaited.
  const ask = async () =>
    await app.inject({ method: 'POST', url: '/rest/waiting/x', headers: { authorization: 'good' } })
  const many = Array.from({ length: maxRequestsUnderWay }, ask)
  const refused = await ask()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'too_many', message: expect.stringContaining('Wait') })
  gate.resolve(undefined)
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200))
  expect((await ask()).statusCode).toBe(200)
})
