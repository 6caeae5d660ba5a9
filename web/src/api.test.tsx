import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { clearBugs, listBugs } from '@gensvar/contract/bugs'
import { getClientConfig } from '@gensvar/contract/identity'
import { call, urlOf, whenSignedOut } from './api.ts'
import { ApiError } from './lib/api-error.ts'
import { errorText } from './lib/error-text.ts'
import { startI18n } from './lib/i18n.ts'
import { createQueryClient } from './lib/query-client.ts'
import { clearSession, sessionStore } from './lib/session-store.ts'
import { configFixture } from './testing/fixtures.ts'
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

  test('say nothing of it on a call marked no auth', async () => {
    const { calls } = start(serve(getClientConfig, configFixture()))
    sessionStore.set({ token: 'secret', survey: 'visits' })
    await call(getClientConfig, {})
    expect(calls[0]?.headers.has('authorization')).toBe(false)
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
