import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { widgets } from '@gensvar/contract/widgets/index'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const [group] = widgets['indicator-block'].example.responses.data.groups
const [north] = group?.variables ?? []
if (!north) throw new Error('The example has no tile')

const groups = [
  {
    title: 'Nearby',
    variables: [
      north,
      { ...north, title: 'South', path: null, cases: 'closed' as const },
      {
        ...north,
        title: 'Gone',
        path: null,
        value: null,
        formattedValue: null,
        suppressed: true,
        withheld: 'No such unit',
      },
    ],
  },
  {
    title: 'Far away',
    variables: [{ ...north, title: 'Oslo', shortcutPage: 'ranking', path: 'country=NO;channel=web' }],
  },
]

const named = (name: string) => screen.findByRole('article', { name })

test('is rendered with title, group menu and tiles as in the global overview, each of which leads to its place (COMP-10)', async () => {
  const block = component('indicator-block', {
    id: 'where',
    indicator: 'csi',
    groups: [{ title: 'a', paths: ['root'] }],
  })
  const app = await renderApp('/page/overview/visits/country=SE;channel=web', [
    serveWidget('indicator-block', () => ({ title: 'Regions', groups })),
    ...signedInServer(identityFixture(), startWith({ overview: [block] })),
  ])
  expect(await screen.findByRole('heading', { name: 'Regions' })).toBeVisible()
  const menu = screen.getByRole('tablist', { name: 'Groups of Regions' })
  expect(
    within(menu)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(['Nearby', 'Far away'])
  // Logo or initials, name, value, goal bar, number of answers and goal, each of the latter with more on demand.
  const tile = await named('North')
  expect(tile.querySelector('header img, header span[aria-hidden]')).not.toBeNull()
  expect(within(tile).getByText('74')).toBeVisible()
  expect(within(tile).getByTestId('score-fill')).toBeInTheDocument()
  expect(within(tile).getByTestId('goal-mark')).toBeInTheDocument()
  await userEvent.hover(within(tile).getByText('1,204 answers'))
  expect(await screen.findByRole('tooltip', { name: '1,204 interviews' })).toBeVisible()
  await userEvent.hover(within(tile).getByText('Goal 75'))
  expect(await screen.findByRole('tooltip', { name: 'Goal 75 from 1 January 2026' })).toBeVisible()

  // The figure opens what it is, with the way to what it counts there.
  await userEvent.click(within(tile).getByRole('button', { name: '74' }))
  const details = await screen.findByRole('dialog')
  expect(within(details).getByText('North')).toBeVisible()
  expect(within(details).getByText(/1,204 answers/)).toBeVisible()
  const answers = within(details).getByRole('link')
  expect(answers).toHaveAttribute('href', expect.stringContaining('country=SE;region=north'))
  await userEvent.keyboard('{Escape}')

  // Where the reader may not go there is no link, but a lock; and only the reason where there is nothing.
  const south = await named('South')
  expect(within(south).queryByRole('link')).toBeNull()
  expect(within(south).getByRole('img', { name: 'You do not have access to this' })).toBeVisible()
  const gone = await named('Gone')
  expect(within(gone).queryByRole('link')).toBeNull()
  expect(within(gone).getByRole('img', { name: 'No such unit' })).toBeVisible()

  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }

  // By keyboard from the menu to the other group, whose tile leads to its indicator's page.
  within(menu).getByRole('tab', { name: 'Nearby' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(within(await named('Oslo')).getByRole('link')).toHaveAttribute(
    'href',
    '/ranking/visits/country=NO;channel=web',
  )
  await userEvent.keyboard('{ArrowLeft}')
  const link = within(await named('North')).getByRole('link')
  expect(link).toHaveAttribute('href', '/page/overview/visits/country=SE;region=north')
  await userEvent.click(link)
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE;region=north'))
})
