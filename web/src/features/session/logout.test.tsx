import { waitFor } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { getClientConfig, logout } from '@gensvar/contract/identity'
import { sessionStore } from '#web/lib/session-store.ts'
import { configFixture } from '#web/testing/fixtures.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp } from '#web/testing/render-app.tsx'
import { serve, startServing } from '#web/testing/serve.ts'
import { logOut } from './logout.ts'

afterEach(endApp)

test('logout clears the session (AUTH-12a) and, for a user the identity provider does not know, opens the login screen (AUTH-12c)', async () => {
  const departures = recordDepartures()
  const server = startServing([serve(getClientConfig, configFixture()), serve(logout, { ok: true })])
  sessionStore.set({ token: 'token', survey: 'visits' })
  await logOut()
  await waitFor(() => expect(departures.urls.map((url) => url.href)).toEqual([`${location.origin}/`]))
  expect(server.calls.map((call) => call.route)).toContain('logout')
  expect(sessionStore.get().token).toBeNull()
  server.stop()
  departures.stop()
})
