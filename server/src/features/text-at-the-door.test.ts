import { getSurveyStatus } from '@gensvar/contract/surveys'
import type { Route } from '@gensvar/contract/define-route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { registeredRoutes } from '#server/platform/http.ts'
import { bodies } from '#server/testing/route-walk-params.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { paramsOf, urlOf } from '#server/testing/route-walk.ts'
import type { World } from '#server/testing/route-walk-world.ts'
import { testApp } from '#server/testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp()
const routes = registeredRoutes(server.app)
let world: World

beforeAll(async () => {
  world = await makeWorld(server.deps)
})
afterAll(() => server.close())

/** Invalid texts as written in a URL. */
const brokenInUrl = { NUL: 'a%00b', 'half a surrogate pair': 'a%ED%A0%80', 'invalid UTF-8': '%E5', 'no escape': '%Z5' }

/** The same in JSON. */
const brokenInJson = { NUL: 'a\\u0000b', 'half a surrogate pair': 'a\\ud800b' }

interface Sent {
  url?: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

/** Users for the routes that name one. */
const users = () => ({ username: world.usernames.root, userId: world.userIds.root })

async function send(route: Route, { url, payload, headers }: Sent) {
  return server.app.inject({
    method: route.method,
    url: url ?? urlOf(route, world, users()),
    headers: {
      ...world.headers.root,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
}

/** A rejection: 400 with the code, and the field's name if there is one. */
async function expectRefused(route: Route, sent: Sent, field?: string) {
  const { statusCode, body } = await send(route, sent)
  const shown = `${route.id} ${sent.url ?? ''} ${String(sent.payload ?? '')}: ${body}`
  expect(statusCode, shown).toBe(400)
  const answer = JSON.parse(body) as { code: string; message: string; fields?: Record<string, string> }
  expect(answer.code, shown).toBe('validation')
  if (field !== undefined) expect(Object.keys(answer.fields ?? {}), shown).toContain(field)
}

const named = (list: readonly Route[]) => list.map((route) => [route.id, route] as const)

const mark = 'MARK'

/** URLs of a route with an invalid text in place of each path parameter. */
function* brokenPaths(route: Route): Generator<[name: string, url: string, isText: boolean]> {
  for (const name of paramsOf(route)) {
    const url = urlOf(route, world, { ...users(), [name]: mark })
    for (const [kind, text] of Object.entries(brokenInUrl)) yield [name, url.replace(mark, text), kind === 'NUL']
  }
}

/** Names of the query parameters a route reads. */
function queryNames(route: Route): string[] {
  return route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : []
}

test.each(named(routes.filter((route) => paramsOf(route).length > 0)))(
  '%s refuses broken text in its path, by the parameter',
  async (_id, route) => {
    // A path with invalid escapes is rejected before its parameters are known.
    for (const [name, url, isText] of brokenPaths(route)) await expectRefused(route, { url }, isText ? name : 'path')
  },
)

describe.each(named(routes))('%s', (_id, route) => {
  test('refuses broken text in its query, by the parameter', async () => {
    const [path] = urlOf(route, world, users()).split('?')
    for (const name of [...queryNames(route), 'other'])
      for (const text of Object.values(brokenInUrl))
        await expectRefused(route, { url: `${path}?${name}=${text}` }, name)
    await expectRefused(route, { url: `${path}?a%00b=1` })
    await expectRefused(route, { url: `${path}?other=%ED%A0%80&other=1` }, 'other')
  })

  test('refuses broken text in a header it reads', async () => {
    for (const name of ['accept-language', 'cookie', 'authorization'])
      for (const text of ['sv\0', 'sv\ud800']) await expectRefused(route, { headers: { [name]: text } }, name)
  })
})

// What takes rows refuses them one by one: features/api/ingest.test.ts sends such texts in them.
const withBody = routes.filter(({ method, takesRows }) => (method === 'POST' || method === 'PUT') && !takesRows)

test.each(named(withBody))('%s refuses broken text in its body at any depth, by the field', async (_id, route) => {
  const body = JSON.stringify({ ...bodies[route.id], other: { list: [{ label: mark }] }, [mark]: 1 })
  for (const text of Object.values(brokenInJson)) {
    await expectRefused(route, { payload: body.replace(`"${mark}"}]`, `"${text}"}]`) }, 'other.list.0.label')
    await expectRefused(route, { payload: body.replace(`"${mark}":1`, `"${text}":1`) })
  }
  await expectRefused(route, { payload: Buffer.from(body.replace(`"${mark}"}]`, '"\u00e5"}]'), 'latin1') })
  await expectRefused(route, { payload: `{"other":${'['.repeat(5000)}${']'.repeat(5000)}}` }, 'other')
})

describe('outside the contract', () => {
  const provider = '/realms/gensvar'
  const local = { host: '127.0.0.1' }

  async function refused(method: 'GET' | 'POST', url: string, payload?: string | Buffer) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.app.inject({
      method,
      url,
      headers: { ...local, ...(payload !== undefined && type) },
      ...(payload !== undefined && { payload }),
    })
    expect(answer.statusCode, `${url} ${String(payload)}: ${answer.body}`).toBe(400)
    return answer.json<{ code: string; fields?: Record<string, string> }>()
  }

  test('the public page of a share refuses broken text', async () => {
    for (const text of Object.values(brokenInUrl))
      expect((await refused('GET', `/share/${text}`)).code).toBe('validation')
  })

  test.each(['login/forgot', 'login/password', 'login/abc'])(
    'the form %s of the identity provider does',
    async (page) => {
      for (const text of [...Object.values(brokenInUrl), '\0'])
        for (const field of ['username', 'password', 'code', 'demo'])
          expect(await refused('POST', `${provider}/${page}`, `${field}=${text}`)).toMatchObject({
            code: 'validation',
            fields: { [field]: expect.any(String) },
          })
      expect(await refused('POST', `${provider}/${page}`, Buffer.from('username=\u00e5', 'latin1'))).toMatchObject({
        code: 'validation',
      })
    },
  )

  test('so do the calls of its protocol, in query and form', async () => {
    for (const text of Object.values(brokenInUrl)) {
      const form = `grant_type=authorization_code&client_id=gensvar-web&code=${text}&code_verifier=x&redirect_uri=x`
      expect(await refused('POST', `${provider}/protocol/openid-connect/token`, form)).toMatchObject({
        fields: { code: expect.any(String) },
      })
      const query = `client_id=gensvar-web&response_type=code&scope=openid&redirect_uri=http://127.0.0.1/&state=${text}`
      expect(await refused('GET', `${provider}/protocol/openid-connect/auth?${query}`)).toMatchObject({
        fields: { state: expect.any(String) },
      })
    }
  })

  test('a screen opens whatever stands in its query, which nobody reads', async () => {
    const answer = await server.app.inject({ url: '/nowhere?share=50%', headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
  })
})

describe('a drill path', () => {
  test.each(['channel=a!00b', 'channel=a!ED!A0!80', 'channel=a!FF', 'store=!00'])(
    'with the escaped text %s is refused',
    async (drillPath) => {
      for (const route of routes.filter((one) => paramsOf(one).includes('drillPath') && one.id !== getSurveyStatus.id))
        await expectRefused(route, { url: urlOf(route, world, { drillPath }) })
    },
  )

  test('that cannot be read leaves the count of its alerts out of the status, and nothing else', async () => {
    const { statusCode, body } = await send(getSurveyStatus, {
      url: urlOf(getSurveyStatus, world, { drillPath: 'channel=a!00b' }),
    })
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ nOpenAlerts: null, version: expect.any(String) })
  })
})
