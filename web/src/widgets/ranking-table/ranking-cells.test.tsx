import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getAlert } from '@gensvar/contract/alerts'
import { getCellDetails, getRanking } from '@gensvar/contract/rankings'
import { savePreference } from '@gensvar/contract/surveys'
import type { RankingCell, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { alertExample } from '#web/widgets/testing/alert-fixtures.ts'
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

const table = component('ranking-table', { id: 'units', columns: ['csi'], leafColumns: ['visited_on', 'comment'] })
const leafPath = 'country=SE;region=north'

function response(id: number, cells: RankingCell[], change: Partial<RankingRow> = {}): RankingRow {
  return { ...unitRow('', null, []), cells, interviewId: id, isComplete: true, drillPath: null, ...change }
}

const leafHeaders: RankingHeader[] = [
  { ...nameColumn('Visited on'), value: 'visited_on' },
  header('comment', { text: 'Comment', renderType: 'string', align: 'left', detailsVariable: 'visit' }),
]

const details = {
  sections: [{ title: 'Visit', paragraphs: ['Quick help at the till.', 'Came again.'] }],
  gotoSampleLink: true,
  gotoZendeskLink: 'https://example.org/tickets/417',
}

function openLeaf(
  data: Parameters<typeof ranking>[0],
  {
    start,
    href,
    width,
    served = [],
  }: { start?: Parameters<typeof startWith>[1]; href?: string; width?: number; served?: readonly Served[] } = {},
) {
  const figures = serveWidget('ranking-table', () =>
    ranking({ headers: leafHeaders, rankingVar: null, footer: null, leafRows: true, ...data }),
  )
  const server = [
    figures,
    ...served,
    serve(getCellDetails, details),
    serve(savePreference, { ok: true }),
    ...signedInServer(identityFixture(), startWith({ ranking: [table] }, start)),
  ]
  return renderApp(href ?? `/ranking/visits/${leafPath}`, server, { width })
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!

describe('cells', () => {
  const kinds: [RankingHeader['renderType'], RankingCell][] = [
    ['string', { text: 'Said so' }],
    ['number', figure(7)],
    ['lits', { text: '', lits: [0, 1, 2, 3, 4] }],
    ['alertstate', { text: '6', value: 6 }],
    ['link', { text: 'Receipt 9', link: 'https://example.org/r/9' }],
    ['state', { text: '2', value: 2 }],
    ['custom', { text: 'First line\nsecond line' }],
  ]

  async function openKinds(extra: [RankingHeader['renderType'], RankingCell][] = []) {
    const all = [...kinds, ...extra]
    const headers = [
      nameColumn('Visited on'),
      ...all.map(([renderType], at) => header(`c${at}`, { renderType, text: `Column ${at}` })),
    ]
    await openLeaf(
      { headers, rows: [response(1, [{ text: '1 May' }, ...all.map(([, cell]) => cell)])] },
      { width: 1900 },
    )
    return within(await rowOf('1 May')).getAllByRole('cell')
  }

  test('string is shown as text (RANK-15a)', async () => {
    const [cell] = await openKinds()
    expect(cell?.textContent).toBe('Said so')
  })

  test('lits are balls, with their colours in words (RANK-15c)', async () => {
    const [, , cell] = await openKinds()
    expect(within(cell!).getByRole('img')).toHaveAccessibleName('red, red, red, yellow, green')
    expect(cell?.querySelectorAll('svg')).toHaveLength(5)
  })

  test('a question without a value keeps its place among the balls, which a legend explains', async () => {
    const cells = await openKinds([['lits', { text: '4 - 3', lits: [4, null, 3] }]])
    const [balls] = within(cells.at(-1)!).getAllByRole('img')
    expect(balls).toHaveAccessibleName('green, No value, yellow')
    expect(balls?.textContent).toBe('—')
    expect(screen.getByText(/^Each ball is a question/)).toBeVisible()
    expect(screen.getByText('top fifth')).toBeVisible()
  })

  test('balls of withheld figures say why there are none', async () => {
    const few = { en: 'Fewer than 5 answers.' }
    const cells = await openKinds([['lits', { text: '', lits: [], suppressed: true, helpText: few }]])
    const cell = cells.at(-1)!
    expect(cell.textContent).toBe('—')
    expect(within(cell).getByRole('img', { name: 'Fewer than 5 answers.' })).toBeVisible()
  })

  test('there are at most five balls (RANK-18a)', async () => {
    const seven = ranking({
      headers: [nameColumn(), header('lits', { renderType: 'lits' })],
      rows: [unitRow('North', 1, [{ text: '' }])],
    })
    seven.rankingData.rows[0]!.cells[1]!.lits = [4, 4, 4, 4, 4, 4, 4]
    const figures = serveWidget('ranking-table', () => Response.json(seven))
    await renderApp('/ranking/visits/root', [
      figures,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    expect((await rowOf('North')).querySelectorAll('[role="img"] svg')).toHaveLength(5)
  })

  test('codes 0 to 2 are red, 3 yellow and 4 green (RANK-18b) (RANK-18c) (RANK-18d)', async () => {
    const [, , cell] = await openKinds()
    const fills = [...cell!.querySelectorAll('svg')].map((ball) => getComputedStyle(ball.querySelector('circle')!).fill)
    expect(fills).toEqual([
      'rgb(190, 0, 0)',
      'rgb(190, 0, 0)',
      'rgb(190, 0, 0)',
      'rgb(242, 184, 75)',
      'rgb(0, 200, 150)',
    ])
  })

  test('an alert state is shown by icon and word (RANK-15d)', async () => {
    const [, , , cell] = await openKinds()
    expect(within(cell!).getByText('Processing')).toBeVisible()
    expect(cell?.querySelector('svg')).not.toBeNull()
  })

  test('a link opens its target in a new tab (RANK-15e)', async () => {
    const [, , , , cell] = await openKinds()
    const link = within(cell!).getByRole('link', { name: 'Receipt 9 (opens in a new tab)' })
    expect(link).toHaveAttribute('href', 'https://example.org/r/9')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  test('an address that is not of the web stays a text', async () => {
    const cells = await openKinds([['link', { text: 'Trap', link: 'javascript:alert(1)' }]])
    expect(cells.at(-1)?.textContent).toBe('Trap')
    expect(within(cells.at(-1)!).queryByRole('link')).toBeNull()
  })

  test('a state is shown by the icon of the sample state, each state by its own (RANK-15f)', async () => {
    const words = ['Completed', 'New', 'Approved, no response yet', 'Not approved', 'Cancelled']
    const cells = await openKinds(words.map((_, state) => ['state', { text: `${state}`, value: state }]))
    const icons = cells
      .slice(-words.length)
      .map((cell, state) => within(cell).getByRole('img', { name: words[state] }).querySelector('svg')?.innerHTML)
    expect(icons).not.toContain(undefined)
    expect(new Set(icons).size).toBe(words.length)
  })

  test('custom keeps the lines the server wrote (RANK-15g)', async () => {
    const [, , , , , , cell] = await openKinds()
    const content = cell!.querySelector('span')!
    expect(content.textContent).toBe('First line\nsecond line')
    expect(getComputedStyle(content).whiteSpace).toBe('pre-line')
  })

  test.each(['light', 'dark'] as const)('have no accessibility problems in the %s scheme', async (scheme) => {
    await openKinds()
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('rows that are single responses', () => {
  test('open the interview where it is completed (RANK-09)', async () => {
    const app = await openLeaf({ rows: [response(12, [{ text: '1 May' }, { text: 'Good' }])] })
    await userEvent.click(within(await rowOf('1 May')).getByRole('link', { name: '1 May' }))
    expect(app.address()).toBe('/interview/visits/12')
  })

  test('open the sample where it is not (RANK-10)', async () => {
    const app = await openLeaf({ rows: [response(13, [{ text: '2 May' }, { text: '' }], { isComplete: false })] })
    const row = within((await screen.findByRole('rowheader', { name: /^2 May/ })).closest('tr')!)
    await userEvent.click(row.getAllByRole('cell')[0]!)
    await waitFor(() => expect(app.address()).toBe('/sample/visits/ranking/13'))
  })

  test('open the details of the alert where they are alerts (RANK-11)', async () => {
    const alert = serve(getAlert, ({ params }) => ({ ...alertExample, id: Number(params['alertId']) }))
    const rows = [14, 15].map((id) => response(id, [{ text: `${id} May` }, { text: '' }], { alertId: 100 + id }))
    const app = await openLeaf({ rows }, { served: [alert] })
    await userEvent.click(within(await rowOf('15 May')).getAllByRole('cell')[0]!)
    await waitFor(() => expect(app.address()).toBe('/alert/visits/115'))
    const details = await screen.findByRole('region', { name: 'Unhappy customer' })
    expect(within(details).getByText('Eva Lind: the queue was long.')).toBeVisible()
    expect(app.calls.filter(({ route }) => route === 'getAlert').map(({ params }) => params)).toEqual([
      { survey: 'visits', alertId: '115' },
    ])
  })

  test('show a comment whole beside their other columns at an ordinary width', async () => {
    const comment = 'Felt well taken care of, but the price on the shelf was not that of the till.'
    const others = ['Score', 'Customer', 'Visit', 'Store', 'Agent', 'Channel']
    await openLeaf({
      headers: [
        { ...nameColumn('Comment'), isProse: true },
        ...others.map((text) => header(text, { text, renderType: 'string' })),
      ],
      rows: [response(12, [{ text: comment }, ...others.map((text) => ({ text }))])],
    })
    const shown = (await screen.findByRole('link', { name: comment })).firstElementChild!
    expect(shown.scrollHeight).toBeLessThanOrEqual(shown.clientHeight)
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
    expect(shown.closest('th')!.getBoundingClientRect().width).toBeGreaterThanOrEqual(320)
  })

  test('a list of them is called what it lists, and says how many there are', async () => {
    await openLeaf({ rows: [response(12, [{ text: '1 May' }])], totalNumberRows: 4345 })
    expect(await screen.findByRole('table', { name: 'Interviews' })).toBeVisible()
    expect(screen.getByText('4,345 rows')).toBeVisible()
  })

  test('are paged by 50, with 25, 50 and 100 to choose from (RANK-07) (RANK-22) (RANK-24)', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => response(at + 1, [{ text: `Day ${at}` }, { text: '' }]))
    const app = await openLeaf({ rows, totalNumberRows: 172 })
    expect(await screen.findByText('1–50 of 172')).toBeVisible()
    const asked = () => app.calls.filter((call) => call.route === 'getWidgetData').at(-1)?.query
    expect(asked()).toMatchObject({ rowFrom: '0', rowTo: '50' })
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toBe(`/ranking/visits/${leafPath}?page=1`))
    await waitFor(() => expect(asked()).toMatchObject({ rowFrom: '50', rowTo: '100' }))
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => (option as HTMLOptionElement).value),
    ).toEqual(['25', '50', '100'])
    await userEvent.selectOptions(sizes, '100')
    await waitFor(() => expect(asked()).toMatchObject({ rowFrom: '0', rowTo: '100' }))
    expect(app.address()).toBe(`/ranking/visits/${leafPath}`)
  })

  test('take the page from the address (RANK-27)', async () => {
    const app = await openLeaf(
      { rows: [response(1, [{ text: 'Day 101' }])], totalNumberRows: 172 },
      { href: `/ranking/visits/${leafPath}?page=2` },
    )
    expect(await screen.findByText('101–150 of 172')).toBeVisible()
    expect(app.calls.filter((call) => call.route === 'getWidgetData').at(-1)?.query).toMatchObject({
      rowFrom: '100',
      rowTo: '150',
    })
  })

  test('are searched for on the server', async () => {
    const app = await openLeaf({ rows: [response(1, [{ text: '1 May' }])], totalNumberRows: 172 })
    await rowOf('1 May')
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'kö')
    await waitFor(() =>
      expect(app.calls.filter((call) => call.route === 'getWidgetData').at(-1)?.query).toMatchObject({ filter: 'kö' }),
    )
  })

  test('show what stands behind a cell, with the ways to support and to the sample (RANK-25)', async () => {
    const app = await openLeaf({ rows: [response(12, [{ text: '1 May' }, { text: 'Good' }])] })
    await userEvent.click(within(await rowOf('1 May')).getByRole('button', { name: 'Good' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Comment' }))
    expect(await dialog.findByRole('heading', { name: 'Visit' })).toBeVisible()
    expect(dialog.getByText('Quick help at the till.')).toBeVisible()
    expect(dialog.getByText('Came again.')).toBeVisible()
    expect(app.calls.find((call) => call.route === 'getCellDetails')?.params).toEqual({
      survey: 'visits',
      sampleId: '12',
      detailsVariable: 'visit',
    })
    expect(dialog.getByRole('link', { name: /support/ })).toHaveAttribute('href', 'https://example.org/tickets/417')
    expect(await accessibilityProblems()).toEqual([])
    const sample = dialog.getByRole('link', { name: 'Go to the sample' })
    await userEvent.click(sample)
    await waitFor(() => expect(app.address()).toBe('/sample/visits/ranking/12'))
  })

  test('of an anonymous survey are not shown, and it says why', async () => {
    await openLeaf({ rows: [], totalNumberRows: 0 }, { start: { named: false } })
    expect(await screen.findByText(/This survey is anonymous/)).toBeVisible()
    expect(screen.queryByText(/No answers for/)).toBeNull()
  })
})

describe('a table of a thousand units', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    unitRow(
      `Store ${at}`,
      at + 1,
      Array.from({ length: 11 }, () => figure(99 - at / 20)),
    ),
  )
  const headers = [nameColumn('Store'), ...Array.from({ length: 11 }, (_, at) => header(`f${at}`))]

  function openMany() {
    const figures = serveWidget('ranking-table', () =>
      ranking({ headers, rows: many, footer: null, rankingVar: 'f0', totalNumberRows: 1000 }),
    )
    return renderApp('/ranking/visits/root', [
      figures,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
  }

  test('has no pages; all rows can be scrolled to (RANK-23)', async () => {
    const app = await openMany()
    const first = await rowOf('Store 0')
    expect(screen.queryByRole('navigation', { name: 'Pages of the table' })).toBeNull()
    expect(app.calls.filter((call) => call.route === 'getWidgetData').at(-1)?.query).toMatchObject({
      rowFrom: '0',
      rowTo: '1000',
    })
    const scroller = first.closest('table')!.parentElement!
    scroller.scrollTop = scroller.scrollHeight
    expect(await screen.findByRole('rowheader', { name: 'Store 999' })).toBeVisible()
    expect(document.querySelectorAll('tbody tr[data-index]').length).toBeLessThan(80)
  })

  test('End and Home reach rows that are not drawn yet', async () => {
    await openMany()
    within(await rowOf('Store 0'))
      .getByRole('link')
      .focus()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Store 999'))
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Store 0'))
  })

  test('keeps heading and Total in view while it scrolls', async () => {
    const figures = serveWidget('ranking-table', () =>
      ranking({ headers, rows: many, footer: { cells: [{ text: 'All' }] }, rankingVar: 'f0' }),
    )
    await renderApp('/ranking/visits/root', [
      figures,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    const scroller = (await rowOf('Store 0')).closest('table')!.parentElement!
    scroller.scrollTop = 9000
    scroller.scrollLeft = 400
    const box = scroller.getBoundingClientRect()
    const [middle] = await screen.findAllByRole('rowheader', { name: /Store 25\d/ })
    expect(screen.getByRole('columnheader', { name: 'F0' }).getBoundingClientRect().top).toBeCloseTo(box.top + 1, 0)
    expect(screen.getByRole('rowheader', { name: 'Total' }).getBoundingClientRect().bottom).toBeCloseTo(
      box.top + scroller.clientTop + scroller.clientHeight,
      0,
    )
    expect(middle!.getBoundingClientRect().left).toBeCloseTo(box.left + 52, 0)
  })

  test('has pages where the server has more of them, and the server sorts and searches them', async () => {
    const figures = serveWidget('ranking-table', (_, { query }) => {
      const to = Number(query['rowTo'])
      // As the server does: of more than an answer has, the first.
      const shown = many.slice(Number(query['rowFrom']), to === 1000 ? 100 : to)
      return ranking({ headers, rows: shown, footer: null, rankingVar: 'f0', totalNumberRows: 5012 })
    })
    const app = await renderApp('/ranking/visits/root', [
      figures,
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    const pages = await screen.findByRole('navigation', { name: 'Pages of the table' })
    expect(await screen.findByText('5,012 rows')).toBeVisible()
    await userEvent.click(within(pages).getByRole('button', { name: 'Next page' }))
    await rowOf('Store 50')
    const asked = () => app.calls.filter((call) => call.route === 'getWidgetData').at(-1)?.query
    expect(asked()).toMatchObject({ rowFrom: '50', rowTo: '100' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter the table' }), 'store 7')
    await waitFor(() => expect(asked()).toMatchObject({ rowFrom: '0', rowTo: '50', filter: 'store 7' }))
  })
})

test('the rankings page has an old-style table only where it has no ranking table of its own (RANK-02)', async () => {
  const old = serve(
    getRanking,
    ranking({ headers: [nameColumn('Old region'), header('csi')], rows: [unitRow('Old north', 1, [figure(5)])] }),
  )
  const figures = serveWidget('ranking-table', () =>
    ranking({ headers: [nameColumn()], rows: [unitRow('New north', 1, [])] }),
  )
  const app = await renderApp('/ranking/visits/root', [
    old,
    figures,
    ...signedInServer(identityFixture(), startWith({ ranking: [] })),
  ])
  await rowOf('Old north')
  expect(app.calls.find((call) => call.route === 'getRanking')?.params).toEqual({ survey: 'visits', drillPath: 'root' })
  endApp()
  const nested = component('menu-block', { id: 'tabs', items: [{ title: 'Units', component: table }] })
  const other = await renderApp('/ranking/visits/root', [
    old,
    figures,
    ...signedInServer(identityFixture(), startWith({ ranking: [nested] })),
  ])
  await rowOf('New north')
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(other.calls.map((call) => call.route)).not.toContain('getRanking')
})
