import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { configFixture } from '#web/testing/fixtures.ts'
import { unknownToProvider } from '#web/testing/identity-provider.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

let departures: ReturnType<typeof recordDepartures>
beforeEach(() => {
  departures = recordDepartures()
})
afterEach(() => {
  vi.restoreAllMocks()
  departures.stop()
  endApp()
})

test("the login screen alerts 'Not logged in!' (LOGIN-14); with the client configuration loaded it shows the identity provider's login (LOGIN-15)", async () => {
  unknownToProvider()
  const order: string[] = []
  const alert = vi.spyOn(window, 'alert').mockImplementation((words: string) => void order.push(words))
  const app = await renderApp('/', [
    serve(getClientConfig, () => {
      order.push('configuration')
      return configFixture()
    }),
    serve(validateCookie, () => refusal('unauthenticated')),
  ])
  await waitFor(() => expect(departures.urls).toHaveLength(1))
  expect(alert).toHaveBeenCalledExactlyOnceWith('Not logged in!')
  expect(departures.urls[0]?.pathname).toBe('/realms/gensvar/protocol/openid-connect/auth')
  expect(departures.urls[0]?.searchParams.has('prompt')).toBe(false)
  expect(order[0]).toBe('configuration')
  const config = app.calls.find((call) => call.route === 'getClientConfig')
  expect(config?.query).toEqual({ domain: location.hostname })
  expect(config?.headers.has('authorization')).toBe(false)
})
