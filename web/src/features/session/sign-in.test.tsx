import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { impersonate, login, logout } from '@gensvar/contract/identity'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { loggedInAtProvider } from '#web/testing/identity-provider.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

// One page load, as in a browser: the identity provider's client starts once and keeps its tokens.

let departures: ReturnType<typeof recordDepartures>
beforeEach(() => {
  departures = recordDepartures()
})
afterEach(() => {
  departures.stop()
  endApp()
})

const choices = [
  { universe: 'retail', title: 'Retail', users: [{ userId: 9, username: 'bo@example.org', name: 'Bo Ek' }] },
]
const actor = identityFixture({ loginStatus: 7, universeAdminUserList: choices, authToken: null })
const provider = loggedInAtProvider(200)
const base = () => signedInServer(identityFixture(), startFixture())

test("the provider's tokens sign in, with the universe and the flag of the query (LOGIN-13) (AUTH-10)", async () => {
  const app = await renderApp('/?universe=bank&change=universe', [serve(login, identityFixture()), ...base()], provider)
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  const [sent] = app.calls.filter((call) => call.route === 'login')
  expect(sent?.body).toMatchObject({ universe: 'bank', flag: 'change' })
  expect((sent?.body as { token: string }).token.split('.')).toHaveLength(3)
  expect((sent?.body as { idToken: string }).idToken.split('.')).toHaveLength(3)
  expect(provider.asked).toEqual(['authorization_code'])
})

test('the login page takes change, universe and preselectedUniverse, without view tabs and sidebars (NAV-06)', async () => {
  const universes = ['retail', 'bank'].map((name) => ({ name, title: `Nordic ${name}`, host: '' }))
  const choosing = identityFixture({ loginStatus: 5, universes, authToken: null })
  const app = await renderApp(
    '/?change=universe&universe=bank&preselectedUniverse=bank',
    [serve(login, choosing), ...base()],
    provider,
  )
  await waitFor(() => expect(screen.getByRole('button', { name: /Nordic bank/ })).toHaveFocus())
  expect(app.calls.find((call) => call.route === 'login')?.body).toMatchObject({ universe: 'bank', flag: 'change' })
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('every call after sign-in carries the token of the session (AUTH-14)', async () => {
  const app = await renderApp(
    '/?change=universe',
    [serve(login, identityFixture({ authToken: 'secret-1' })), ...base()],
    provider,
  )
  await screen.findByRole('link', { name: 'Ranking' })
  const start = app.calls.find((call) => call.route === 'getSurveyStart')
  expect(start?.headers.get('authorization')).toBe('Bearer secret-1')
})

async function pickUser() {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Organisation' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Retail' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'User' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bo Ek (bo@example.org)' }))
  await userEvent.click(screen.getByRole('button', { name: 'Impersonate' }))
}

test('a successful impersonation leads to the profile URL (LOGIN-16)', async () => {
  const profileURL = `${location.origin}/?profile=one-use`
  const app = await renderApp(
    '/?change=actas',
    [serve(login, actor), serve(impersonate, { profileURL }), ...base()],
    provider,
  )
  await pickUser()
  await waitFor(() => expect(departures.urls.map((url) => url.href)).toEqual([profileURL]))
  expect(app.calls.find((call) => call.route === 'login')?.body).toMatchObject({ flag: 'actas' })
  expect(app.calls.find((call) => call.route === 'impersonate')?.body).toMatchObject({
    universe: 'retail',
    user: 'bo@example.org',
  })
})

test('a failed one shows the body of the answer, where no error area was before (LOGIN-17) (LOGIN-21)', async () => {
  const refused = new Response('Bo Ek has more rights than you.', {
    status: 403,
    headers: { 'content-type': 'text/plain' },
  })
  await renderApp('/?change=actas', [serve(login, actor), serve(impersonate, () => refused), ...base()], provider)
  expect(await screen.findByRole('button', { name: 'Impersonate' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await pickUser()
  expect((await screen.findByRole('alert')).textContent).toBe('Bo Ek has more rights than you.')
  expect(departures.urls).toEqual([])
})

test('logout clears the session (AUTH-12a), then leaves the identity provider where the user came through it (AUTH-12b)', async () => {
  const app = await renderApp(
    '/?change=universe',
    [serve(login, identityFixture()), serve(logout, { ok: true }), ...base()],
    provider,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(departures.urls).toHaveLength(1))
  expect(app.calls.at(-1)?.route).toBe('logout')
  const [left] = departures.urls
  expect(left?.pathname).toBe('/realms/gensvar/protocol/openid-connect/logout')
  expect(left?.searchParams.get('post_logout_redirect_uri')).toBe(`${location.origin}/`)
})
