import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getSurveyStart, savePreference } from '@gensvar/contract/surveys'
import { getRanking } from '@gensvar/contract/rankings'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { recordDepartures } from '#web/testing/navigation.ts'
import { onPaper } from '#web/testing/paper.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { snackbarWidth } from '#web/ui/constants.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { nameColumn, ranking, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(endApp)

const server = () => signedInServer(identityFixture(), startFixture())

describe('the filter sidebar', () => {
  const sidebar = () => screen.queryByRole('complementary', { name: 'Filters' })

  test('is hidden for good, gives its room to the content, and is brought back by f', async () => {
    const app = await renderApp('/page/overview/visits/root', [serve(savePreference, { ok: true }), ...server()])
    const width = () => document.querySelector('main')!.getBoundingClientRect().width
    const hide = await screen.findByRole('button', { name: 'Hide the filters' })
    const before = width()
    await userEvent.click(hide)
    expect(sidebar()).toBeNull()
    expect(width()).toBe(before + 320)
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus()
    await waitFor(() =>
      expect(app.calls.findLast((call) => call.route === 'savePreference')).toMatchObject({
        params: { survey: '-', key: 'filters.folded' },
        body: { value: true },
      }),
    )
    await userEvent.keyboard('f')
    expect(sidebar()).toBeVisible()
    expect(sidebar()).toContainElement(document.activeElement as HTMLElement)
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
  })

  test('stays hidden where the user hid it before', async () => {
    const start = startFixture({ preferences: { 'filters.folded': true } })
    await renderApp('/page/overview/visits/channel=store', [
      serve(savePreference, { ok: true }),
      ...signedInServer(identityFixture(), start),
    ])
    const show = await screen.findByRole('button', { name: 'Filters, 1 active' })
    expect(sidebar()).toBeNull()
    await userEvent.click(show)
    expect(sidebar()).toBeVisible()
  })
})

describe('the main sidebar', () => {
  test("lists the active survey's pages, each with its icon and title (SHELL-11)", async () => {
    await renderApp('/page/overview/visits/root', server())
    const pages = await screen.findByRole('navigation', { name: 'Pages' })
    const links = await within(pages).findAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Overview', 'Ranking', 'Alerts'])
    for (const link of links) expect(link.querySelector('svg')).not.toBeNull()
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null])
  })

  test('leads to each page at the place looked at, filters included', async () => {
    await renderApp('/page/overview/visits/country=SE;channel=store', server())
    const pages = await screen.findByRole('navigation', { name: 'Pages' })
    const links = await within(pages).findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/page/overview/visits/country=SE;channel=store',
      '/ranking/visits/country=SE;channel=store',
      '/alertlist/visits/country=SE;channel=store',
    ])
  })

  test('becomes a drawer on a narrow window, behind a button', async () => {
    await renderApp('/page/overview/visits/root', server(), { width: 800 })
    await userEvent.click(await screen.findByRole('button', { name: 'Open the pages' }))
    const drawer = await screen.findByRole('dialog', { name: 'Pages' })
    const pages = await within(drawer).findByRole('navigation', { name: 'Pages' })
    expect(within(pages).getAllByRole('link')).toHaveLength(3)
  })

  test('is as wide as a phone, as filters and snackbars are: their width is 100 percent (SHELL-35)', async () => {
    await renderApp('/page/overview/visits/root', server(), { width: 390 })
    expect(snackbarWidth).toBe(100)
    for (const [button, name] of [
      [/^Open the pages$/, 'Pages'],
      [/^Filters/, 'Filters'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name: button }))
      const drawer = await screen.findByRole('dialog', { name })
      expect(drawer.getBoundingClientRect().width, name).toBe(390)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    notifyDone('Saved it')
    const snackbar = (await screen.findByText('Saved it')).closest<HTMLElement>('[role="status"]')!
    const place = snackbar.parentElement!
    expect(place.getBoundingClientRect().width).toBeGreaterThan(340)
    expect(snackbar.getBoundingClientRect().width).toBe(place.getBoundingClientRect().width)
  })

  test('collapses to icons that keep their names', async () => {
    await renderApp('/page/overview/visits/root', server())
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse' }))
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    expect(pages.textContent).toBe('')
    expect(within(pages).getByRole('link', { name: 'Ranking' })).toBeVisible()
  })
})

describe('on paper', () => {
  test('there is the content without sidebars and bars', async () => {
    await renderApp('/page/overview/visits/root', server())
    expect(await screen.findByRole('link', { name: 'Ranking' })).toBeVisible()
    expect(await screen.findByRole('complementary', { name: 'Filters' })).toBeVisible()
    const path = await screen.findByRole('navigation', { name: 'Drill path' })
    await onPaper(() => {
      for (const role of ['banner', 'complementary', 'navigation'] as const)
        expect(screen.queryAllByRole(role, { name: role === 'navigation' ? 'Pages' : undefined })).toEqual([])
      const main = screen.getByRole('main').getBoundingClientRect()
      expect([main.left, main.right]).toEqual([0, document.documentElement.clientWidth])
      const printed = document.querySelector('[data-printed]')!
      expect(printed).toBeVisible()
      expect(printed.textContent).toMatch(/^Store visits · OverviewPrinted .*20\d\d/)
      expect(getComputedStyle(path.parentElement!).position).toBe('static')
      expect(within(path).getByRole('button', { name: /^[^:]+: / })).toBeVisible()
      expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
    })
  })
})

describe('the top bar', () => {
  test('home resets the filters (SHELL-13a) and goes to the default page (SHELL-13b)', async () => {
    const app = await renderApp('/ranking/visits/country=SE;region=north;channel=store?page=2', server())
    await userEvent.click(await screen.findByRole('button', { name: 'Home' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('home goes to the default page also where a role starts on another (SHELL-13b)', async () => {
    const app = await renderApp('/page/overview/visits/country=SE;channel=store', [
      serve(getSurveyStart, startFixture({ startPage: 'overview', defaultPage: 'ranking' })),
      ...server(),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Home' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
  })

  test('the survey menu chooses the active survey (SHELL-14)', async () => {
    const app = await renderApp('/page/overview/visits/root', server())
    await userEvent.click(await screen.findByRole('button', { name: 'Survey: Store visits' }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Store visits', 'Orders'])
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Orders' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/orders/country=SE'))
    expect(app.calls.filter((call) => call.route === 'getSurveyStart').map((call) => call.params['survey'])).toContain(
      'orders',
    )
  })

  test('view tabs switch the active view and keep the filters (SHELL-15)', async () => {
    const app = await renderApp('/ranking/visits/country=SE;channel=store', server())
    const tabs = await screen.findByRole('navigation', { name: 'Views' })
    expect(within(tabs).getByRole('button', { name: 'Organisation' })).toHaveAttribute('aria-current', 'true')
    await userEvent.click(within(tabs).getByRole('button', { name: 'Products' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/view=products;channel=store'))
    expect(within(tabs).getByRole('button', { name: 'Products' })).toHaveAttribute('aria-current', 'true')
  })

  test('view tabs stand in the order the role gives them', async () => {
    await renderApp(
      '/ranking/visits/root',
      signedInServer(identityFixture(), startFixture({ viewOrder: ['products', 'organisation'] })),
    )
    const tabs = await screen.findByRole('navigation', { name: 'Views' })
    expect(
      within(tabs)
        .getAllByRole('button')
        .map((tab) => tab.textContent),
    ).toEqual(['Products', 'Organisation'])
  })

  const alerts = { open: 1207, waiting: 3, path: 'country=SE;region=north', place: 'North' }
  const allAlerts = /^1,207 open alerts in all your places \(North\), over all time$/

  test('the top bar has an alert badge with the number of open alerts: those of all places, while the path bar has nOpenAlerts of this one (SHELL-16)', async () => {
    const app = await renderApp(
      '/ranking/visits/country=SE;channel=store',
      signedInServer(identityFixture(), startFixture(), { nOpenAlerts: 7, allAlerts: alerts }),
    )
    const bar = within(await screen.findByRole('banner'))
    const badge = await bar.findByRole('button', { name: allAlerts })
    expect(within(badge).getByText('1,207')).toBeVisible()
    expect(bar.queryByText('7')).toBeNull()
    expect(await screen.findByRole('link', { name: '7 open alerts here' })).toBeVisible()
    await userEvent.click(badge)
    expect(await screen.findByText('3 of them wait for you to handle them.')).toBeVisible()
    await userEvent.click(screen.getByRole('menuitem', { name: 'List of alerts' }))
    await waitFor(() =>
      expect(app.address()).toBe('/alertlist/visits/country=SE;region=north;date=all_time?states=open'),
    )
  })

  test('what leads to a part that is not built stays, can be focused and says why', async () => {
    const start = startFixture({ builtKinds: ['rankings'] })
    await renderApp(
      '/ranking/visits/country=SE',
      signedInServer(identityFixture({ isRoot: true, isUserAdmin: true }), start, { allAlerts: alerts }),
    )
    const why = 'This is not part of this version yet.'
    const pages = await screen.findByRole('navigation', { name: 'Pages' })
    const closed = [
      await within(pages).findByRole('link', { name: 'Alerts' }),
      await screen.findByRole('link', { name: /open alerts here/ }),
    ]
    await userEvent.click(await screen.findByRole('button', { name: allAlerts }))
    closed.push(await screen.findByRole('menuitem', { name: 'List of alerts' }))
    for (const part of closed) {
      expect(part).toHaveAttribute('aria-disabled', 'true')
      expect(part).toHaveAccessibleDescription(why)
      expect(part).not.toHaveAttribute('href')
      part.focus()
      expect(part).toHaveFocus()
    }
    expect(await accessibilityProblems()).toEqual([])
    for (const open of [
      within(pages).getByRole('link', { name: 'Overview' }),
      screen.getByRole('button', { name: 'Home' }),
    ])
      expect(open).not.toHaveAttribute('aria-disabled')
  })

  test('a page without the main menu says how to leave it', async () => {
    const start = startFixture()
    const pages = start.survey.pages.map((page) =>
      page.extname === 'ranking' ? { ...page, hide: ['sidebar' as const] } : page,
    )
    const app = await renderApp(
      '/ranking/visits/country=SE',
      signedInServer(identityFixture(), { ...start, survey: { ...start.survey, pages } }),
    )
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    await userEvent.click(await screen.findByRole('link', { name: 'Leave this page: Overview' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    await screen.findByRole('navigation', { name: 'Pages' })
    expect(screen.queryByRole('link', { name: /Leave this page/ })).toBeNull()
  })

  test('the account button leads to the own details (SHELL-17)', async () => {
    const app = await renderApp('/ranking/visits/root', signedInServer(identityFixture({ userId: 4 }), startFixture()))
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Your details' }))
    await waitFor(() => expect(app.address()).toBe('/userdetails/visits/4'))
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('the users button with isUserAdmin %s stands there %i times (SHELL-18)', async (isUserAdmin, times) => {
    await renderApp('/ranking/visits/root', signedInServer(identityFixture({ isUserAdmin }), startFixture()))
    await screen.findByRole('button', { name: 'Log out' })
    expect(screen.queryAllByRole('button', { name: 'Users' })).toHaveLength(times)
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('the backend button with isRoot %s stands there %i times (SHELL-19)', async (isRoot, times) => {
    await renderApp('/ranking/visits/root', signedInServer(identityFixture({ isRoot }), startFixture()))
    await screen.findByRole('button', { name: 'Log out' })
    expect(screen.queryAllByRole('button', { name: 'Administration' })).toHaveLength(times)
  })

  test('the backend button leads to the list of surveys', async () => {
    const app = await renderApp(
      '/ranking/visits/root',
      signedInServer(identityFixture({ isRoot: true }), startFixture()),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Administration' }))
    await waitFor(() => expect(app.address()).toBe('/surveylist/visits'))
  })

  test('a role that may add users has an entry for it, and no users button (USERS-05a)', async () => {
    const app = await renderApp(
      '/ranking/visits/root',
      signedInServer(identityFixture({ isUserAdmin: false, mayAddUsers: true }), startFixture()),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'People and places' }))
    expect(screen.queryByRole('button', { name: 'Users' })).toBeNull()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add and edit users' }))
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
  })

  test('what few need is in a menu, each for those who may use it', async () => {
    const { rights, ...start } = startFixture()
    const open = (mayManageRoles: boolean, canAdministrate: boolean, canAccessStatusPage: boolean) =>
      renderApp(
        '/ranking/visits/root',
        signedInServer(identityFixture({ mayManageRoles }), {
          ...start,
          rights: { ...rights, canAdministrate, canAccessStatusPage },
        }),
      )
    await open(true, true, true)
    await userEvent.click(await screen.findByRole('button', { name: 'People and places' }))
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['Roles', 'Units', 'Respondents', 'Links and QR codes', 'Status'])
    endApp()
    await open(false, false, false)
    await screen.findByRole('button', { name: 'Log out' })
    expect(screen.queryByRole('button', { name: 'People and places' })).toBeNull()
  })

  test.each([
    [1, 0],
    [2, 1],
  ])(
    'with %i universes the change-universe button stands there %i times (SHELL-21) (LOGIN-19)',
    async (universes, times) => {
      const all = ['retail', 'bank'].map((name) => ({ name, title: name, host: '' }))
      await renderApp(
        '/ranking/visits/root',
        signedInServer(identityFixture({ universes: all.slice(0, universes) }), startFixture()),
      )
      await screen.findByRole('button', { name: 'Log out' })
      expect(screen.queryAllByRole('button', { name: 'Change organisation' })).toHaveLength(times)
    },
  )

  test('has a logout button (SHELL-22)', async () => {
    await renderApp('/ranking/visits/root', server())
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible()
  })

  test.each([
    [[], 0],
    [[{ universe: 'retail', title: 'Retail', users: [] }], 1],
  ])(
    'acting as another user is offered to universe administrators alone (LOGIN-18)',
    async (universeAdminUserList, times) => {
      await renderApp(
        '/ranking/visits/root',
        signedInServer(identityFixture({ universeAdminUserList }), startFixture()),
      )
      await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
      await screen.findByRole('menuitem', { name: 'Your details' })
      expect(screen.queryAllByRole('menuitem', { name: 'Act as another user' })).toHaveLength(times)
    },
  )
})

describe('the account menu', () => {
  test('offers the languages and colour schemes, the present ones marked', async () => {
    await renderApp('/ranking/visits/root', server())
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    const choices = await screen.findAllByRole('menuitemradio')
    expect(choices.map((choice) => choice.textContent)).toEqual([
      ...['Light', 'Dark', 'Same as the system'],
      ...['English', 'Svenska', 'Norsk', 'Dansk', 'Suomi'],
    ])
    const checked = choices.filter((choice) => choice.getAttribute('aria-checked') === 'true')
    expect(checked.map((choice) => choice.textContent)).toEqual(['Same as the system', 'English'])
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Svenska' }))
    expect(await screen.findByRole('button', { name: 'Logga ut' })).toBeVisible()
    expect(document.documentElement.lang).toBe('sv-SE')
    await userEvent.click(screen.getByRole('button', { name: 'Konto' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Mörkt' }))
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  })

  test('leads whoever may act as others there, with their organisation chosen', async () => {
    const departures = recordDepartures()
    const universeAdminUserList = [{ universe: 'retail', title: { en: 'Retail' }, users: [] }]
    const app = await renderApp(
      '/ranking/visits/root',
      signedInServer(identityFixture({ universeAdminUserList }), startFixture()),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Act as another user' }))
    await waitFor(() => expect(app.address()).toBe('/?change=actas&universe=retail&preselectedUniverse=retail'))
    await waitFor(() => expect(departures.urls).toHaveLength(1))
    departures.stop()
  })
})

test('the interface speaks the language of the user (SHELL-02)', async () => {
  await renderApp('/ranking/visits/root', signedInServer(identityFixture({ locale: 'sv' }), startFixture()))
  expect(await screen.findByRole('button', { name: 'Logga ut' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Rankning' })).toBeVisible()
})

test('says who acts as whom while acting as another user', async () => {
  await renderApp(
    '/ranking/visits/root',
    signedInServer(identityFixture({ impersonator: 'admin@example.org' }), startFixture()),
  )
  expect(await screen.findByText('You are acting as anna@example.org (signed in as admin@example.org).')).toBeVisible()
})

test('shows how fresh the figures are', async () => {
  const freshness = { updatedAt: '2026-11-20T08:00:00Z', updating: true, problem: null }
  const figures = serve(getRanking, ranking({ headers: [nameColumn()], rows: [unitRow('North', 1, [])] }))
  await renderApp('/ranking/visits/root', [
    figures,
    ...signedInServer(identityFixture(), startFixture(), { freshness }),
  ])
  const newer = await screen.findByText('Newer answers are being added.')
  expect(newer).toBeVisible()
  expect(newer.closest('[role="status"]')?.textContent).toMatch(/^Updated .* · Newer answers are being added\.$/)
})

test('says why newer answers are not in the figures', async () => {
  const freshness = { updatedAt: '2026-11-20T08:00:00Z', updating: true, problem: 'There is no room.' }
  const figures = serve(getRanking, ranking({ headers: [nameColumn()], rows: [unitRow('North', 1, [])] }))
  await renderApp('/ranking/visits/root', [
    figures,
    ...signedInServer(identityFixture(), startFixture(), { freshness }),
  ])
  expect(await screen.findByText('Newer answers cannot be added now. There is no room.')).toBeVisible()
  expect(screen.queryByText('Newer answers are being added.')).toBeNull()
})

describe('the keyboard', () => {
  test('g and a letter open a page, ? lists the keys', async () => {
    const app = await renderApp('/page/overview/visits/root', server())
    await screen.findByRole('link', { name: 'Ranking' })
    await userEvent.keyboard('gr')
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/root'))
    await userEvent.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(list).getByText('Go to Alerts')).toBeVisible()
  })
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each([1440, 390])('axe finds nothing wrong with the shell %i wide', async (width) => {
    localStorage.setItem('gensvar-colour-scheme', scheme)
    await renderApp(
      '/page/overview/visits/root',
      signedInServer(identityFixture({ isRoot: true, isUserAdmin: true }), startFixture()),
      { width },
    )
    await screen.findByRole('button', { name: /^6 open alerts in all your places/ })
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  })
})
