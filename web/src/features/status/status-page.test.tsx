import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { getSurveyWork } from '@gensvar/contract/status'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const whole = { states: [5000, 60, 400, 20, 10], responseRate: 92.5 }
const unit = (title: string) => ({
  title,
  path: `country=SE;region=${title}`,
  accessAllowed: true,
  states: [50, 6, 4, 2, null],
  responseRate: null,
})
const work = {
  deliveries: { waiting: 763, failed: 279, unknown: 1 },
  tasks: { waiting: 2, running: 1, failed: 7 },
}

function open() {
  return renderApp('/status/visits', [
    serve(getSurveyWork, ({ params }) =>
      params['drillPath'] === 'country=SE'
        ? { whole, level: 'Region', units: [unit('North'), unit('South')], withheld: null, work }
        : { whole: { ...whole, states: [50, 6, 4, 2, 1] }, level: null, units: [], withheld: null, work: null },
    ),
    ...signedInServer(identityFixture(), startFixture()),
  ])
}

test('the status page shows samples by state and unit, and what waits or has failed', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Status of Store visits', level: 1 })).toBeVisible()
  const main = within(screen.getByRole('main'))
  for (const text of ['5,000', '92.5 %', '763', '279', '7']) expect(await main.findByText(text)).toBeVisible()
  const row = (await screen.findByRole('rowheader', { name: 'North' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['50', '6', '4', '2', '—', '—'])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('a unit opens its own numbers, and the way leads back', async () => {
  const app = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'South' }))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  const way = within(screen.getByRole('navigation', { name: 'Place' }))
  expect(way.getByText('South')).toHaveAttribute('aria-current', 'page')
  await userEvent.click(way.getByRole('button', { name: 'Everything' }))
  expect(await screen.findByRole('rowheader', { name: 'North' })).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'getSurveyWork').map(({ params }) => params['drillPath'])).toContain(
    'country=SE;region=South',
  )
})

test('the status page says so to a role that may not open it', async () => {
  await renderApp('/status/visits', [
    serve(getSurveyWork, () => refusal('forbidden', 'Your role may not open the status page of this survey.')),
    ...signedInServer(identityFixture(), startFixture()),
  ])
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})
