import { waitFor } from '@testing-library/dom'
import Keycloak from 'keycloak-js'
import { afterEach, expect, test, vi } from 'vitest'
import { validateKeycloak } from '@gensvar/contract/identity'
import { loggedInAtProvider } from '#web/testing/identity-provider.ts'
import { serve, startServing } from '#web/testing/serve.ts'
import { keepFresh } from './refresh.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a refresh is attempted every 10 s and performed only when under 60 s of validity remain (AUTH-11)', async () => {
  const provider = loggedInAtProvider(95)
  const server = startServing(
    [serve(validateKeycloak, { valid: true, username: 'anna', expiresAt: null })],
    provider.elsewhere,
  )
  const client = new Keycloak({ url: location.origin, realm: 'gensvar', clientId: 'gensvar-web' })
  await client.init({ checkLoginIframe: false, pkceMethod: 'S256' })
  expect(client.authenticated).toBe(true)

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const attempts = vi.spyOn(client, 'updateToken')
  const stop = keepFresh(client)
  const refreshes = () => provider.asked.filter((grant) => grant === 'refresh_token').length

  await vi.advanceTimersByTimeAsync(9_999)
  expect(attempts).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(20_001)
  expect(attempts).toHaveBeenCalledTimes(3)
  expect(refreshes()).toBe(0) // 65 s remain
  await vi.advanceTimersByTimeAsync(10_000)
  expect(attempts).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
  await waitFor(() => expect(refreshes()).toBe(1)) // 55 s remained
  await waitFor(() => expect(server.calls.map((call) => call.route)).toEqual(['validateKeycloak']))
  expect(server.calls[0]?.body).toEqual({ token: client.token })
  stop()
  server.stop()
})
