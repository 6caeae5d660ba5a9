import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { configFixture } from '#web/testing/fixtures.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

let departures: ReturnType<typeof recordDepartures>
beforeEach(() => {
  departures = recordDepartures()
})
afterEach(() => {
  departures.stop()
  endApp()
})

test('before it says that nobody is logged in, the login screen asks the identity provider silently', async () => {
  const alert = vi.spyOn(window, 'alert').mockReturnValue()
  await renderApp('/?redirect=%2Fpage&survey=visits', [
    serve(getClientConfig, configFixture()),
    serve(validateCookie, () => refusal('unauthenticated')),
  ])
  await waitFor(() => expect(departures.urls).toHaveLength(1))
  expect(departures.urls[0]?.searchParams.get('prompt')).toBe('none')
  expect(sessionStorage.getItem('gensvar-after-sign-in')).toBe('?redirect=%2Fpage&survey=visits')
  expect(alert).not.toHaveBeenCalled()
})
