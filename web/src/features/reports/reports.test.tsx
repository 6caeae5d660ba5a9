import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parsePath, splitPath } from '@gensvar/contract/drill-path'
import { validateCookie } from '@gensvar/contract/identity'
import { createRankingReport, getReportStatus } from '@gensvar/contract/reports'
import { sessionStore } from '#web/lib/session-store.ts'
import { hasStartedReports, rememberReports } from '#web/lib/started-reports.ts'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { finished, reportFixture, reportServer, uuidOf } from '#web/testing/report-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  useScheme('light')
  endApp()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Options = Parameters<typeof renderApp>[2] & { served?: Served[]; href?: string }

function open(server: ReturnType<typeof reportServer>, { served = [], href, ...options }: Options = {}) {
  const identity = identityFixture(options.locale && { locale: options.locale })
  return renderApp(
    href ?? '/ranking/visits/country=SE',
    [...served, ...server.served, ...signedInServer(identity, startFixture())],
    options,
  )
}

/** Chooses an entry of the download menu. */
async function choose(entry: string): Promise<void> {
  const [menu] = await screen.findAllByRole('button', { name: 'Download' })
  await userEvent.click(menu!)
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

const tray = async () => within(await screen.findByRole('region', { name: 'Reports' }))
const entryOf = async (title: string) => within((await (await tray()).findByText(title)).closest('li')!)
const called = (app: RunningApp, route: string) => app.calls.filter((call) => call.route === route)
const pass = (ms: number) => vi.advanceTimersByTime(ms)

/** Waits until the status was asked for so many times. */
const statusesAre = (app: RunningApp, count: number) =>
  waitFor(() => expect(called(app, 'getReportStatus')).toHaveLength(count))

function fakeTab() {
  vi.spyOn(window, 'open').mockReturnValue({ opener: window } as unknown as Window)
}

describe('a report that is asked for', () => {
  test('shows the preparing snackbar (REPORT-01a) after the calls that create it and register the wait', async () => {
    const app = await open(reportServer())
    await choose('Ranking list (Excel)')
    const snack = await screen.findByText('Preparing report', { selector: '.mantine-Notification-description' })
    expect(snack).toBeVisible()
    const routes = app.calls.map(({ route }) => route)
    const at = routes.indexOf('createRankingReport')
    expect(routes.slice(at, at + 2)).toEqual(['createRankingReport', 'registerDownloadInitiated'])
    expect(called(app, 'registerDownloadInitiated')[0]?.params).toEqual({ survey: 'visits', taskUUID: uuidOf(1) })
  })

  test('is in the state of the session, with the user, the survey, view, drill path and filters looked at, and the snackbar (ENT-01)', async () => {
    const identity = identityFixture()
    const served = [...reportServer().served, ...signedInServer(identity, startFixture())]
    const path = 'view=products;product=tv;channel=store*web'
    const app = await renderApp(`/ranking/visits/${path}`, served)
    await choose('Ranking list (Excel)')
    const entry = await entryOf('Report 1')
    expect(await entry.findByText('Downloading. Queue position: 2 ahead')).toBeVisible()
    expect(screen.getByText('Preparing report', { selector: '.mantine-Notification-description' })).toBeVisible()
    const state = sessionStore.get()
    expect(state).toMatchObject({
      ...{ survey: 'visits', drillPath: path, token: identity.authToken },
      reports: [{ survey: 'visits', taskUUID: uuidOf(1) }],
    })
    for (const name of [
      ...['loginStatus', 'surveys', 'role', 'isRoot', 'isUserAdmin', 'locale', 'universe', 'authToken'],
      ...['userId', 'username', 'universes', 'universeAdminUserList', 'loadStatus', 'globalOverviewData'],
    ] as const)
      expect(state.identity?.[name as keyof typeof identity], name).toEqual(identity[name as keyof typeof identity])
    const views = startFixture().survey.views.map(({ extName, levels }) => ({
      extName,
      levels: levels.map(({ variable }) => variable),
    }))
    expect(splitPath(parsePath(state.drillPath), views)).toMatchObject({
      view: 'products',
      place: [{ name: 'product', values: [{ text: 'tv' }] }],
      filters: [{ name: 'channel', values: [{ text: 'store' }, { text: 'web' }] }],
    })
    // Screens whose address has none of it keep it.
    app.go('/interview/visits/1')
    await waitFor(() => expect(app.address()).toBe('/interview/visits/1'))
    expect(sessionStore.get()).toMatchObject({ survey: 'visits', drillPath: path, reports: [{ taskUUID: uuidOf(1) }] })
  })

  test('is followed each second until it is finished, and no longer (REPORT-05b)', async () => {
    const server = reportServer()
    const app = await open(server)
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    await statusesAre(app, 1)
    pass(999)
    await Promise.resolve()
    expect(called(app, 'getReportStatus')).toHaveLength(1)
    pass(1)
    await statusesAre(app, 2)
    server.change(1, finished)
    pass(1000)
    await (await tray()).findByText('Download ready')
    await statusesAre(app, 3)
    pass(5000)
    await choose('Ranking list (CSV)')
    await entryOf('Report 2')
    expect(called(app, 'getReportStatus').filter(({ params }) => params['taskUUID'] === uuidOf(1))).toHaveLength(3)
  })

  test('says its place in the queue, then how much is written, then that it is ready (REPORT-17)', async () => {
    const server = reportServer()
    await open(server)
    await choose('Ranking list (Excel)')
    const entry = await entryOf('Report 1')
    expect(await entry.findByText('Downloading. Queue position: 2 ahead')).toBeVisible()
    server.change(1, { position: 0 })
    pass(1000)
    expect(await entry.findByText('Downloading. Queue position: next')).toBeVisible()
    server.change(1, { status: 'PROCESSING' })
    pass(1000)
    expect(await entry.findByText('Preparing report')).toBeVisible()
    server.change(1, { progress: { done: 1200, total: 4800 } })
    pass(1000)
    expect(await entry.findByText('Preparing report: 1,200 of 4,800 rows')).toBeVisible()
    expect(entry.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    server.change(1, finished)
    pass(1000)
    expect(await entry.findByText('Download ready')).toBeVisible()
    expect((await tray()).getByRole('status')).toHaveTextContent('Report 1: Download ready')
  })

  test('has a Download button when it is ready, not before (REPORT-01b), which opens the file and registers completion (REPORT-02)', async () => {
    fakeTab()
    const server = reportServer()
    const app = await open(server)
    await choose('Ranking list (Excel)')
    const entry = await entryOf('Report 1')
    for (const [waiting, words] of [
      [{ position: 0 }, /Queue position: next/],
      [{ status: 'PROCESSING' }, 'Preparing report'],
    ] as const) {
      server.change(1, waiting)
      pass(1000)
      await entry.findByText(words)
      expect(entry.queryByRole('button', { name: /Download/ })).toBeNull()
    }
    server.change(1, finished)
    pass(1000)
    const button = await entry.findByRole('button', { name: 'Download' })
    expect(button).toHaveAccessibleDescription(/Report 1/)
    await userEvent.click(button)
    expect(await entry.findByText('Downloaded')).toBeVisible()
    expect(called(app, 'createTicket')[0]?.body).toEqual({ path: `/rest/reports/download/visits/${uuidOf(1)}` })
    expect(window.open).toHaveBeenCalledWith(`/rest/reports/download/visits/${uuidOf(1)}?token=once`, '_blank')
    expect(called(app, 'registerDownloadCompleted')[0]?.params).toEqual({ survey: 'visits', taskUUID: uuidOf(1) })
    await userEvent.click(entry.getByRole('button', { name: 'Remove Report 1' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
    // The file stays for the link in a mail.
    expect(called(app, 'removeReport')).toHaveLength(0)
  })

  test('is told apart from others by its title, format and time', async () => {
    const server = reportServer()
    await open(server)
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    await choose('Benchmark (PDF)')
    await entryOf('Report 2')
    server.change(2, { format: 'pdf' })
    pass(1000)
    const time = (second: number) => new Date(Date.UTC(2026, 10, 3, 9, 0, second)).toLocaleTimeString('en-GB')
    expect(await (await entryOf('Report 2')).findByText(/^PDF/)).toHaveTextContent(`PDF · ${time(2)}`)
    expect((await entryOf('Report 1')).getByText(/^Excel/)).toHaveTextContent(`Excel · ${time(1)}`)
    expect((await tray()).getAllByRole('listitem')).toHaveLength(2)
  })

  test('stays in the tray on other screens', async () => {
    const app = await open(reportServer())
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    app.go('/page/overview/visits/root')
    await waitFor(() => expect(app.address()).toContain('/page/overview'))
    expect(await entryOf('Report 1')).toBeDefined()
  })

  test('is not asked for while the window is hidden', async () => {
    const app = await open(reportServer())
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    await statusesAre(app, 1)
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    pass(5000)
    await Promise.resolve()
    expect(called(app, 'getReportStatus')).toHaveLength(1)
    seen.mockReturnValue('visible')
    pass(1000)
    await statusesAre(app, 2)
  })

  test('can be cancelled', async () => {
    const app = await open(reportServer())
    await choose('Ranking list (Excel)')
    await userEvent.click((await entryOf('Report 1')).getByRole('button', { name: 'Cancel Report 1' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
    expect(called(app, 'removeReport')[0]?.params).toEqual({ survey: 'visits', taskUUID: uuidOf(1) })
  })

  test('that failed says why, and is created once more with the same content', async () => {
    const server = reportServer()
    const app = await open(server)
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    server.change(1, { status: 'FAILED', reason: 'The survey was changed.' })
    pass(1000)
    const entry = await entryOf('Report 1')
    expect(await entry.findByText('The survey was changed.')).toBeVisible()
    expect(entry.queryByRole('button', { name: /Download/ })).toBeNull()
    await userEvent.click(entry.getByRole('button', { name: 'Try again' }))
    await entryOf('Report 2')
    await waitFor(() => expect(screen.queryByText('Report 1')).toBeNull())
    const [first, second] = called(app, 'createRankingReport')
    expect(second?.body).toEqual(first?.body)
  })

  test('whose reader may no longer see it says so instead of opening a tab', async () => {
    fakeTab()
    const server = reportServer()
    const app = await open(server)
    await choose('Ranking list (Excel)')
    const entry = await entryOf('Report 1')
    await statusesAre(app, 1)
    server.change(1, finished)
    pass(1000)
    const button = await entry.findByRole('button', { name: 'Download' })
    server.change(1, { status: 'FAILED', reason: 'Your rights have changed.' })
    await userEvent.click(button)
    expect(await entry.findByText('Your rights have changed.')).toBeVisible()
    expect(window.open).not.toHaveBeenCalled()
    expect(called(app, 'registerDownloadCompleted')).toHaveLength(0)
  })

  test('is not shown to another person in the same window', async () => {
    const server = reportServer()
    let identity = identityFixture()
    const app = await open(server, { served: [serve(validateCookie, () => identity)] })
    await choose('Ranking list (Excel)')
    await entryOf('Report 1')
    identity = identityFixture({ userId: 9, username: 'bo@example.org', authToken: 'token-of-bo' })
    server.remove(1)
    sessionStore.set({ token: null })
    app.go('/page/overview/visits/root')
    await waitFor(() => expect(sessionStore.get().identity?.userId).toBe(9))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
    await waitFor(() => expect(app.address()).toContain('/page/overview'))
    expect(screen.queryByText('Report 1')).toBeNull()
  })

  test('that the server does not create is told once, and is not in the tray', async () => {
    const served = [serve(createRankingReport, () => refusal('too_many', 'Too many reports are under way.'))]
    await open(reportServer(), { served })
    await choose('Ranking list (Excel)')
    expect(await screen.findAllByText('Too many reports are under way.')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull()
  })
})

describe('reports of before the page was loaded', () => {
  beforeEach(() => rememberReports('visits', true))

  test('are asked for where some were started in this browser, until none is left', async () => {
    rememberReports('visits', false)
    await open(reportServer([reportFixture(1)]))
    await choose('Ranking list (Excel)')
    await entryOf('Report 2')
    endApp({ keepsStorage: true })
    const later = await open(reportServer([]))
    await waitFor(() => expect(called(later, 'listReports')).toHaveLength(1))
    await waitFor(() => expect(hasStartedReports('visits')).toBe(false))
    endApp({ keepsStorage: true })
    const last = await open(reportServer([]))
    await screen.findByRole('button', { name: 'Download' })
    expect(called(last, 'listReports')).toHaveLength(0)
  })

  test('are in the tray while they are under way, or ready and not downloaded', async () => {
    const server = reportServer([
      reportFixture(5),
      reportFixture(4, { ...finished }),
      reportFixture(3, { ...finished, isDownloaded: true }),
      reportFixture(2, { status: 'FAILED', reason: 'Gone' }),
    ])
    const app = await open(server)
    const items = await waitFor(async () => {
      const found = (await tray()).getAllByRole('listitem')
      expect(found).toHaveLength(2)
      return found
    })
    expect(items[0]?.textContent).toContain('Report 5')
    expect(within(items[1]!).getByRole('button', { name: 'Download' })).toBeVisible()
    server.change(5, { position: 1 })
    pass(1000)
    expect(await (await entryOf('Report 5')).findByText(/1 ahead/)).toBeVisible()
    expect(called(app, 'getReportStatus').every(({ params }) => params['taskUUID'] === uuidOf(5))).toBe(true)
    expect(called(app, 'listReports')).toHaveLength(1)
  })

  test('say when their file is no longer there', async () => {
    const server = reportServer([reportFixture(1), reportFixture(2, { ...finished, expires: '2020-01-01T00:00:00Z' })])
    await open(server)
    expect(await (await entryOf('Report 2')).findByText(/its time is over/)).toBeVisible()
    server.remove(1)
    pass(1000)
    const entry = await entryOf('Report 1')
    expect(await entry.findByText('This report is no longer here')).toBeVisible()
    await userEvent.click(entry.getByRole('button', { name: 'Remove Report 1' }))
    await waitFor(() => expect(screen.queryByText('Report 1')).toBeNull())
  })

  test.each(['light', 'dark'] as const)('fold to one line on a phone, in the %s scheme', async (scheme) => {
    useScheme(scheme)
    await open(reportServer([reportFixture(1, finished), reportFixture(2)]), { width: 390, locale: 'fi' })
    const region = within(await screen.findByRole('region', { name: 'Raportit' }))
    expect(region.getByRole('heading')).toHaveTextContent('1/2 raporttia valmiina')
    expect(region.queryByRole('listitem')).toBeNull()
    await userEvent.click(region.getByRole('button', { name: 'Näytä raportit' }))
    expect(region.getAllByRole('listitem')).toHaveLength(2)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('the page of a report', () => {
  const href = `/reportdownload/visits/${uuidOf(1)}`

  test('asks for the status every two seconds until it is finished (REPORT-05a), shows the queue position (REPORT-03), then a Download link (REPORT-04), at its address (NAV-18)', async () => {
    fakeTab()
    rememberReports('visits', true)
    const server = reportServer([reportFixture(1)])
    const app = await open(server, { href })
    expect(await screen.findByText('Downloading. Queue position: 2 ahead')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your report')
    // The tray leaves this report to the page.
    await waitFor(() => expect(called(app, 'listReports')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
    await statusesAre(app, 1)
    pass(1999)
    await Promise.resolve()
    expect(called(app, 'getReportStatus')).toHaveLength(1)
    server.change(1, { position: 1 })
    pass(1)
    expect(await screen.findByText('Downloading. Queue position: 1 ahead')).toBeVisible()
    server.change(1, finished)
    pass(2000)
    await userEvent.click(await screen.findByRole('link', { name: 'Download' }))
    await waitFor(() => expect(called(app, 'registerDownloadCompleted')).toHaveLength(1))
    expect(window.open).toHaveBeenCalledWith(`/rest/reports/download/visits/${uuidOf(1)}?token=once`, '_blank')
    expect(await screen.findByText('Downloaded')).toBeVisible()
    pass(10_000)
    await Promise.resolve()
    // Once more before the file was opened.
    expect(called(app, 'getReportStatus')).toHaveLength(4)
    expect(await accessibilityProblems()).toEqual([])
  })

  test('says that its reader may no longer open the survey, and asks no more', async () => {
    const refused = serve(getReportStatus, () => refusal('forbidden', 'You have no access to this survey.'))
    const app = await open(reportServer(), { href, served: [refused] })
    expect(await screen.findByText(/you may no longer open its survey/)).toBeVisible()
    pass(10_000)
    await Promise.resolve()
    expect(called(app, 'getReportStatus')).toHaveLength(1)
  })

  test.each([
    ['failed', [reportFixture(1, { status: 'FAILED', reason: 'The survey was changed.' })], 'The survey was changed.'],
    ['expired', [reportFixture(1, { ...finished, expires: '2020-01-01T00:00:00Z' })], /because its time is over/],
    ['somebody else’s', [], 'This report is no longer here'],
  ])('says of one that is %s what happened, with a way on', async (_, given, words) => {
    const app = await open(reportServer(given), { href })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
    await waitFor(() => expect(app.address()).toContain('/page/overview/visits/'))
  })
})
