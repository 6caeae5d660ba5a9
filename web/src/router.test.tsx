import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { createMemoryHistory } from '@tanstack/react-router'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'
import { configFixture, identityFixture, signedInServer, startFixture } from './testing/fixtures.ts'
import { formatIn } from './lib/format.ts'
import { accessibilityProblems, endApp, renderApp } from './testing/render-app.tsx'
import { refusal, serve } from './testing/serve.ts'

afterEach(endApp)

/** How the router reads an address: the route's pattern, its parameters and its query. */
function matchOf(href: string) {
  const router = createAppRouter(
    createQueryClient(() => {}),
    createMemoryHistory({ initialEntries: ['/'] }),
  )
  const url = new URL(href, 'http://localhost')
  const last = router
    .matchRoutes(
      router.parseLocation({
        href,
        pathname: url.pathname,
        search: url.search,
        hash: '',
        state: { __TSR_index: 0 },
      } as never),
    )
    .at(-1)
  return { path: last?.fullPath, params: last?.params, search: last?.search, flags: last?.staticData.screen }
}

const defined = (search: object | undefined) =>
  Object.fromEntries(Object.entries(search ?? {}).filter(([, value]) => value !== undefined))

describe('the route table', () => {
  test.each([
    ['/alert/visits/3', '/alert/$survey/$alertId', { survey: 'visits', alertId: '3' }],
    [
      '/sample/visits/customers/9',
      '/sample/$survey/$fromPage/$sampleId',
      { survey: 'visits', fromPage: 'customers', sampleId: '9' },
    ],
    [
      '/page/overview/visits/country=SE;region=n',
      '/page/$pageId/$survey/$drillPath',
      { pageId: 'overview', survey: 'visits', drillPath: 'country=SE;region=n' },
    ],
    ['/reportdownload/visits/u-1', '/reportdownload/$survey/$reportUuid', { survey: 'visits', reportUuid: 'u-1' }],
    ['/userlist/visits', '/userlist/$survey', { survey: 'visits' }],
    ['/userdetails/visits/0', '/userdetails/$survey/$userId', { survey: 'visits', userId: '0' }],
    ['/usereditor/visits/4', '/usereditor/$survey/$userId', { survey: 'visits', userId: '4' }],
    ['/surveylist/visits', '/surveylist/$survey', { survey: 'visits' }],
    ['/sl', '/sl', {}],
    ['/survey/visits/2', '/survey/$survey/$surveyId', { survey: 'visits', surveyId: '2' }],
    ['/script/visits/2/5', '/script/$survey/$surveyId/$scriptId', { survey: 'visits', surveyId: '2', scriptId: '5' }],
    ['/script/visits/5', '/script/$survey/$scriptId', { survey: 'visits', scriptId: '5' }],
    ['/script/visits', '/script/$survey', { survey: 'visits' }],
    ['/role/visits/0', '/role/$survey/$roleId', { survey: 'visits', roleId: '0' }],
    [
      '/createmailcampaign/visits/invite/root',
      '/createmailcampaign/$survey/$mailAction/$drillPath',
      { survey: 'visits', mailAction: 'invite', drillPath: 'root' },
    ],
  ])('%s is a screen of its own', (href, path, params) => {
    const found = matchOf(href)
    expect(found.path).toBe(path)
    expect(found.params).toEqual(params)
  })

  test('the interview has an address by survey and id (NAV-12)', () => {
    const found = matchOf('/interview/visits/17')
    expect(found.path).toBe('/interview/$survey/$interviewId')
    expect(found.params).toEqual({ survey: 'visits', interviewId: '17' })
  })

  test('the rankings have an address by survey and drill path, with page, sortBy and sortDesc (NAV-11)', () => {
    const found = matchOf('/ranking/visits/view=products;product=tv?page=1&sortBy=nps&sortDesc=false')
    expect(found.path).toBe('/ranking/$survey/$drillPath')
    expect(found.params).toEqual({ survey: 'visits', drillPath: 'view=products;product=tv' })
    expect(found.search).toEqual({ page: 1, sortBy: 'nps', sortDesc: false })
  })

  test.each(['ranking', 'alertlist', 'samplelist'])(
    '/%s takes a drill path and the query of a table: page, sortBy and sortDesc (RANK-27)',
    (name) => {
      const found = matchOf(`/${name}/visits/country=SE;age=range_18_35?page=2&sortBy=csi&sortDesc=true`)
      expect(found.path).toBe(`/${name}/$survey/$drillPath`)
      expect(found.params).toEqual({ survey: 'visits', drillPath: 'country=SE;age=range_18_35' })
      expect(found.search).toEqual({ page: 2, sortBy: 'csi', sortDesc: true })
      expect(defined(matchOf(`/${name}/visits/root?page=-1&sortDesc=`).search)).toEqual({})
    },
  )

  test.each(['mailtemplate', 'smstemplate', 'lettertemplate', 'calltemplate'])(
    '/%s knows the page to return to and its modes',
    (name) => {
      const found = matchOf(`/${name}/visits/0?fromPage=send&embedded=true&duplicate=true`)
      expect(found.path).toBe(`/${name}/$survey/$templateId`)
      expect(found.search).toEqual({ fromPage: 'send', embedded: true, duplicate: true })
    },
  )

  test('/mailcampaign knows the page to return to', () => {
    expect(defined(matchOf('/mailcampaign/visits/7?fromPage=send').search)).toEqual({ fromPage: 'send' })
  })

  test('a flag hides tabs, sidebar or filters of a route', () => {
    expect(matchOf('/').flags).toEqual({ hideTabs: true, hideSidebar: true, hideFilters: true })
    expect(matchOf('/ranking/visits/root').flags).toEqual({})
    expect(matchOf('/interview/visits/1').flags).toEqual({ hideFilters: true })
  })
})

const signedIn = () => signedInServer(identityFixture(), startFixture())

const unknown = [
  '/no/such/page',
  '/rankings/visits/root',
  '/ranking',
  '/page/overview',
  '/interview/visits/1/2',
  '/api',
  '/x',
]

test.each(unknown)('the unknown path %s leads to / (NAV-02)', async (path) => {
  const app = await renderApp(path, [
    serve(getClientConfig, configFixture()),
    serve(validateCookie, identityFixture({ loginStatus: 9, authToken: null })),
  ])
  await screen.findByText('Login with a different user')
  expect(app.address()).toBe('/')
})

test('/new/<route> leads to <route>', async () => {
  const app = await renderApp('/new/ranking/visits/country=SE?page=2', signedIn())
  await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE?page=2'))
  // The session is asked for meanwhile, and is kept for the whole page: it must not arrive in the next test.
  await screen.findByRole('navigation', { name: 'Views' })
})

describe('the flags at work', () => {
  test('hidden view tabs are not shown, shown ones are (NAV-03)', async () => {
    const app = await renderApp('/ranking/visits/root', signedIn())
    await screen.findByRole('navigation', { name: 'Views' })
    app.go('/userlist/visits')
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull())
  })

  test('a page can hide the main sidebar (NAV-04)', async () => {
    const start = startFixture()
    const [first, ...others] = start.survey.pages
    start.survey.pages = [{ ...first, extname: 'overview', hide: ['sidebar'] } as (typeof others)[number], ...others]
    await renderApp('/page/overview/visits/root', signedInServer(identityFixture(), start))
    await waitFor(() => expect(document.title).toContain('Overview'))
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    endApp()
    await renderApp('/page/overview/visits/root', signedIn())
    expect(await screen.findByRole('link', { name: 'Ranking' })).toBeVisible()
  })

  test('the filter sidebar is hidden on an interview, shown on the ranking (NAV-05)', async () => {
    const app = await renderApp('/ranking/visits/root', signedIn())
    expect(await screen.findByRole('complementary', { name: 'Filters' })).toBeVisible()
    app.go('/interview/visits/1')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull())
  })
})

describe('without sign-in', () => {
  const anonymous = [serve(getClientConfig, configFixture()), serve(validateCookie, () => refusal('unauthenticated'))]

  /** A server with this client configuration; nobody is signed in. */
  const telling = (change: Parameters<typeof configFixture>[0]) => [
    serve(getClientConfig, configFixture(change)),
    ...anonymous.slice(1),
  ]

  /** No sign-in was started, and nothing of the shell is on the screen. */
  function expectOpenAndBare(app: Awaited<ReturnType<typeof renderApp>>): void {
    expect(app.calls.map((call) => call.route)).toEqual(['getClientConfig'])
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  }

  test('/upgrade shows the upgrade notice (NAV-07) (STATIC-01a) with the time of reopening (STATIC-01b)', async () => {
    const reopens = '2999-12-01T06:00:00+01:00'
    const app = await renderApp('/upgrade', telling({ upgrade: { reopens } }))
    expect(await screen.findByRole('heading', { name: 'An upgrade is in progress' })).toBeVisible()
    const time = formatIn('en').moment(reopens)
    expect(time).toContain('2999')
    expect(await screen.findByText(`The service will be available again ${time}.`)).toBeVisible()
    expectOpenAndBare(app)
    expect(await accessibilityProblems()).toEqual([])
  })

  test.each([[null], [{ reopens: '2020-01-01T06:00:00Z' }]])(
    '/upgrade names no time that is unknown or past: %j',
    async (upgrade) => {
      await renderApp('/upgrade', telling({ upgrade }))
      expect(await screen.findByText('The service will be available again shortly.')).toBeVisible()
    },
  )

  test('/vgs says without sidebars that the dashboard has moved (NAV-08) and links to the old data (STATIC-02)', async () => {
    const oldData = 'https://old.example.org/'
    const app = await renderApp('/vgs', telling({ forward: { oldData, finland: null } }))
    expect(await screen.findByRole('heading', { name: 'This dashboard has moved' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Open the old data' })).toHaveAttribute('href', oldData)
    expectOpenAndBare(app)
    expect(await accessibilityProblems()).toEqual([])
  })

  test('/finland says without sidebars that the login address has moved (NAV-08) to a .fi address (STATIC-03)', async () => {
    const finland = 'https://login.example.fi/'
    const app = await renderApp('/finland', telling({ forward: { oldData: null, finland } }))
    expect(await screen.findByRole('heading', { name: 'The login address has moved' })).toBeVisible()
    expect(screen.getByText('Sign in at the .fi address from now on.')).toBeVisible()
    expect(await screen.findByRole('link', { name: finland })).toHaveAttribute('href', finland)
    expectOpenAndBare(app)
    expect(await accessibilityProblems()).toEqual([])
  })

  test('a notice whose address is not known has no link', async () => {
    await renderApp('/vgs', anonymous)
    expect(await screen.findByRole('heading', { name: 'This dashboard has moved' })).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('/responsive shows the grid at the window (NAV-10)', async () => {
    await renderApp('/responsive', anonymous)
    expect(await screen.findByRole('heading', { name: 'Responsive test' })).toBeVisible()
    expect(screen.getAllByText('4 of 12')).toHaveLength(4)
  })
})

test('an address of a survey that does not exist says so and leads to the start page', async () => {
  const app = await renderApp('/page/overview/nothing/root', [
    serve(getSurveyStart, ({ params }) => (params['survey'] === 'visits' ? startFixture() : refusal('not_found'))),
    ...signedIn(),
  ])
  expect(await screen.findByText('There is no survey named “nothing”')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
})

test('an address of a survey of another organisation tells root which one', async () => {
  const elsewhere = refusal('not_found', 'It is elsewhere.', { universe: 'museum' })
  await renderApp('/page/overview/tours/root', [serve(getSurveyStart, () => elsewhere), ...signedIn()])
  expect(await screen.findByText('The survey “tours” is in another organisation')).toBeVisible()
  expect(screen.getByText('It belongs to museum.')).toBeVisible()
  // It leads to the provider, outside of the page.
  expect(screen.getByRole('button', { name: 'Go to museum' })).toBeVisible()
})

test("root's screens are refused to others, inside the shell", async () => {
  await renderApp('/surveylist/visits', signedIn())
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible()
})
