import { waitFor } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { getClientConfig, logout } from '@gensvar/contract/identity'
import { sessionStore } from '#web/lib/session-store.ts'
import { configFixture } from '#web/testing/fixtures.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp } from '#web/testing/render-app.tsx'
import { serve, startServing } from '#web/testing/serve.ts'
import { logOut } from './logout.ts'
import { goToProvider, startProvider } from './provider.ts'

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

test('a screen that finds the session gone while the user logs out does not sign them in again', async () => {
  const departures = recordDepartures()
  const refused = {
    route: logout,
    answer: async () => {
      void goToProvider('')
      // As long as the way there takes.
      await (await startProvider()).createLoginUrl()
      return { ok: true }
    },
  }
  const server = startServing([serve(getClientConfig, configFixture()), refused])
  sessionStorage.setItem('gensvar-id-token', 'token')
  await logOut()
  const left = () => departures.urls.map(({ pathname }) => pathname.split('/').at(-1))
  expect(left()).toEqual(['logout'])
  // Back in the browser's history the page goes on as it was.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await waitFor(() => expect(left()).toEqual(['logout', 'auth']))
  server.stop()
  departures.stop()
})
