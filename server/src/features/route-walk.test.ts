import type { Route } from '@gensvar/contract/define-route'
import { afterAll, describe, expect, test } from 'vitest'
import { registeredRoutes } from '../platform/http.ts'
import {
  bodies,
  expectedOf,
  makeWorld,
  mayMiss,
  openRoutes,
  paramsOf,
  placeRules,
  rowParamsOf,
  urlOf,
  walkers,
} from '../testing/route-walk.ts'
import type { Walker } from '../testing/route-walk.ts'
import { testApp } from '../testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp()
const world = await makeWorld(server.deps)
const routes = registeredRoutes(server.app)
const isOpen = (route: Route) => route.permission === 'none' || route.permission === 'sign-in'
const guarded = routes.filter((route) => !isOpen(route))

afterAll(() => server.close())

async function call(route: Route, walker: Walker, given: Readonly<Record<string, string>> = {}) {
  const body = bodies[route.id]
  const response = await server.app.inject({
    method: route.method,
    url: urlOf(route, world, given),
    headers: world.headers[walker],
    ...(body && { payload: body }),
  })
  if (response.statusCode >= 500) throw new Error(`${route.id} failed: ${response.body}`)
  return response
}

test('the routes of the product are walked', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length)
})

describe('open routes', () => {
  test('are those that were meant to be (AUTH-15a)', () => {
    const open = routes.filter(isOpen).map((route) => route.id)
    expect(open.filter((id) => openRoutes[id] === undefined)).toEqual([])
  })

  test.each(routes.filter(isOpen).map((route) => [route.id, route] as const))('%s answers nobody as expected', async (id, route) => {
    expect((await call(route, 'nobody')).statusCode).toBe(openRoutes[id])
  })
})

describe.each(guarded.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  test.each(walkers)('answers %s by its permission', async (walker) => {
    const expected = expectedOf(route, walker)
    const { statusCode, body } = await call(route, walker)
    if (expected !== 'allowed') return expect(statusCode, body).toBe(expected)
    // Acting as nobody in no universe is refused in words of its own.
    if (route.id === 'impersonate') return expect([401, 403]).toContain(statusCode)
    const allowed = mayMiss(route) ? [200, 404] : [200]
    expect(allowed, body).toContain(statusCode)
  })

  if (paramsOf(route).includes('survey')) {
    test('keeps another universe\'s survey from everybody, root included', async () => {
      for (const walker of ['root', 'administrator', 'store'] as const) {
        const expected = expectedOf(route, walker) === 403 ? 403 : 404
        expect((await call(route, walker, { survey: world.foreign.extName })).statusCode).toBe(expected)
      }
    })
  }

  if (route.permission === 'view-interviews')
    test('opens no single answer of an anonymous survey', async () => {
      const rows = Object.fromEntries(
        rowParamsOf(route).map(([name, kind]) => [name, kind === 'interviewId' || kind === 'sampleId' ? String(world.anonymous.responseIds[0]) : '1']),
      )
      for (const walker of ['root', 'administrator', 'store'] as const)
        expect((await call(route, walker, { survey: world.anonymous.extName, ...rows })).statusCode).toBe(403)
    })

  for (const [name, kind] of rowParamsOf(route)) {
    test(`keeps another universe's {${name}} from everybody, root included`, async () => {
      const foreign = world.ids.foreign[kind] ?? ''
      for (const walker of ['root', 'administrator'] as const) {
        if (expectedOf(route, walker) !== 'allowed') continue
        expect((await call(route, walker, { [name]: foreign })).statusCode).toBe(404)
      }
    })

    if (kind === 'interviewId' || kind === 'sampleId')
      test('keeps cases outside the rights of a user from them', async () => {
        const [, , gothenburgWeb, gothenburgTill, oslo] = world.survey.responseIds.map(String)
        const cases: [Walker, string | undefined, boolean][] = [
          ['regional', oslo, false],
          ['regional', gothenburgTill, true],
          ['store', gothenburgWeb, false],
          ['channel', gothenburgTill, false],
          ['channel', gothenburgWeb, true],
        ]
        for (const [walker, id, open] of cases) {
          if (expectedOf(route, walker) !== 'allowed') continue
          const { statusCode } = await call(route, walker, { [name]: id ?? '' })
          if (open) expect(mayMiss(route) ? [200, 404] : [200]).toContain(statusCode)
          else expect(statusCode).toBe(404)
        }
      })
  }

  if (paramsOf(route).includes('drillPath'))
    test('keeps places outside the rights of a user from them, or to figures alone', async () => {
      const rule = placeRules[route.id]
      if (!rule) throw new Error(`say in testing/route-walk.ts what ${route.id} answers outside a user's place`)
      const expected = rule === 'refused' ? 403 : 200
      for (const [walker, drillPath] of [['regional', 'country=Norway'], ['store', 'country=Sweden;store=Gothenburg']] as const)
        if (expectedOf(route, walker) === 'allowed') expect((await call(route, walker, { drillPath })).statusCode).toBe(expected)
      expect((await call(route, 'root', { drillPath: 'country=Norway' })).statusCode).toBe(200)
    })
})
