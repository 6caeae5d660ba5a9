import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { savePreference } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { onPaper } from '#web/testing/paper.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
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

const table = component('ranking-table', {
  id: 'units',
  sortBy: 'csi',
  columns: ['csi', 'nps', { value: 'helpful', extra: true }],
})
const headers = [
  nameColumn(),
  header('csi'),
  header('nps', { helpText: 'Promoters less detractors' }),
  header('helpful', { extra: true }),
]
const rows = [
  unitRow('North', 1, [figure(76, { goalStatus: true, n: 310 }), figure(44), figure(81)]),
  unitRow('South', 2, [figure(71, { goalStatus: false }), figure(38), figure(79)]),
  unitRow('West', 3, [figure(64), figure(12), figure(70)], { accessAllowed: false }),
  unitRow('East', null, [
    { text: '', value: null, n: null, suppressed: true, helpText: { en: 'Fewer than 5 answers.' } },
    figure(3),
    figure(60),
  ]),
]
const footer = { cells: [{ text: 'All' }, figure(72, { n: 1204 }), figure(33), figure(77)] }
const units = ranking({ headers, rows, footer, rankingVar: 'csi' })

interface Options {
  answer?: (seen: SeenCall) => Parameters<typeof ranking>[0] | Response
  start?: Parameters<typeof startWith>[1]
  width?: number
  locale?: 'en' | 'fi'
  href?: string
}

function open({ answer, start, width, locale = 'en', href = '/ranking/visits/root' }: Options = {}) {
  const figures = serveWidget('ranking-table', (_id, seen) => {
    const given = answer?.(seen)
    if (given === undefined) return units
    return given instanceof Response ? given : ranking(given)
  })
  const shown = startWith({ ranking: [table] }, start)
  return renderApp(
    href,
    [figures, serve(savePreference, { ok: true }), ...signedInServer(identityFixture({ locale }), shown)],
    { width, locale },
  )
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!
const namesShown = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const lastCall = (calls: SeenCall[]) => calls.filter((call) => call.route === 'getWidgetData').at(-1)!

describe('a ranking of units', () => {
  test('has a column with the rank, empty where there is none (RANK-05)', async () => {
    await open()
    const north = await rowOf('North')
    expect(within(north).getAllByRole('cell')[0]).toHaveTextContent('1')
    expect(within(await rowOf('East')).getAllByRole('cell')[0]?.textContent).toBe('')
    expect(screen.getByRole('columnheader', { name: '#' })).toBeVisible()
  })

  test("ends with a row labelled 'Total' with the figures of the place (RANK-06)", async () => {
    await open()
    const total = (await screen.findByRole('rowheader', { name: 'Total' })).closest('tr')!
    expect(total.parentElement?.tagName).toBe('TFOOT')
    expect(
      within(total)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['', '72', '33'])
  })

  test('shows figures at the right with whether the goal is met, by icon and word (RANK-15b)', async () => {
    await open()
    const [, csi] = within(await rowOf('North')).getAllByRole('cell')
    expect(csi).toHaveTextContent('76Goal met')
    // Only what misses its goal has an icon.
    expect(csi?.querySelector('[data-goal] svg, [data-few] svg')).toBeNull()
    expect(getComputedStyle(csi!).textAlign).toBe('right')
    const missed = within(await rowOf('South')).getByText('Goal missed')
    expect(missed.closest('td')?.querySelector('[data-goal] svg, [data-few] svg')).not.toBeNull()
  })

  test('marks a value of few answers, or close to its goal, with a quiet sign and words, and says why a unit has no rank', async () => {
    const few = unitRow('Small', null, [figure(91, { goalStatus: false, n: 4, few: true }), figure(44), figure(81)])
    const near = unitRow('Near', 4, [figure(72, { goalStatus: true, near: true }), figure(44), figure(81)])
    await open({ answer: () => ({ headers, rows: [...rows, few, near], footer, rankingVar: 'csi' }) })
    const [, csi] = within(await rowOf('Small')).getAllByRole('cell')
    expect(csi).toHaveTextContent('91Few answers')
    expect(csi?.textContent).not.toContain('Goal')
    expect(within(csi!).getByTitle('4 answers · Few answers')).toBeVisible()
    const colour = getComputedStyle(within(csi!).getByTitle(/Few/)).color
    expect(colour).not.toBe('rgb(190, 0, 0)')
    const [, ofNear] = within(await rowOf('Near')).getAllByRole('cell')
    expect(ofNear).toHaveTextContent('72Not certain if the goal is met')
    expect(ofNear?.querySelector('[data-goal] svg')).not.toBeNull()
    expect(screen.getByText('Units with fewer than 10 answers have no rank.')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('tells possible ranks, joins those that cannot be told apart, and shows moves that are more than chance', async () => {
    const fair = [
      { ...unitRow('North', 1, [figure(76), figure(44), figure(81)]), rankRange: { from: 1, to: 1 } },
      { ...unitRow('South', 2, [figure(71), figure(38), figure(79)]), rankRange: { from: 2, to: 3 } },
      { ...unitRow('West', 3, [figure(70), figure(12), figure(70)]), rankRange: { from: 2, to: 3 } },
    ]
    const [north, south, west] = fair as [RankingRow, RankingRow, RankingRow]
    north.before = { rank: 3, isMore: true }
    north.cells[1] = { ...figure(76, { n: 310 }), besideRest: 'greater' }
    south.joined = 'below'
    south.before = { rank: 1, isMore: false }
    west.joined = 'above'
    west.cells[1] = { ...figure(70, { n: 12 }), own: '64' }
    const more = { among: 3, trendTime: { en: 'October to December 2025' }, isShrunk: true }
    await open({ answer: () => ({ headers, rows: fair, footer, rankingVar: 'csi', ...more }) })
    const cellsOf = async (name: string) => within(await rowOf(name)).getAllByRole('cell')
    const [rank, csi] = await cellsOf('North')
    expect(rank?.textContent).toBe(
      '1, Told apart from all other units · Rank 3 before (October to December 2025) · its value has changed by more than chance2',
    )
    expect(within(csi!).getByTitle('310 answers · Higher than the other units, by more than chance')).toBeVisible()
    const [second] = await cellsOf('South')
    expect(second?.textContent).toMatch(/^2, May be rank 2 to 3 of 3 · Rank 1 before .* may be chance$/)
    expect(second?.querySelector('[data-joined=below]')).not.toBeNull()
    const [third, own] = await cellsOf('West')
    expect(third?.querySelector('[data-joined=above]')).not.toBeNull()
    expect(within(own!).getByTitle('12 answers · Its own value is 64')).toBeVisible()
    expect(screen.getByText('Units joined by a line cannot be told apart from the best of them.')).toBeVisible()
    // The line is a background, and a name that is cut has its tooltip on screens only.
    await onPaper(() => {
      expect(getComputedStyle(second!.querySelector('[data-joined]')!).printColorAdjust).toBe('exact')
      const [name] = screen.getAllByText(/^(North|South)$/)
      expect(getComputedStyle(name!).whiteSpace).toBe('normal')
    })
    expect(screen.getByText(/is drawn towards the mean of all units, the more the fewer/)).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('shows a dash and a reason where too few answers stand behind a figure', async () => {
    await open()
    const [, csi] = within(await rowOf('East')).getAllByRole('cell')
    expect(within(csi!).getByRole('img', { name: 'Fewer than 5 answers.' })).toHaveTextContent('—')
  })

  test('marks a unit one may not see and opens it neither by mouse nor by key (RANK-08)', async () => {
    const app = await open()
    const west = await rowOf('West')
    expect(within(west).getByText('You do not have access to this unit')).toBeInTheDocument()
    expect(within(west).queryByRole('link')).toBeNull()
    await userEvent.click(within(west).getByText('West'))
    await userEvent.click(within(west).getByText('64'))
    within(west).getByText('West').closest<HTMLElement>('[data-stop]')!.focus()
    await userEvent.keyboard('{Enter}')
    expect(app.address()).toBe('/ranking/visits/root')
  })

  test('goes down into a unit by a click on its name or beside it (RANK-12)', async () => {
    const app = await open()
    await userEvent.click(within(await rowOf('North')).getByRole('link', { name: 'North' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=North'))
    await userEvent.click(within(await rowOf('South')).getByText('38'))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=South'))
  })

  test('sorts on the server by the column clicked and says so in the address (RANK-27)', async () => {
    const app = await open()
    expect(await screen.findByRole('columnheader', { name: /CSI/ })).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(screen.getByRole('button', { name: 'NPS' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/root?sortBy=nps&sortDesc=true'))
    await waitFor(() => expect(lastCall(app.calls).query).toMatchObject({ sortVar: 'nps', sortDesc: 'true' }))
    expect(screen.getByRole('columnheader', { name: /NPS/ })).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(screen.getByRole('button', { name: 'NPS' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/root?sortBy=nps&sortDesc=false'))
    await waitFor(() => expect(lastCall(app.calls).query).toMatchObject({ sortVar: 'nps', sortDesc: 'false' }))
  })

  test('takes sorting from the address, so that it survives reload and back (RANK-27)', async () => {
    const app = await open({ href: '/ranking/visits/root?sortBy=nps&sortDesc=false' })
    expect(await screen.findByRole('columnheader', { name: /NPS/ })).toHaveAttribute('aria-sort', 'ascending')
    expect(lastCall(app.calls).query).toMatchObject({ sortVar: 'nps', sortDesc: 'false' })
  })

  test('leaves out a column to sort by that the place does not have', async () => {
    const app = await open({
      href: '/ranking/visits/root?sortBy=gone&sortDesc=false',
      answer: (seen) =>
        seen.query['sortVar'] === 'gone'
          ? refusal('validation', 'No such variable', { sortVar: 'unknown variable' })
          : units.rankingData,
    })
    expect(await screen.findByRole('columnheader', { name: /CSI/ })).toHaveAttribute('aria-sort')
    expect(lastCall(app.calls).query['sortVar']).toBeUndefined()
  })

  test('has a text filter over the names, and offers to clear it where nothing matches (RANK-03)', async () => {
    await open()
    await rowOf('North')
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'th')
    await waitFor(() => expect(namesShown()).toEqual(['North', 'South', 'Total of all rows']))
    expect(screen.getByText('2 of 4 rows')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'zz')
    expect(await screen.findByText('Nothing matches “thzz”')).toBeVisible()
    await userEvent.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'Clear the text' }).at(-1)!)
    await waitFor(() => expect(namesShown()).toHaveLength(5))
  })

  test('hides extra columns until they are picked in the chooser, and remembers the choice (RANK-04)', async () => {
    const app = await open()
    await rowOf('North')
    expect(screen.queryByRole('columnheader', { name: /HELPFUL/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'HELPFUL' }))
    await waitFor(() => expect(screen.getByText('HELPFUL', { selector: 'th *' })).toBeVisible())
    expect(within(await rowOf('North')).getByText('81')).toBeVisible()
    const saved = app.calls.find((call) => call.route === 'savePreference')
    expect(saved?.params).toEqual({ survey: 'visits', key: 'columns.units.units' })
    expect(saved?.body).toEqual({ value: { shown: ['helpful'], hidden: [] } })
  })

  test('shows the columns chosen last time', async () => {
    await open({ start: { preferences: { 'columns.units.units': { shown: ['helpful'], hidden: ['nps'] } } } })
    expect(await screen.findByRole('columnheader', { name: /HELPFUL/ })).toBeVisible()
    expect(screen.queryByRole('columnheader', { name: /NPS/ })).toBeNull()
  })

  test('a column’s flags act: extra hides it until it is picked, align, cellIndex and target shape its cells (RANK-29)', async () => {
    const shuffled = [
      { ...nameColumn(), cellIndex: 3 },
      header('csi', { cellIndex: 1, align: 'center' }),
      header('receipt', { cellIndex: 0, renderType: 'link', align: 'left', target: 'https://example.org/r/{receipt}' }),
      header('helpful', { cellIndex: 2, extra: true, align: 'right' }),
    ]
    // The server fills the target for each row.
    const cells = [{ text: 'Receipt 9', link: 'https://example.org/r/9' }, figure(55), figure(81), { text: 'North' }]
    const figures = serveWidget('ranking-table', () => ({
      ...units,
      rankingData: { ...units.rankingData, headers: shuffled, rows: [unitRow('x', 1, [], { cells })], footer: null },
    }))
    await renderApp('/ranking/visits/root', [
      figures,
      serve(savePreference, { ok: true }),
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    const shown = async () => within(await rowOf('North')).getAllByRole('cell')
    const [, csi, receipt, ...others] = await shown()
    expect(others).toEqual([])
    expect(csi).toHaveTextContent('55')
    expect(getComputedStyle(csi!).textAlign).toBe('center')
    expect(getComputedStyle(receipt!).textAlign).toBe('left')
    const link = within(receipt!).getByRole('link', { name: /^Receipt 9/ })
    expect(link).toHaveAttribute('href', 'https://example.org/r/9')

    await userEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'HELPFUL' }))
    await waitFor(async () => expect(await shown()).toHaveLength(4))
    const helpful = (await shown())[3]!
    expect(helpful).toHaveTextContent('81')
    expect(getComputedStyle(helpful).textAlign).toBe('right')
  })

  test('sets rows closer or further apart and remembers it', async () => {
    const app = await open()
    const before = (await rowOf('North')).offsetHeight
    await userEvent.click(screen.getByRole('button', { name: 'Spacious rows' }))
    await waitFor(async () => expect((await rowOf('North')).offsetHeight).toBeGreaterThan(before))
    expect([before, (await rowOf('North')).offsetHeight]).toEqual([36, 44])
    expect(app.calls.find((call) => call.route === 'savePreference')?.params).toEqual({
      survey: '-',
      key: 'table.density',
    })
  })
})

describe('the keyboard', () => {
  test('moves over the rows with the arrows, one row being a stop of the Tab key', async () => {
    await open()
    const north = within(await rowOf('North')).getByRole('link')
    north.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(within(await rowOf('South')).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(within(await rowOf('East')).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(north).toHaveFocus()
    expect(document.querySelectorAll('tbody [data-stop][tabindex="0"]')).toHaveLength(1)
  })

  test('goes down with Enter and up with Backspace, and stays in the table', async () => {
    const below = {
      headers,
      rows: [unitRow('Harbour', 1, [figure(50), figure(1), figure(2)], { drillPath: 'country=North;region=Harbour' })],
      footer,
    }
    const app = await open({ answer: (seen) => (seen.params['drillPath'] === 'root' ? units.rankingData : below) })
    within(await rowOf('North'))
      .getByRole('link')
      .focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=North'))
    await waitFor(async () => expect(within(await rowOf('Harbour')).getByRole('link')).toHaveFocus())
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/root'))
    await waitFor(async () => expect(within(await rowOf('North')).getByRole('link')).toHaveFocus())
  })
})

describe('on a narrow screen', () => {
  test('shows the name and the sorted column, the rest by expanding a row', async () => {
    await open({ width: 390 })
    const north = await rowOf('North')
    expect(screen.getByRole('columnheader', { name: /CSI/ })).toBeVisible()
    expect(screen.queryByRole('columnheader', { name: /NPS/ })).toBeNull()
    await userEvent.click(within(north).getByRole('button', { name: 'All columns of North' }))
    expect(await screen.findByRole('term')).toHaveTextContent('NPS')
    expect(screen.getByRole('definition')).toHaveTextContent('44')
    const scroller = north.closest('table')!.parentElement!
    expect(scroller.scrollWidth).toBe(scroller.clientWidth)
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('states', () => {
  test('a ranking nobody answered names the place and the filters and offers to widen them', async () => {
    const app = await open({ href: '/ranking/visits/country=SE;channel=store', answer: () => ({ headers, rows: [] }) })
    expect(await screen.findByText('No answers for SE')).toBeVisible()
    expect(screen.getByText('Filtered by Channel.', { exact: false })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
  })

  test('a ranking without answers says so where others were asked', async () => {
    const asked = unitRow('North', null, [figure(0, { n: 0 }), { text: '', value: null, n: 268 }])
    await open({
      href: '/ranking/visits/samplestate=2',
      answer: () => ({ headers: [nameColumn(), header('n'), header('answered')], rows: [asked] }),
    })
    expect(await screen.findByText(/^No answers /)).toBeVisible()
    expect(screen.getByText(/^Filtered by /)).toBeVisible()
  })

  test('comparisons that are left out say why once, over the table', async () => {
    const words = 'No comparison with other places here. The period has to be whole weeks, months, quarters or years.'
    await open({ answer: () => ({ ...units.rankingData, leftOut: { en: words } }) })
    expect(await screen.findByText(words)).toBeVisible()
    endApp()
    await open()
    await rowOf('North')
    expect(screen.queryByText(/^No comparison/)).toBeNull()
  })

  test('numbers of answers are about so many in an anonymous survey', async () => {
    const vocabulary = {
      anonymous: true,
      filters: [],
      most: 1,
      period: 'quarter' as const,
      closedTo: '2026-10-01',
      minimum: [10, 25],
    }
    await open({ start: { vocabulary } })
    expect(within(await rowOf('North')).getByTitle('≈ 310 answers · Goal met')).toBeVisible()
    endApp()
    await open()
    expect(within(await rowOf('North')).getByTitle('310 answers · Goal met')).toBeVisible()
  })

  test('no access and failure are told apart, and a failure can be tried again', async () => {
    let fails = true
    const app = await open({ answer: () => (fails ? refusal('forbidden') : units.rankingData) })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    fails = false
    app.go('/ranking/visits/country=SE')
    await rowOf('North')
    endApp()
    fails = true
    await open({ answer: () => (fails ? refusal('internal') : units.rankingData) })
    expect(await screen.findByText('This page could not be loaded')).toBeVisible()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('North')
  })
})
