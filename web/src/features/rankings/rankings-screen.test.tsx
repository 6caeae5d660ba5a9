import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { listCountedCases } from '@gensvar/contract/rankings'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { reportServer } from '#web/testing/report-server.ts'
import { serve } from '#web/testing/serve.ts'
import {
  component,
  figure,
  header,
  nameColumn,
  ranking,
  startWith,
  unitRow,
} from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

const table = component('ranking-table', { id: 'units', title: 'Units', columns: ['csi'] })
const rows = [unitRow('=cmd', 1, [figure(76)]), unitRow('Åre, north', 2, [figure(-3)])]
const figures = serveWidget('ranking-table', () =>
  ranking({
    headers: [nameColumn(), header('csi')],
    rows,
    footer: { cells: [{ text: 'All' }, figure(70)] },
    rankingVar: 'csi',
  }),
)

function open(change: Parameters<typeof startWith>[1] = {}, href = '/ranking/visits/root') {
  return renderApp(href, [figures, ...signedInServer(identityFixture(), startWith({ ranking: [table] }, change))])
}

/** Records the files the page saves. */
function watchDownloads(): { files: { name: string; text: Promise<string> }[]; stop: () => void } {
  const files: { name: string; text: Promise<string> }[] = []
  const contents = new Map<string, Blob>()
  const make = URL.createObjectURL
  URL.createObjectURL = (blob: Blob) => {
    const url = make.call(URL, blob)
    contents.set(url, blob)
    return url
  }
  function note(event: MouseEvent): void {
    const link = event.target instanceof HTMLAnchorElement ? event.target : null
    if (link === null || link.download === '') return
    event.preventDefault()
    files.push({ name: link.download, text: contents.get(link.href)!.text() })
  }
  // The clicked link is not in the document, so listeners do not see it.
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function clicked() {
    note({ target: this, preventDefault() {} } as unknown as MouseEvent)
  }
  return {
    files,
    stop: () => {
      URL.createObjectURL = make
      HTMLAnchorElement.prototype.click = click
    },
  }
}

describe('the rankings page', () => {
  test('shows the drill path, the search, the download menu and its components (RANK-01a) (RANK-01b) (RANK-01c) (RANK-01e) (NAV-11)', async () => {
    await open()
    expect(await screen.findByRole('table', { name: 'Units' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Drill path' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Search' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Ranking' })).toBeInTheDocument()
  })

  test('lists the reports that the survey has, each by its flag, and its named reports (REPORT-08) (REPORT-09a) (REPORT-09b) (REPORT-09c) (REPORT-09d) (REPORT-09e) (REPORT-09f) (REPORT-09g) (REPORT-10)', async () => {
    const { survey } = startWith({ ranking: [table] })
    const { reports } = survey
    const off = Object.fromEntries(Object.keys(reports).map((name) => [name, false]))
    const named = [{ extname: 'monthly', title: { en: 'Monthly report' }, formats: ['pdf' as const] }]
    const menuWith = async (change: object, enableRankingListReport = false) => {
      const start = startWith({ ranking: [table] })
      const shown = { ...survey, enableRankingListReport, reports: { ...reports, ...off, named: [], ...change } }
      await renderApp('/ranking/visits/root', [
        figures,
        ...signedInServer(identityFixture(), { ...start, survey: shown }),
      ])
      await screen.findByRole('table', { name: 'Units' })
      await userEvent.click(screen.getByRole('button', { name: 'Download' }))
      const items = await screen.findAllByRole('menuitem')
      const names = items.map((item) => item.textContent)
      endApp()
      return names.filter((name) => !name.includes('as shown') && !name.startsWith('Subscribe'))
    }
    expect(await menuWith({})).toEqual([])
    expect(await menuWith({}, true)).toEqual(['Ranking list (Excel)', 'Ranking list (CSV)'])
    expect(await menuWith({ excelBenchmark: true })).toEqual(['Benchmark (Excel)'])
    expect(await menuWith({ pdfBenchmark: true })).toEqual(['Benchmark (PDF)'])
    expect(await menuWith({ interviews: true })).toEqual(['Interviews (Excel)', 'Interviews (CSV)'])
    expect(await menuWith({ alerts: true })).toEqual(['Alerts (Excel)', 'Alerts (CSV)'])
    expect(await menuWith({ actions: true })).toEqual(['Actions (Excel)', 'Actions (CSV)'])
    expect(await menuWith({ samples: true })).toEqual(['Samples (Excel)', 'Samples (CSV)'])
    expect(await menuWith({ indicators: true })).toEqual(['Indicators (Excel)', 'Indicators (CSV)'])
    expect(await menuWith({ named })).toEqual(['Monthly report (PDF)'])
  })

  test('offers no interviews, alerts and samples to who may not see them', async () => {
    const rights = { ...startWith({}).rights, canViewInterviews: false, canViewSamples: false }
    await open({ rights })
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('menuitem', { name: 'Ranking list (Excel)' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: /Interviews/ })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: /Alerts/ })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: /Samples/ })).toBeNull()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('asks for each report at the place and with the filters shown, the ranking as it is seen', async () => {
    const server = reportServer()
    const preferences = { 'columns.units.units': { shown: ['nps'], hidden: ['csi'] } }
    const start = startWith({ ranking: [table] }, { preferences })
    const units = serveWidget('ranking-table', () =>
      ranking({
        headers: [nameColumn(), header('csi'), header('nps', { extra: true })],
        rows: [unitRow('Oslo', 1, [figure(76), figure(12)]), unitRow('Bergen', 2, [figure(70), figure(2)])],
        footer: null,
        rankingVar: 'csi',
      }),
    )
    const app = await renderApp('/ranking/visits/country=SE;channel=phone?sortBy=nps&sortDesc=false', [
      units,
      ...server.served,
      ...signedInServer(identityFixture(), start),
    ])
    await userEvent.type(await screen.findByRole('textbox', { name: 'Filter the table' }), 'Oslo')
    for (const name of [
      'Ranking list (CSV)',
      'Benchmark (PDF)',
      'Interviews (CSV)',
      'Samples (Excel)',
      'Monthly report (PDF)',
      'Actions (CSV)',
    ]) {
      const [menu] = screen.getAllByRole('button', { name: 'Download' })
      await waitFor(() => expect(menu).toBeEnabled())
      await userEvent.click(menu!)
      await userEvent.click(await screen.findByRole('menuitem', { name }))
      await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    }
    const asked = await waitFor(() => {
      const found = app.calls.filter(({ route }) => /^create\w+Report$/.test(route))
      expect(found).toHaveLength(6)
      return found
    })
    expect(asked.map(({ route, params, body }) => [route, params['drillPath'], body])).toEqual([
      [
        'createRankingReport',
        'country=SE;channel=phone',
        {
          format: 'csv',
          component: 'units',
          columns: [nameColumn().value, 'nps'],
          sortVar: 'nps',
          sortDesc: false,
          filter: 'Oslo',
        },
      ],
      ['createBenchmarkReport', 'country=SE;channel=phone', { format: 'pdf' }],
      [
        'createInterviewsReport',
        'country=SE;channel=phone',
        { format: 'csv', component: 'units', columns: null, sortVar: null, sortDesc: null, filter: '' },
      ],
      ['createSamplesReport', 'country=SE;channel=phone', { format: 'xlsx' }],
      ['createNamedReport', 'country=SE;channel=phone', { format: 'pdf' }],
      ['createActionsReport', 'country=SE;channel=phone', { format: 'csv' }],
    ])
    expect(asked.at(-2)?.params['report']).toBe('monthly')
  })

  test('has the server write a list of responses that is larger than a page, of what it counts', async () => {
    const server = reportServer()
    const counted = serve(listCountedCases, () => ({
      ...ranking({
        headers: [nameColumn('Guest')],
        rows: [unitRow('Guest 1', null, [], { interviewId: 1, isComplete: true, drillPath: null })],
        footer: null,
        leafRows: true,
        totalNumberRows: 6000,
      }),
      title: 'CSI',
    }))
    const app = await renderApp('/ranking/visits/country=SE?cases=csi', [
      counted,
      ...server.served,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    await screen.findByRole('table', { name: 'Behind CSI' })
    await userEvent.click(screen.getByRole('button', { name: 'Save the table as shown' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save the table as shown (Excel)' }))
    await waitFor(() => expect(app.calls.map(({ route }) => route)).toContain('registerDownloadInitiated'))
    await userEvent.click(screen.getAllByRole('button', { name: 'Download' })[0]!)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Behind CSI as shown (CSV)' }))
    const asked = await waitFor(() => {
      const found = app.calls.filter(({ route }) => route === 'createInterviewsReport')
      expect(found).toHaveLength(2)
      return found
    })
    const list = { component: null, indicator: 'csi', sortVar: null, sortDesc: null, filter: '' }
    expect(asked[0]?.body).toEqual({ ...list, columns: [nameColumn().value], format: 'xlsx' })
    expect(asked[1]?.body).toMatchObject({ ...list, format: 'csv' })
    expect(app.calls.filter(({ route }) => route === 'listCountedCases')).toHaveLength(1)
  })

  test('saves a table as it is seen: its columns, its order, its Total, and no formulas', async () => {
    const { files, stop } = watchDownloads()
    try {
      await open()
      await screen.findByRole('table', { name: 'Units' })
      await userEvent.click(screen.getByRole('button', { name: 'Download' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Units as shown (CSV)' }))
      await waitFor(() => expect(files).toHaveLength(1))
      expect(files[0]?.name).toBe('Store visits Units.csv')
      const text = await files[0]?.text
      expect(text?.replace('\u{feff}', '')).toBe('Rank,Region,CSI\r\n1,\'=cmd,76\r\n2,"Åre, north",-3\r\n,Total,70\r\n')
    } finally {
      stop()
    }
  })

  test('lists what an indicator counts, at any level, and leads back to the ranking', async () => {
    const asked: Record<string, string | undefined>[] = []
    const counted = serve(listCountedCases, ({ params }) => {
      asked.push(params)
      const rows = [11, 12].map((id) =>
        unitRow(`Guest ${id}`, null, [], { interviewId: id, isComplete: id === 11, drillPath: null }),
      )
      return {
        ...ranking({ headers: [nameColumn()], rows, footer: null, leafRows: true, totalNumberRows: 2 }),
        title: 'CSI',
      }
    })
    const app = await renderApp('/ranking/visits/country=SE?cases=csi', [
      counted,
      figures,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    const list = within(await screen.findByRole('table', { name: 'Behind CSI' }))
    expect(asked[0]).toMatchObject({ indicator: 'csi', drillPath: 'country=SE' })
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/interview/visits/11',
      '/sample/visits/ranking/12',
    ])
    expect(screen.queryByRole('table', { name: 'Units' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Show the ranking' }))
    await screen.findByRole('table', { name: 'Units' })
    expect(app.address()).toBe('/ranking/visits/country=SE')
  })

  test('comes back where it was: sorted, and scrolled', async () => {
    const many = Array.from({ length: 400 }, (_, at) => unitRow(`Store-${at}`, at + 1, [figure(90)]))
    const server = serveWidget('ranking-table', () =>
      ranking({ headers: [nameColumn(), header('csi')], rows: many, footer: null, rankingVar: 'csi' }),
    )
    const app = await renderApp('/ranking/visits/root?sortBy=csi&sortDesc=false', [
      server,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    const scroller = () => screen.getByRole('table', { name: 'Units' }).parentElement!
    await screen.findByRole('rowheader', { name: 'Store-0' })
    scroller().scrollTop = 4000
    await userEvent.click(await screen.findByRole('link', { name: 'Store-115' }))
    await waitFor(() => expect(app.address()).toContain('/country=Store-115'))
    await waitFor(() => expect(scroller().scrollTop).toBe(0))
    app.back()
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/root?sortBy=csi&sortDesc=false'))
    await waitFor(() => expect(scroller().scrollTop).toBe(4000))
  })
})
