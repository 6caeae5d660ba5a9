import { defineRoute } from '@gensvar/contract/define-route'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { registeredRoutes } from '#server/platform/http.ts'
import { implement } from '#server/domain/implement.ts'
import { bodies } from '#server/testing/route-walk-params.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { urlOf } from '#server/testing/route-walk.ts'
import type { World } from '#server/testing/route-walk-world.ts'
import { testApp } from '#server/testing/test-app.ts'

const file = defineRoute({
  id: 'testFile',
  summary: 'A file whose handler would have it kept',
  method: 'GET',
  path: '/rest/test/file',
  permission: 'signed-in',
  ticket: 'token',
  params: z.object({}),
  query: z.object({}),
  body: z.undefined(),
  response: z.string(),
})

const routes = (app: FastifyInstance) =>
  implement(app, file, (_ctx, _input, reply) => {
    reply.header('cache-control', 'public, max-age=600').type('text/csv').send('a,b\n')
    return ''
  })

const server = await testApp({}, { routes })
let world: World

beforeAll(async () => {
  world = await makeWorld(server.deps)
})
afterAll(() => server.close())

async function keeping(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, more: object = {}) {
  const answer = await server.app.inject({ method, url, ...more })
  return answer.headers['cache-control']
}

test.each(registeredRoutes(server.app).map((route) => [route.id, route] as const))(
  '%s answers nothing that is kept, neither to a user nor to nobody',
  async (_id, route) => {
    const url = urlOf(route, world, { username: world.usernames.root, userId: world.userIds.root })
    const body = bodies[route.id]
    const sent = { ...(body && { payload: body }) }
    // Signing out would end the session of the other calls.
    const user = route.id === 'logout' ? 'stranger' : 'root'
    for (const headers of [world.headers[user], {}, { authorization: 'Bearer stale' }])
      expect(await keeping(route.method, url, { headers, ...sent })).toBe('no-store')
  },
)

test('nor does a file, opened by its ticket or not, an unknown path, or what cannot be read', async () => {
  const headers = world.headers.root
  const asked = { headers, payload: { path: file.path } }
  const ticket = await server.app.inject({ method: 'POST', url: '/rest/authentication/ticket', ...asked })
  const url = `${file.path}?token=${ticket.json<{ ticket: string }>().ticket}`
  const opened = await server.app.inject({ url })
  expect(opened.body).toBe('a,b\n')
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(await keeping('GET', url)).toBe('no-store')
  for (const other of ['/rest/nothing', '/share/nothing', '/%72est/nothing', '/rest/paths/%ZZ', '/internal/command'])
    expect(await keeping('GET', other, { headers }), other).toBe('no-store')
})
