import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Answer = WidgetAnswer<'action-overview', 'data'>
type UnitRow = Answer['rows'][number]

const unit = (name: string, change: Partial<UnitRow> = {}): UnitRow => ({
  drillPath: `country=SE;region=${name.toLowerCase()}`,
  title: name,
  nOpen: 3,
  nCompleted: 5,
  nFailed: 1,
  nDue: 0,
  ...change,
})

interface Surroundings {
  rootOnly?: boolean
  isRoot?: boolean
  canEvaluate?: boolean
  path?: string
}

function open(rows: UnitRow[], surroundings: Surroundings = {}) {
  const { rootOnly = false, isRoot = false, canEvaluate = isRoot, path = 'country=SE' } = surroundings
  const overview = component('action-overview', { id: 'units', size: 8, rootOnly })
  return renderApp(`/page/overview/visits/${path}`, [
    serveWidget('action-overview', () => ({ rows, canEvaluate })),
    ...signedInServer(identityFixture({ isRoot }), startWith({ overview: [overview] })),
  ])
}

const table = () => screen.findByRole('table', { name: 'Actions by unit' })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('is rendered with the numbers of each unit (COMP-11)', async () => {
  await open([unit('North', { nOpen: 1204, nDue: 2 }), unit('South')])
  const shown = await table()
  expect(
    within(shown)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Unit', 'Open', 'Overdue', 'Completed', 'Failed'])
  expect(cells(within(shown).getByRole('row', { name: /North/ })).slice(-4)).toEqual(['1,204', '2', '5', '1'])
})

test('a row leads to its unit on the same page', async () => {
  const app = await open([unit('North'), unit('South')])
  const row = within(await table()).getByRole('row', { name: /South/ })
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/page/overview/visits/country=SE;region=south')
  await userEvent.click(within(row).getByText('5'))
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE;region=south'))
})

test('the row of the place itself leads nowhere', async () => {
  await open([unit('North')], { path: 'country=SE;region=north' })
  expect(within(await table()).queryByRole('link')).toBeNull()
})

test('is sorted by its numbers', async () => {
  await open([unit('North', { nOpen: 9 }), unit('South', { nOpen: 10 })])
  await userEvent.click(within(await table()).getByRole('button', { name: /^Open/ }))
  await waitFor(() => {
    const names = screen.getAllByRole('link', { name: /^(North|South)$/ }).map((link) => link.textContent)
    expect(names).toEqual(['South', 'North'])
  })
})

describe('flagged for root users', () => {
  test('is visible to root only (ACTION-30), and marked for them', async () => {
    const app = await open([unit('North')], { rootOnly: true })
    await screen.findAllByRole('link', { name: /overview/i })
    expect(screen.queryByRole('table')).toBeNull()
    expect(app.calls.filter((call) => call.route === 'getWidgetData')).toEqual([])
    endApp()
    await open([unit('North')], { rootOnly: true, isRoot: true })
    await table()
    expect(screen.getByText('root only')).toBeVisible()
    endApp()
    await open([unit('North')], { isRoot: true })
    await table()
    expect(screen.queryByText('root only')).toBeNull()
  })
})

test('offers to evaluate to whom the server lets', async () => {
  await open([unit('North')])
  await table()
  expect(screen.queryByRole('button', { name: 'Evaluate' })).toBeNull()
  endApp()
  await open([unit('North')], { isRoot: true })
  await table()
  expect(screen.getByRole('button', { name: 'Evaluate' })).toBeVisible()
})

test('says that there are no units', async () => {
  await open([])
  expect(await screen.findByText('No units here')).toBeVisible()
})

test('has no accessibility problems in either scheme', async () => {
  await open([unit('North'), unit('South')], { isRoot: true, rootOnly: true })
  await table()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
