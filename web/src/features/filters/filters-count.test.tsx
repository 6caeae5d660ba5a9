import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { countAnswers, getSegmentedDrillPath } from '@gensvar/contract/paths'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

test.each([
  ['root', 'Filters'],
  ['illegal=_1', 'Filters'],
  ['illegal=_1;gender=woman;date=rel_-30d_0d', 'Filters, 2 active'],
])('at %s the button of the drawer reads "%s": the hidden filter does not count', async (path, name) => {
  await renderApp(
    `/ranking/visits/${path}`,
    [
      ...signedInServer(identityFixture(), startFixture()),
      serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
    ],
    { width: 390 },
  )
  expect(await screen.findByRole('button', { name })).toBeVisible()
})

test('the drawer of a phone shows the answers that the filters leave, and says how many', async () => {
  const app = await renderApp(
    '/page/overview/visits/root',
    [
      ...signedInServer(identityFixture(), startFixture()),
      serve(countAnswers, ({ params }) => ({ n: params['drillPath'] === 'root' ? 4713 : null })),
    ],
    { width: 390 },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  const drawer = await screen.findByRole('dialog', { name: 'Filters' })
  const button = await within(drawer).findByRole('button', { name: 'Show 4,713 answers' })
  expect(app.calls.find(({ route }) => route === countAnswers.id)?.query).toEqual({ interval: 'last_3m' })
  app.go('/page/overview/visits/country=SE')
  expect(await within(drawer).findByRole('button', { name: 'Show the answers' })).toBeVisible()
  app.go('/page/overview/visits/root')
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
})
