import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { listCountedCases } from '@gensvar/contract/rankings'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
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
  test('shows the drill path, the search, the download menu and its components (RANK-01a, RANK-01b, RANK-01c, RANK-01e, NAV-11)', async () => {
    await open()
    expect(await screen.findByRole('table', { name: 'Units' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Drill path' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Search' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Ranking' })).toBeInTheDocument()
  })

  test('offers the reports the survey has, as not available yet', async () => {
    const { survey } = startWith({})
    const reports = { ...survey.reports, alerts: false }
    const start = startWith({ ranking: [table] })
    const shown = { ...start, survey: { ...start.survey, reports } }
    await renderApp('/ranking/visits/root', [figures, ...signedInServer(identityFixture(), shown)])
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    const report = await screen.findByRole('menuitem', { name: 'Interviews' })
    expect(report).toHaveAttribute('aria-disabled', 'true')
    expect(report).toHaveAccessibleDescription('This is not part of this version yet.')
    expect(screen.queryByRole('menuitem', { name: 'Alerts' })).toBeNull()
    expect(await accessibilityProblems()).toEqual([])
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
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/interview/visits/11'])
    // The screen of samples is not built.
    expect(list.getByText('This is not part of this version yet.')).toBeInTheDocument()
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
