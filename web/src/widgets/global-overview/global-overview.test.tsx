import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent as pointer } from 'vitest/browser'
import { changeUniverse } from '@gensvar/contract/identity'
import { getGlobalOverview } from '@gensvar/contract/overview'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const visits: IndicatorVariable = { ...indicatorExample, title: { en: 'Store visits' }, extraVariables: [] }
const accounts: IndicatorVariable = {
  ...visits,
  universeName: 'Nordic Bank',
  metaInterviewName: 'accounts',
  title: 'Accounts',
  formattedValue: '61',
  value: 61,
  hideProgressBar: true,
}

const overview: GlobalOverview = {
  welcomeText: { en: 'Good morning' },
  clickText: { en: 'Pick a survey' },
  timeFilters: [
    { extName: 'rel_-1m_0d', title: { en: 'Last month' } },
    { extName: 'rel_-1y_0d', title: { en: 'Last year' } },
  ],
  indicatorBlocks: [
    {
      title: 'Retail',
      host: 'retail.example.org',
      groups: [
        { title: 'Stores', variables: [visits] },
        { title: 'Online', variables: [{ ...visits, metaInterviewName: 'orders', title: 'Orders' }] },
      ],
    },
    { title: 'Bank', host: null, groups: [{ title: 'Customers', variables: [accounts] }] },
  ],
}

const user = { loginStatus: 6, universe: null, authToken: 'token-of-anna' }

/** The login screen of somebody who chooses by the overview. */
function openLogin(more: Served[] = [], answer: GlobalOverview | ((seen: SeenCall) => GlobalOverview) = overview) {
  return renderApp('/', [
    ...more,
    serve(getGlobalOverview, (seen) => (typeof answer === 'function' ? answer(seen) : answer)),
    ...signedInServer(identityFixture(user), startFixture()),
  ])
}

const tile = (name: string) => screen.findByRole('article', { name })

test('the login screen of status 6 shows the overview (LOGIN-04) with its welcome and click text (GLOB-01)', async () => {
  const app = await openLogin()
  expect(await screen.findByText('Good morning')).toBeVisible()
  expect(screen.getByText('Pick a survey')).toBeVisible()
  const seen = app.calls.find(({ route }) => route === 'getGlobalOverview')
  expect(seen?.params).toEqual({ username: identityFixture().username, timeSpan: '-' })
})

test('the time span is chosen in a dropdown (GLOB-02)', async () => {
  const app = await openLogin([], ({ params }) =>
    params['timeSpan'] === '-' ? overview : { ...overview, welcomeText: 'A year back' },
  )
  const dropdown = await screen.findByRole('combobox', { name: 'Time span' })
  expect(
    within(dropdown)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Last month', 'Last year'])
  await userEvent.selectOptions(dropdown, 'Last year')
  expect(await screen.findByText('A year back')).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'getGlobalOverview').at(-1)?.params['timeSpan']).toBe('rel_-1y_0d')
})

test('six placeholder tiles stand in the block while its figures are on their way (GLOB-04)', async () => {
  let answer: (() => void) | undefined
  const pending = new Promise<void>((done) => {
    answer = done
  })
  const slow: Served = {
    route: getGlobalOverview,
    answer: async ({ params }: SeenCall) => {
      if (params['timeSpan'] !== '-') await pending
      return overview
    },
  }
  await renderApp('/', [slow, ...signedInServer(identityFixture(user), startFixture())])
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Time span' }), 'Last year')
  const block = screen.getByRole('region', { name: 'Retail' })
  await waitFor(() => expect(within(block).getAllByTestId('tile-placeholder')).toHaveLength(6))
  answer?.()
  expect(await within(block).findByRole('article', { name: 'Store visits' })).toBeVisible()
  expect(within(block).queryByTestId('tile-placeholder')).toBeNull()
})

describe('a block', () => {
  test('has a title, and a host line only when it has a host (GLOB-03a) (GLOB-03c)', async () => {
    await openLogin()
    const retail = await screen.findByRole('region', { name: 'Retail' })
    expect(within(retail).getByRole('heading', { name: 'Retail' })).toBeVisible()
    expect(within(retail).getByText('retail.example.org')).toBeVisible()
    const bank = screen.getByRole('region', { name: 'Bank' })
    expect(bank.querySelector('header')?.textContent).toBe('Bank')
  })

  test('has a menu of its groups (GLOB-03b) and the tiles of the one chosen (GLOB-03d)', async () => {
    await openLogin()
    const retail = await screen.findByRole('region', { name: 'Retail' })
    const menu = within(retail).getByRole('tablist', { name: 'Groups of Retail' })
    expect(
      within(menu)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Stores', 'Online'])
    expect(
      within(retail)
        .getAllByRole('article')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Store visits'])
    await userEvent.click(within(menu).getByRole('tab', { name: 'Online' }))
    expect(
      within(retail)
        .getAllByRole('article')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Orders'])
  })
})

describe('a tile', () => {
  test('shows logo and name (GLOB-05a), the logo under the dashboard’s logos by the universe’s name in lower case (GLOB-10)', async () => {
    // The browser's list of resource timings has a maximum length.
    performance.clearResourceTimings()
    await openLogin()
    const bank = await tile('Accounts')
    expect(within(bank).getByText('Accounts')).toBeVisible()
    // Without such a file the initials stand in its place.
    await waitFor(() => expect(within(bank).getByText('NB')).toBeVisible())
    const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    expect(fetched.filter((path) => path.endsWith('/logos/nordic%20bank_square.png'))).not.toEqual([])
  })

  test('shows the value (GLOB-05b) and a goal bar unless there is none (GLOB-05c)', async () => {
    await openLogin()
    const [first, second] = [await tile('Store visits'), await tile('Accounts')]
    expect(within(first).getByText('74')).toBeVisible()
    expect(within(first).getByTestId('score-fill').style.width).toBe('74.2%')
    expect(within(first).getByTestId('goal-mark').style.left).toBe('75%')
    expect(within(second).queryByTestId('score-fill')).toBeNull()
  })

  test('shows the number of interviews (GLOB-05d) and the goal (GLOB-05e), each with a tooltip', async () => {
    await openLogin([], { ...overview, indicatorBlocks: overview.indicatorBlocks.slice(0, 1) })
    const one = await tile('Store visits')
    await userEvent.hover(within(one).getByText('1,204 answers'))
    expect(await screen.findByRole('tooltip', { name: '1,204 interviews' })).toBeVisible()
    await userEvent.unhover(within(one).getByText('1,204 answers'))
    await userEvent.hover(within(one).getByText('Goal 75'))
    expect(await screen.findByRole('tooltip', { name: 'Goal 75 from 1 January 2026' })).toBeVisible()
  })

  test('says LOGIN under the pointer (GLOB-07) and when the keyboard is on it', async () => {
    await openLogin()
    const one = await tile('Store visits')
    const word = within(one).getByText('LOGIN')
    expect(getComputedStyle(word).opacity).toBe('0')
    // A real pointer: only that one makes the browser's own hover.
    await pointer.hover(one)
    await waitFor(() => expect(getComputedStyle(word).opacity).toBe('1'))
    // Beside the tile: the middle of the page, where `unhover` goes, may be on it.
    await pointer.hover(screen.getByText('Good morning'))
    await waitFor(() => expect(getComputedStyle(word).opacity).toBe('0'))
    // Real keys too: after a real click, of another test even, focus is shown by them alone.
    while (document.activeElement !== within(one).getByRole('button')) await pointer.tab()
    await waitFor(() => expect(getComputedStyle(word).opacity).toBe('1'))
  })

  test('chosen, enters its universe and goes to its survey (GLOB-06)', async () => {
    const surveys = [
      { extName: 'loans', title: 'Loans' },
      { extName: 'accounts', title: 'Accounts' },
    ]
    const app = await openLogin([serve(changeUniverse, identityFixture({ universe: 'Nordic Bank', surveys }))])
    await userEvent.click(within(await tile('Accounts')).getByRole('button'))
    await waitFor(() => expect(app.address()).toBe('/page/overview/accounts/country=SE'))
    expect(app.calls.find(({ route }) => route === 'changeUniverse')?.body).toEqual({ universe: 'Nordic Bank' })
  })

  test('with too few answers shows none of them', async () => {
    const few = {
      ...visits,
      suppressed: true,
      withheld: { en: 'Fewer than 10 answers.' },
      value: null,
      formattedValue: null,
      nInterviews: null,
      interviewsTooltip: null,
    }
    await openLogin([], {
      ...overview,
      indicatorBlocks: [{ title: 'Retail', host: null, groups: [{ title: 'Stores', variables: [few] }] }],
    })
    const one = await tile('Store visits')
    expect(within(one).getByRole('img', { name: 'Fewer than 10 answers.' })).toBeVisible()
    expect(within(one).getByText('Fewer than 10 answers.')).toBeVisible()
  })
})

test('on a page, a tile of the same universe leads to its survey', async () => {
  const all = component('global-overview', { id: 'all' })
  const own = {
    ...visits,
    universeName: identityFixture().universe ?? '',
    metaInterviewName: 'orders',
    title: 'Orders',
  }
  const app = await renderApp('/page/overview/visits/root', [
    serveWidget('global-overview', () => ({
      ...overview,
      indicatorBlocks: [{ title: 'Own', host: null, groups: [{ title: 'All', variables: [own] }] }],
    })),
    ...signedInServer(identityFixture(), startWith({ overview: [all] })),
  ])
  await userEvent.click(within(await tile('Orders')).getByRole('button'))
  await waitFor(() => expect(app.address()).toBe('/page/overview/orders/country=SE'))
})

test('without any tile says whom to ask', async () => {
  await openLogin([], { ...overview, indicatorBlocks: [] })
  expect(await screen.findByText('There is nothing to choose from here')).toBeVisible()
})
