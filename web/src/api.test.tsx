import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { clearBugs, listBugs } from '@gensvar/contract/bugs'
import type { Route } from '@gensvar/contract/define-route'
import { call, openStream, upload, urlOf, whenSignedOut } from './api.ts'
import { ApiError } from './lib/api-error.ts'
import { errorText } from './lib/error-text.ts'
import { startI18n } from './lib/i18n.ts'
import { createQueryClient } from './lib/query-client.ts'
import { clearSession, sessionStore } from './lib/session-store.ts'
import { refusal, serve, startServing } from './testing/serve.ts'
import type { Served } from './testing/serve.ts'

let server: ReturnType<typeof startServing> | null = null

/** Starts a server that answers the served routes and replaces the one before. */
function start(...served: Served[]) {
  server?.stop()
  server = startServing(served)
  return server
}

beforeEach(() => startI18n('en'))
afterEach(() => {
  server?.stop()
  server = null
  clearSession()
})

const params = { survey: 'visits' }

async function failure(answer: () => Response): Promise<ApiError> {
  start(serve(listBugs, answer))
  const error: unknown = await call(listBugs, { params }).catch((caught: unknown) => caught)
  if (!(error instanceof ApiError)) throw new Error('The call did not fail')
  return error
}

describe('the address of a call', () => {
  test('has its placeholders filled and escaped, and no undefined values', () => {
    const path = '/rest/rankings/{survey}/{drillPath}'
    const filled = urlOf(path, { survey: 'a/b', drillPath: 'country=SE' }, { page: 1, term: undefined, of: ['x', 'y'] })
    expect(filled).toBe('/rest/rankings/a%2Fb/country%3DSE?page=1&of=x&of=y')
  })

  test('is refused when a placeholder has no value', () => {
    expect(() => urlOf('/rest/bugs/{survey}', {})).toThrow('needs survey')
  })
})

describe('the headers', () => {
  test('say who asks, about which survey and in which language', async () => {
    const { calls } = start(serve(listBugs, { bugs: [] }))
    sessionStore.set({ token: 'secret', survey: 'visits' })
    await call(listBugs, { params })
    const headers = calls[0]?.headers
    expect(headers?.get('authorization')).toBe('Bearer secret')
    expect(headers?.get('x-survey')).toBe('visits')
    expect(headers?.get('accept-language')).toBe('en-GB')
  })

  test('name the survey that the call is about while the screens still show another', async () => {
    const { calls } = start(serve(listBugs, { bugs: [] }))
    sessionStore.set({ token: 'secret', survey: 'visits' })
    await call(listBugs, { params: { survey: 'orders' } })
    await call(listBugs, { params: { survey: '-' } })
    expect(calls.map(({ headers }) => headers.get('x-survey'))).toEqual(['orders', 'visits'])
  })
})

/** Every call of the contract, and the text of every file that runs in the browser. */
const contract = import.meta.glob<Record<string, unknown>>(
  ['../../contract/src/*.ts', '!../../contract/src/*.test.ts'],
  { eager: true },
)
const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value

describe('every call', () => {
  const routes = Object.values(contract).flatMap((module) => Object.values(module).filter(isRoute))
  const withToken = routes.filter(({ permission }) => permission !== 'none')

  type Make = (route: Route, input: { params: Record<string, string> }) => Promise<unknown>

  test.each<[string, Route[], Make]>([
    ['a call', withToken, (route, input) => call(route, input)],
    [
      'a stream',
      withToken.filter(({ method }) => method === 'GET'),
      (route, input) => openStream(route, input, new AbortController().signal),
    ],
    [
      'an upload',
      withToken.filter(({ takesFile }) => takesFile),
      (route, input) => upload(route, { ...input, file: new Blob(['a']) }),
    ],
  ])('made as %s carries the token and the survey looked at (CALL-01)', async (_how, made, make) => {
    expect(made.length).toBeGreaterThan(1)
    const { calls } = start(...made.map((route) => ({ route, answer: () => Response.json(null) })))
    sessionStore.set({ token: 'secret', survey: 'visits' })
    for (const route of made) {
      // '-' names no survey, so the one looked at counts.
      const dashes: Record<string, string> = {}
      for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) dashes[name] = '-'
      await make(route, { params: dashes })
      const headers = calls.at(-1)?.headers
      expect([headers?.get('authorization'), headers?.get('x-survey')], route.id).toEqual(['Bearer secret', 'visits'])
    }
    expect(calls).toHaveLength(made.length)
  })

  test('carries neither where it is marked no auth, as three are', async () => {
    const open = routes.filter((route) => !withToken.includes(route))
    expect(open.map(({ id }) => id).toSorted()).toEqual(['getBigScreen', 'getClientConfig', 'getHealth'])
    const { calls } = start(...open.map((route) => ({ route, answer: () => Response.json(null) })))
    sessionStore.set({ token: 'secret', survey: 'visits' })
    for (const route of open) await call(route, { params: { apiKeyToken: 'a' } })
    const sent = calls.map(({ headers }) => [headers.has('authorization'), headers.has('x-survey')])
    expect(sent).toEqual(open.map(() => [false, false]))
  })

  test('is made here: no other file of the browser asks a server', () => {
    // The page of respondents, the big screen and the widgets are programs of their own, which know no session.
    const ofApp = Object.entries(sources).filter(
      ([path]) => !['answer-page', 'big-screen', 'public-widget'].includes(path.split('/')[2] ?? ''),
    )
    const asking = ofApp.filter(([, text]) =>
      /\bfetch\(|\b(?:XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/.test(text),
    )
    expect(asking.map(([path]) => path)).toEqual(['/src/api.ts'])
  })
})

describe('a failed call', () => {
  test("keeps the server's code, words and wrong fields", async () => {
    const error = await failure(() => refusal('validation', 'Two fields are wrong.', { goal: 'Enter a number' }))
    expect(error).toMatchObject({
      code: 'validation',
      message: 'Two fields are wrong.',
      fields: { goal: 'Enter a number' },
    })
    expect(errorText(error)).toBe('Two fields are wrong.')
  })

  test('goes by the status when a proxy answers with a page of its own, and does not show that page', async () => {
    const error = await failure(() => new Response('<html>busy</html>', { status: 503 }))
    expect(error.code).toBe('unavailable')
    expect(errorText(error)).toBe('The server is busy or being updated. Try again in a moment.')
  })

  test('of an unexpected kind shows the id under which support finds it', async () => {
    const error = await failure(() =>
      Response.json({ code: 'internal', message: 'x', requestId: 'r-17' }, { status: 500 }),
    )
    expect(errorText(error)).toContain('r-17')
  })

  test('without an answer says that the server cannot be reached', async () => {
    const error = await failure(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(error.code).toBe('offline')
  })

  test('with an ended session is told to the session, once it had one', async () => {
    let told = 0
    whenSignedOut(() => {
      told += 1
    })
    await failure(() => refusal('unauthenticated'))
    expect(told).toBe(0)
    sessionStore.set({ token: 'old' })
    await failure(() => refusal('unauthenticated'))
    expect(told).toBe(1)
  })
})

describe('a failure is told once', () => {
  test('a change that fails is told; data that never came is left to its own place', async () => {
    start(
      serve(clearBugs, () => refusal('forbidden')),
      serve(listBugs, () => refusal('forbidden')),
    )
    const told: unknown[] = []
    const client = createQueryClient((error) => told.push(error))
    await new MutationObserver(client, { mutationFn: () => call(clearBugs, { params }) })
      .mutate()
      .catch(() => undefined)
    expect(told).toHaveLength(1)
    await client.fetchQuery({ queryKey: ['bugs'], queryFn: () => call(listBugs, { params }) }).catch(() => undefined)
    expect(told).toHaveLength(1)
  })

  test('a refresh that fails behind data already shown is told', async () => {
    start(serve(listBugs, () => refusal('forbidden')))
    const told: unknown[] = []
    const client = createQueryClient((error) => told.push(error))
    client.setQueryData(['bugs'], { bugs: [] })
    const observer = new QueryObserver(client, { queryKey: ['bugs'], queryFn: () => call(listBugs, { params }) })
    await observer.refetch()
    expect(told).toHaveLength(1)
    expect(observer.getCurrentResult().data).toEqual({ bugs: [] })
  })
})
