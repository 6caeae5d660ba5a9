import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginStatus } from '@gensvar/contract/entities/identity'
import { getClientConfig, login, validateCookie } from '@gensvar/contract/identity'
import { configFixture, identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
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
const open = ['/', '/upgrade', '/vgs', '/finland', '/responsive']

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

describe('a deep link of somebody who has a session but is not in', () => {
  const link = '/ranking/visits/country=SE?page=2'
  const wayBack = '/?redirect=%2Franking%2Fvisits%2Fcountry%3DSE%3Fpage%3D2&survey=visits'

  test.each(Object.entries(loginStatus).filter(([, status]) => status !== loginStatus.signedIn))(
    'leads to the login screen with status %s, which knows the way back',
    async (_name, status) => {
      const identity = identityFixture({ loginStatus: status, universes: [], universeAdminUserList: [] })
      const app = await renderApp(link, [
        serve(getClientConfig, configFixture()),
        serve(validateCookie, identity),
        serve(login, identity),
      ])
      await waitFor(() => expect(app.address()).toBe(wayBack))
      // Nothing of the survey was asked for.
      expect(app.calls.map((call) => call.route)).not.toContain('getSurveyStart')
    },
  )

  test('is followed by whoever is signed in', async () => {
    const app = await renderApp(link, signedInServer(identityFixture(), startFixture()))
    await waitFor(() => expect(app.calls.map((call) => call.route)).toContain('getSurveyStart'))
    expect(app.address()).toBe(link)
    expect(departures.urls).toHaveLength(0)
  })
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

/** The link to a page in the menu, which is there with the survey. */
const pageLink = async () =>
  within(await screen.findByRole('navigation', { name: 'Pages' })).findByRole('link', { name: 'Overview' })

test('a session that could not be checked is checked again on request, and when the network is back', async () => {
  for (const again of [
    async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' })),
    async () => {
      await screen.findByRole('button', { name: 'Try again' })
      window.dispatchEvent(new Event('online'))
    },
  ]) {
    const network = { isGone: true }
    const cookie = {
      route: validateCookie,
      answer: () => {
        if (network.isGone) throw new TypeError('Failed to fetch')
        return identityFixture()
      },
    }
    await renderApp('/ranking/visits/root', [cookie, ...signedInServer(identityFixture(), startFixture())])
    expect(await screen.findByText('This could not be loaded')).toBeVisible()
    network.isGone = false
    await again()
    expect(await pageLink()).toBeVisible()
    endApp()
  }
})

test('the frame of the screen is there before the session is', async () => {
  const gate = makeGate()
  gate.close()
  const cookie = {
    route: validateCookie,
    answer: async () => {
      await gate.pass()
      return identityFixture()
    },
  }
  await renderApp('/page/overview/visits/root', [cookie, ...signedInServer(identityFixture(), startFixture())])
  await waitFor(() => expect(document.querySelector('[data-skeleton] main')).toBeVisible())
  gate.open()
  expect(await pageLink()).toBeVisible()
  expect(document.querySelector('[data-skeleton]')).toBeNull()
})
