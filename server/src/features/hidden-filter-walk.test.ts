import type { Route } from '@gensvar/contract/define-route'
import { afterAll, expect, test } from 'vitest'
import { registeredRoutes } from '#server/platform/http.ts'
import { smallSurvey } from '#server/testing/factories.ts'
import { walkedConfig } from '#server/testing/route-walk-config.ts'
import { bodyOf } from '#server/testing/route-walk-bodies.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import type { Walker } from '#server/testing/route-walk-world.ts'
import { expectedOf, headersOf, paramsOf, rowParamsOf, urlOf } from '#server/testing/route-walk.ts'
import { testApp } from '#server/testing/test-app.ts'

/** Hides Norway: one interview, whose comment nothing else has, and the samples there. */
const hiding = walkedConfig.replace(
  'filters:\n',
  'filters:\n  hidden: [{ extName: illegal, value: "country=_Norway" }]\n',
)
const comment = 'Kaldt'
/** Place of that interview, of its alert and of a hidden sample among all of them. */
const hiddenAt = 4

const server = await testApp()
const world = await makeWorld(server.deps, () => ({ ...smallSurvey, config: hiding }))
const routes = registeredRoutes(server.app).filter((route) => paramsOf(route).includes('survey'))
const components = ['head', 'voices', 'contacts', 'actions', 'gv', 'customers', 'alerts', 'awards']

await server.deps.db
  .insertInto('response_record')
  .values(
    world.survey.responseIds.map((id, at) => ({
      response_id: id,
      recordset: 'contacts',
      cells: JSON.stringify({ note: at === hiddenAt ? comment : 'Good' }),
    })),
  )
  .execute()

afterAll(() => server.close())

async function call(route: Route, walker: Walker, given: Readonly<Record<string, string>> = {}) {
  const body = await bodyOf(server.deps, route, world, given)
  return server.app.inject({
    method: route.method,
    url: urlOf(route, world, { username: world.usernames[walker], userId: world.userIds[walker], ...given }),
    headers: { ...headersOf(route), ...world.headers[walker] },
    ...(body && { payload: body }),
  })
}

test('no call that reads answers anything of what the hidden filter hides, root included (FILTER-14b)', async () => {
  const shown = new Set<string>()
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const component of paramsOf(route).includes('component') ? components : [undefined])
      for (const walker of ['root', 'administrator'] as const) {
        const { body } = await call(route, walker, component === undefined ? {} : { component })
        const what = `${route.id} ${component ?? ''}`
        expect(body.includes(comment), what).toBe(false)
        if (body.includes('Good')) shown.add(what)
      }
  // The comments of the others are there, so that the walk has something to find.
  const known = ['listCountedCases ', 'listSamples ', 'getAlert ', 'getWidgetData voices', 'getWidgetData contacts']
  expect([...shown]).toEqual(expect.arrayContaining(known))
})

test('no call opens or changes what it hides by its number, root included', async () => {
  const rows: Readonly<Record<string, readonly number[]>> = {
    interviewId: world.survey.responseIds,
    sampleId: world.sampleIds,
    alertId: world.alertIds,
    closedAlert: world.alertIds,
  }
  const calls = routes.flatMap((route) =>
    rowParamsOf(route).flatMap(([name, kind]) => (rows[kind] ? [{ route, name, id: rows[kind][hiddenAt] }] : [])),
  )
  expect(calls.length).toBeGreaterThan(10)
  for (const { route, name, id } of calls)
    for (const walker of ['root', 'administrator'] as const) {
      const permitted = expectedOf(route, walker)
      const { statusCode } = await call(route, walker, { [name]: String(id) })
      expect(statusCode, `${route.id} as ${walker}`).toBe(permitted === 'allowed' ? 404 : permitted)
    }
})
