import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { configFixture } from '#web/testing/fixtures.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { createAppRouter } from '#web/router.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

let departures: ReturnType<typeof recordDepartures>
beforeEach(() => {
  departures = recordDepartures()
})
afterEach(() => {
  departures.stop()
  endApp()
})

const nobody = [serve(getClientConfig, configFixture()), serve(validateCookie, () => refusal('unauthenticated'))]

/** The addresses that are public in the route table; all others need sign-in. */
const open = ['/', '/upgrade', '/vgs', '/finland', '/bigscreen/$apiKeyToken', '/responsive']

/** These only redirect. */
const redirects = ['/new/$', '/$']

test('every route but those the table leaves open needs sign-in (NAV-01)', async () => {
  const { routesByPath } = createAppRouter(createQueryClient(() => {}))
  const closed = Object.keys(routesByPath).filter((path) => !open.includes(path) && !redirects.includes(path))
  expect(closed.length).toBeGreaterThan(20)
  for (const path of closed) {
    const seen = departures.urls.length
    const href = path.replaceAll(/\$\w+/g, '1')
    const app = await renderApp(href, nobody)
    await waitFor(() => expect(departures.urls.length, href).toBe(seen + 1))
    expect(departures.urls.at(-1)?.pathname).toBe('/realms/gensvar/protocol/openid-connect/auth')
    expect(app.calls.map((call) => call.route).filter((route) => route !== 'getClientConfig')).toEqual([
      'validateCookie',
    ])
    endApp()
  }
})

test('the first call already carries the survey of the address', async () => {
  const app = await renderApp('/ranking/visits/country=SE', nobody)
  await waitFor(() => expect(departures.urls).toHaveLength(1))
  const [first] = app.calls
  expect(first?.route).toBe('validateCookie')
  expect(first?.headers.get('x-survey')).toBe('visits')
})

test('a protected route sends somebody not signed in to the identity provider (AUTH-13)', async () => {
  const alert = vi.spyOn(window, 'alert').mockReturnValue()
  await renderApp('/ranking/visits/country=SE?page=2', nobody)
  await waitFor(() => expect(departures.urls).toHaveLength(1))
  const login = departures.urls[0]
  expect(login?.pathname).toBe('/realms/gensvar/protocol/openid-connect/auth')
  const asked = Object.fromEntries(login?.searchParams ?? [])
  expect(asked).toMatchObject({ client_id: 'gensvar-web', response_type: 'code', code_challenge_method: 'S256' })
  expect(asked['prompt']).toBeUndefined()
  expect(sessionStorage.getItem('gensvar-after-sign-in')).toBe(
    '?redirect=%2Franking%2Fvisits%2Fcountry%3DSE%3Fpage%3D2&survey=visits',
  )
  expect(alert).not.toHaveBeenCalled()
})
