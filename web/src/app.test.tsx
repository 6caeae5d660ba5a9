import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { identityFixture, signedInServer, startFixture } from './testing/fixtures.ts'
import { endApp, renderApp } from './testing/render-app.tsx'
import type { RunningApp } from './testing/render-app.tsx'

afterEach(endApp)

/** Languages in which a survey's start data was requested, in order. */
function languagesAsked(app: RunningApp, survey: string): (string | null)[] {
  return app.calls
    .filter((call) => call.route === 'getSurveyStart' && call.params['survey'] === survey)
    .map((call) => call.headers.get('accept-language'))
}

test('what the server writes is asked for again in the language chosen, also what is not shown at the moment', async () => {
  const app = await renderApp('/ranking/visits/root', signedInServer(identityFixture(), startFixture()))
  await screen.findByRole('link', { name: 'Ranking' })
  app.go('/ranking/orders/root')
  await waitFor(() => expect(languagesAsked(app, 'orders')).toEqual(['en-GB']))
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Suomi' }))
  await waitFor(() => expect(languagesAsked(app, 'orders')).toEqual(['en-GB', 'fi-FI']))
  expect(languagesAsked(app, 'visits')).toEqual(['en-GB'])
  app.go('/ranking/visits/root')
  await waitFor(() => expect(languagesAsked(app, 'visits')).toEqual(['en-GB', 'fi-FI']))
})
