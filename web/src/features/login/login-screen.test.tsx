import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Locale } from '@gensvar/contract/local-text'
import { globalOverviewExample } from '@gensvar/contract/entities/global-overview'
import { changeUniverse, getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { getGlobalOverview } from '@gensvar/contract/overview'
import { listSurveys } from '@gensvar/contract/survey-list'
import { sessionStore } from '#web/lib/session-store.ts'
import { configFixture, identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(() => {
  vi.useRealTimers()
  endApp()
})

type Identity = ReturnType<typeof identityFixture>

/** Opens the login screen for a user whose sign-in returns a status. */
function openWith(change: Partial<Identity>, more: Served[] = [], href = '/') {
  const identity = identityFixture({ authToken: null, ...change })
  return renderApp(href, [...more, ...signedInServer(identity, startFixture())])
}

/** What only this status shows on the screen. */
const marks: Record<number, () => HTMLElement | null> = {
  1: () => screen.queryByText(/needs to setup and verify/),
  5: () => screen.queryByRole('region', { name: 'Choose an organisation' }),
  6: () => screen.queryByRole('combobox', { name: 'Time span' }),
  7: () => screen.queryByRole('button', { name: 'Impersonate' }),
  8: () => screen.queryByRole('progressbar'),
  9: () => screen.queryByText('This user is not configured for this server.'),
}

test('the content follows the status that signing in answers (LOGIN-01)', async () => {
  for (const status of Object.keys(marks)) {
    await openWith({ loginStatus: Number(status), authToken: 'token' }, [
      serve(getGlobalOverview, globalOverviewExample),
    ])
    await waitFor(() => {
      const shown = Object.keys(marks).filter((one) => marks[Number(one)]?.() !== null)
      expect(shown).toEqual([status])
    })
    endApp()
  }
})

test("shows the server's logo, welcome and support desk (SHELL-02)", async () => {
  const config = configFixture({
    systemLogoURL: '/new/logo.svg?of=the-server',
    supportDeskURL: 'https://help.example.org/',
    language: 'sv',
  })
  await openWith({ loginStatus: 9 }, [serve(getClientConfig, config)])
  expect(await screen.findByRole('img', { name: 'Gensvar' })).toHaveAttribute('src', config.systemLogoURL)
  expect(screen.getByRole('heading', { name: 'Välkommen' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Support' })).toHaveAttribute('href', 'https://help.example.org/')
})

test('links to no support desk, and shows no logo, at an address that would run a script', async () => {
  const config = configFixture({ systemLogoURL: 'data:image/svg+xml,<svg/>', supportDeskURL: 'javascript:alert(1)' })
  await openWith({ loginStatus: 9 }, [serve(getClientConfig, config)])
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible()
  expect(screen.queryByRole('img', { name: 'Gensvar' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Support' })).toBeNull()
})

describe('status 1, an unknown user', () => {
  const words =
    'Your administrator needs to setup and verify your user profile. You will be notified when your account is activated.'

  test('says that the profile must be set up (LOGIN-02a)', async () => {
    await openWith({ loginStatus: 1 })
    expect(await screen.findByText(words)).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('offers logout (LOGIN-02b)', async () => {
    await openWith({ loginStatus: 1 })
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible()
  })
})

describe('status 5, several universes', () => {
  const universes = [
    { name: 'retail', title: { en: 'Nordic Retail' }, host: 'retail.example.org' },
    { name: 'bank', title: { en: 'Nordic Bank' }, host: 'bank.example.org' },
  ]

  test('lists name, title and host of each (LOGIN-03)', async () => {
    await openWith({ loginStatus: 5, universes })
    const list = await screen.findByRole('region', { name: 'Choose an organisation' })
    const entries = within(list).getAllByRole('button')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Nordic Retailretail · retail.example.org',
      'Nordic Bankbank · bank.example.org',
    ])
    expect(await accessibilityProblems()).toEqual([])
  })

  test('enters the one chosen and goes to its start page (LOGIN-03) (LOGIN-11b)', async () => {
    const app = await openWith({ loginStatus: 5, universes, authToken: 'token' }, [
      serve(changeUniverse, () => identityFixture({ universe: 'bank', universes })),
    ])
    await userEvent.click(await screen.findByRole('button', { name: /Nordic Bank/ }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    expect(app.calls.find((call) => call.route === 'changeUniverse')?.body).toEqual({ universe: 'bank' })
  })

  test('starts the keyboard at the preselected one (LOGIN-13)', async () => {
    await openWith({ loginStatus: 5, universes }, [], '/?preselectedUniverse=bank')
    await waitFor(() => expect(screen.getByRole('button', { name: /Nordic Bank/ })).toHaveFocus())
  })
})

describe('status 6, the overview', () => {
  test('a tile of the global overview chooses its universe (LOGIN-04)', async () => {
    const overview = globalOverviewExample
    const tile = overview.indicatorBlocks[0]?.groups[0]?.variables[0]
    const app = await openWith({ loginStatus: 6, globalOverviewData: overview, authToken: 'token' }, [
      serve(getGlobalOverview, overview),
      serve(changeUniverse, () => identityFixture({ universe: tile?.universeName ?? '' })),
    ])
    await userEvent.click(await screen.findByRole('button', { name: /login/i }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    expect(app.calls.find((call) => call.route === 'changeUniverse')?.body).toEqual({ universe: tile?.universeName })
  })
})

describe('status 7, acting as somebody else', () => {
  const universeAdminUserList = [
    {
      universe: 'retail',
      title: { en: 'Nordic Retail' },
      users: [{ userId: 9, username: 'bo@example.org', name: 'Bo Ek' }],
    },
    {
      universe: 'bank',
      title: { en: 'Nordic Bank' },
      users: [{ userId: 12, username: 'eva@example.org', name: 'Eva Lund' }],
    },
  ]

  test('picks a universe and one of its users; Impersonate waits for both (LOGIN-05) (LOGIN-06)', async () => {
    await openWith({ loginStatus: 7, universeAdminUserList })
    const button = await screen.findByRole('button', { name: 'Impersonate' })
    expect(button).toBeDisabled()
    await userEvent.click(screen.getByRole('combobox', { name: 'Organisation' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Nordic Bank' }))
    expect(button).toBeDisabled()
    await userEvent.click(screen.getByRole('combobox', { name: 'User' }))
    expect(screen.queryByRole('option', { name: /Bo Ek/ })).toBeNull()
    await userEvent.click(await screen.findByRole('option', { name: 'Eva Lund (eva@example.org)' }))
    expect(button).toBeEnabled()
  })

  test('by a link that has been used says so and leads back to the start page', async () => {
    const gone = 'This link has been used or has expired. Choose the user again.'
    const app = await openWith(
      {},
      [
        serve(validateCookie, ({ body }) =>
          (body as { profile?: string }).profile === undefined ? identityFixture() : refusal('not_found', gone),
        ),
      ],
      '/?profile=used',
    )
    expect(await screen.findByText(gone)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Back to the start page' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('given up, leads back to the start page', async () => {
    sessionStore.set({
      identity: { ...identityFixture({ loginStatus: 7, universeAdminUserList }), restricted: false },
      token: 'token',
    })
    const app = await openWith({})
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('has no error area while there is no error', async () => {
    await openWith({ loginStatus: 7, universeAdminUserList })
    await screen.findByRole('button', { name: 'Impersonate' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('status 8, loading', () => {
  /** A server that is ready after some polls. */
  function preparing(questions: number) {
    let asked = 0
    return serve(validateCookie, () => {
      asked += 1
      return asked > questions
        ? identityFixture()
        : identityFixture({ loginStatus: 8, loadStatus: asked * 20, authToken: null })
    })
  }

  test('says that the login is almost ready (LOGIN-08), with the percentage (LOGIN-07a)', async () => {
    await renderApp('/', [preparing(99), ...signedInServer(identityFixture(), startFixture())])
    expect(await screen.findByText('Your login is almost ready')).toBeVisible()
    expect(screen.getByText(/^20\s%$/)).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Your login is almost ready' })).toHaveAttribute(
      'aria-valuenow',
      '20',
    )
  })

  test('asks again every 5000 ms (LOGIN-07b) and stops when the status changes (LOGIN-07c)', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    const app = await renderApp('/', [preparing(2), ...signedInServer(identityFixture(), startFixture())])
    const asked = () => app.calls.filter((call) => call.route === 'validateCookie').length
    await screen.findByText(/^20\s%$/)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    await screen.findByText(/^40\s%$/)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(5000)
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    expect(asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked()).toBe(3)
  })
})

describe('status 9, another user is needed', () => {
  test("says 'Login with a different user' (LOGIN-09a) and that this one is not configured (LOGIN-09b)", async () => {
    await openWith({ loginStatus: 9 })
    expect(await screen.findByText('Login with a different user')).toBeVisible()
    expect(screen.getByText('This user is not configured for this server.')).toBeVisible()
  })
})

/** Opens the login screen of a server with a language; returns its greeting. */
async function welcomeOf(language: Locale): Promise<string> {
  await openWith({ loginStatus: 9 }, [serve(getClientConfig, configFixture({ language }))])
  const greeting = await waitFor(() => {
    const found = document.querySelector('[data-welcome]')
    expect(found).not.toBeNull()
    return found
  })
  return greeting?.textContent ?? ''
}

describe('the welcome follows the language of the server', () => {
  test('Swedish (LOGIN-10a)', async () => {
    expect(await welcomeOf('sv')).toMatch(/^Välkommen/)
  })
  test('Danish and Norwegian (LOGIN-10b)', async () => {
    expect(await welcomeOf('da')).toMatch(/^Velkommen/)
    endApp()
    expect(await welcomeOf('no')).toMatch(/^Velkommen/)
  })
  test('Finnish (LOGIN-10c)', async () => {
    expect(await welcomeOf('fi')).toMatch(/^Tervetuloa/)
  })
  test('English (LOGIN-10d)', async () => {
    expect(await welcomeOf('en')).toMatch(/^Welcome/)
  })
})

describe('somebody signed in', () => {
  const target = '/ranking/visits/country=SE;region=north'

  test('goes on to the redirect target when a survey is named too (LOGIN-11a) (LOGIN-12a)', async () => {
    const app = await openWith({ authToken: 'token' }, [], `/?redirect=${encodeURIComponent(target)}&survey=visits`)
    await waitFor(() => expect(app.address()).toBe(target))
  })

  test.each([
    ['neither', '/'],
    ['only the redirect', `/?redirect=${encodeURIComponent(target)}`],
    ['only the survey', '/?survey=visits'],
  ])('with %s goes to the start page (LOGIN-11b) (LOGIN-12b)', async (_, href) => {
    const app = await openWith({ authToken: 'token' }, [], href)
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('goes to the start page of the role, or else to the default page (LOGIN-12b) (ROLES-15a)', async () => {
    const app = await renderApp('/', signedInServer(identityFixture(), startFixture({ startPage: 'ranking' })))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
    endApp()
    const other = await renderApp('/', signedInServer(identityFixture(), startFixture({ startPage: 'gone' })))
    await waitFor(() => expect(other.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('with a restricted role goes to the start page like everybody', async () => {
    const app = await openWith({ authToken: 'token', restricted: true })
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test('in a Finnish universe that has moved is taken to /finland (STATIC-04a)', async () => {
    const app = await openWith({ authToken: 'token', movedTo: 'finland' })
    expect(await screen.findByRole('heading', { name: 'The login address has moved' })).toBeVisible()
    expect(app.address()).toBe('/finland')
  })

  test('in the Swedish universe that has moved is taken to /vgs (STATIC-04b), from a link to a page too', async () => {
    const app = await openWith({ authToken: 'token', movedTo: 'vgs' }, [], '/ranking/visits/root')
    expect(await screen.findByRole('heading', { name: 'This dashboard has moved' })).toBeVisible()
    expect(app.address()).toBe('/vgs')
  })

  test.each([
    [false, 'You do not have access to any survey yet. Ask an administrator of your organisation.'],
    [
      true,
      'There is no survey here yet. Ask people with a questionnaire, or use answers that you have in a spreadsheet.',
    ],
  ])('without any survey is told what to do (may make one: %s), and can leave', async (mayCreateSurveys, words) => {
    const universes = ['retail', 'bank'].map((name) => ({ name, title: name, host: '' }))
    await openWith({ authToken: 'token', surveys: [], mayCreateSurveys, isUserAdmin: true, universes })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Use your own data' })).toHaveLength(mayCreateSurveys ? 1 : 0)
    expect(screen.getByRole('button', { name: 'Change organisation' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull()
  })

  test('who is root reaches the administration before there is any survey', async () => {
    const app = await openWith({ authToken: 'token', surveys: [], isRoot: true, universe: null }, [
      serve(listSurveys, { rows: [], total: 0 }),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Administration' }))
    await waitFor(() => expect(app.address()).toBe('/surveylist/-'))
    expect(await screen.findByRole('button', { name: 'New organisation' })).toBeVisible()
  })

  test.each(['https://evil.example.org/', '//evil.example.org/', '/\\evil.example.org'])(
    'is never led to another site: %s',
    async (redirect) => {
      const app = await openWith({ authToken: 'token' }, [], `/?redirect=${encodeURIComponent(redirect)}&survey=visits`)
      await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    },
  )
})

test('is the page at /, and hides view tabs and both sidebars in every status (NAV-06)', async () => {
  // `change` and `universe` ask the identity provider first: sign-in.test.tsx.
  for (const href of ['/', '/?preselectedUniverse=retail']) {
    for (const status of Object.keys(marks)) {
      const app = await openWith(
        { loginStatus: Number(status), authToken: 'token' },
        [serve(getGlobalOverview, globalOverviewExample)],
        href,
      )
      await waitFor(() => expect(marks[Number(status)]?.(), status).not.toBeNull())
      expect(app.address()).toBe(href)
      expect(screen.queryByRole('navigation')).toBeNull()
      expect(screen.queryByRole('complementary')).toBeNull()
      endApp()
    }
  }
})
