import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { widgets } from '@gensvar/contract/widgets/index'
import { chartPalettes } from '#web/ui/charts/palette.ts'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { barChartOption } from './bar-chart-option.ts'
import type { BarView } from './bar-view.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const changes = component('delta', { id: 'dlt', title: 'What changed', variables: ['csi', 'wait', 'nps'] })
const pairs = component('benchmark', { id: 'bench', title: 'Beside the whole', variables: ['csi', 'nps'] })

const answers = {
  dlt: widgets.delta.example.responses.data,
  bench: widgets.benchmark.example.responses.data,
}

function open(change: Partial<typeof answers> = {}) {
  const given: Partial<Record<string, unknown>> = { ...answers, ...change }
  return renderApp('/page/overview/visits/country=SE', [
    serve(getWidgetData, ({ params }) =>
      params['call'] === 'chart' ? widgets.benchmark.example.responses.chart : given[params['component'] ?? ''],
    ),
    ...signedInServer(identityFixture(), startWith({ overview: [changes, pairs] })),
  ])
}

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const found = heading.closest('section')
  if (found === null) throw new Error(`${name} is no card`)
  return found
}

const rowOf = async (list: string, name: string) => {
  const rows = await within(await screen.findByRole('list', { name: list })).findAllByRole('listitem')
  const found = rows.find((row) => row.textContent?.startsWith(name))
  if (found === undefined) throw new Error(`There is no row ${name}`)
  return found
}

const barIn = (row: HTMLElement, tone: string) => row.querySelector<HTMLElement>(`[data-tone="${tone}"][style]`)

beforeEach(() => localStorage.clear())

test('changes are rendered as bars for the better and the worse, and the call takes component id and drill path (COMP-06)', async () => {
  const app = await open()
  const asked = () => app.calls.filter(({ route }) => route === 'getWidgetData').map(({ params }) => params)
  const csi = await rowOf('What changed', 'Customer satisfaction')
  expect(asked()).toContainEqual({ call: 'data', survey: 'visits', component: 'dlt', drillPath: 'country=SE' })
  // To the right for more, to the left for less, from the line in the middle; one that may be chance is an outline.
  expect(barIn(csi, 'better')?.style.left).toBe('50%')
  expect(barIn(csi, 'better')).not.toHaveAttribute('data-hollow')
  expect(csi.textContent).toMatch(/\+1 from 73/)
  const wait = await rowOf('What changed', 'Waiting time')
  expect(barIn(wait, 'worse')?.style.left).toBe('50%')
  expect(within(wait).getByRole('img', { name: 'Up, worse' })).toBeVisible()
  const nps = await rowOf('What changed', 'NPS')
  expect(Number.parseFloat(barIn(nps, 'neutral')?.style.left ?? '')).toBeLessThan(50)
  expect(barIn(nps, 'neutral')).toHaveAttribute('data-hollow')
  expect(within(nps).getByRole('img', { name: 'May be chance' })).toBeVisible()
  const shown = within(await card('What changed'))
  expect(
    shown.getByText(
      '2 of 3 figures changed by more than chance: Customer satisfaction +1, Waiting time +0.9 ' +
        '(January to March 2026, compared with October to December 2025)',
    ),
  ).toBeVisible()

  // A click leads to what a figure counts.
  expect(within(csi).getByRole('link', { name: 'Customer satisfaction' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ranking\/visits\/country=SE.*cases=csi/),
  )
  await userEvent.click(shown.getByRole('button', { name: 'Show as table' }))
  const table = within(await shown.findByRole('table', { name: 'What changed' }))
  expect(table.getByRole('row', { name: /^NPS/ }).textContent).toMatch(/31.*33.*−2.*−6.1 to 2.1/)
  await userEvent.click(shown.getByRole('button', { name: 'Export' }))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(5)
})

test('a benchmark is rendered beside its base, and its years by the plain chart data call (COMP-01)', async () => {
  const app = await open()
  const csi = await rowOf('Beside the whole', 'Customer satisfaction')
  // On the scale from 0 to 100.
  expect(barIn(csi, 'own')?.style.width).toBe('74.2%')
  expect(barIn(csi, 'base')?.style.width).toBe('72.8%')
  expect(csi.textContent).toMatch(/74 ?\+1 ?73/)
  // From -100 to 100 bars begin in the middle.
  const nps = await rowOf('Beside the whole', 'NPS')
  expect(barIn(nps, 'own')?.style.left).toBe('50%')
  const shown = within(await card('Beside the whole'))
  const said =
    '1 of 2 figures differ by more than chance: Customer satisfaction +1. Compared with: The whole organisation'
  expect(shown.getByText(said)).toBeVisible()
  await userEvent.click(shown.getByRole('button', { name: 'Show as table' }))
  const table = within(await shown.findByRole('table', { name: 'Beside the whole' }))
  expect(table.getByRole('columnheader', { name: 'The whole organisation' })).toBeVisible()
  expect(table.getByRole('row', { name: /^NPS/ }).textContent).toMatch(/31.*33.*−2/)
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }

  await userEvent.click(shown.getByRole('button', { name: 'Years' }))
  const chart = await shown.findByRole('region', { name: 'Customer satisfaction' })
  const call = app.calls.find(({ params }) => params['call'] === 'chart')
  expect(call?.params).toEqual({ call: 'chart', survey: 'visits', component: 'bench', drillPath: 'country=SE' })
  expect(call?.query).toEqual({ period: 'years' })
  await userEvent.click(await within(chart).findByRole('button', { name: 'Show as table' }))
  expect(within(chart).getByRole('row', { name: /^2025/ }).textContent).toMatch(/73.*72/)
})

test('what is not told says why: no period before, few answers, no base', async () => {
  const [row] = answers.dlt.rows
  const [pair] = answers.bench.rows
  if (!row || !pair) throw new Error('The examples have no rows')
  const why = 'No change is told between fewer than 30 answers.'
  const untold = { diff: null, formattedDiff: null, diffArrow: 0, chance: null, baseWithheld: why }
  await open({
    dlt: { ...answers.dlt, rows: [{ ...row, ...untold }] },
    bench: {
      ...answers.bench,
      withheld: 'This is the whole organisation.',
      rows: [{ ...pair, ...untold, base: null, formattedBase: null, baseWithheld: 'This is the whole organisation.' }],
    },
  })
  const csi = await rowOf('What changed', 'Customer satisfaction')
  expect(within(csi).getByText(why)).toBeVisible()
  expect(csi.querySelector('[data-tone][style]')).toBeNull()
  expect(await within(await card('What changed')).findByText(/^No change can be told/)).toBeVisible()
  const bench = await rowOf('Beside the whole', 'Customer satisfaction')
  expect(barIn(bench, 'own')).not.toBeNull()
  expect(barIn(bench, 'base')).toBeNull()
  // Said once, over the bars.
  expect(screen.getAllByText('This is the whole organisation.')).toHaveLength(1)
  endApp()
  await open({ dlt: { ...answers.dlt, trendTime: null } })
  expect(await screen.findByText('There is no period before this one to compare with')).toBeVisible()
})

test('files of bars draw what is shown: hidden starts, outlines, and the line of zero', () => {
  const view: BarView = {
    title: 'What changed',
    answer: 'One of two',
    legend: [],
    notes: [],
    rows: [
      {
        name: 'A',
        words: '+1',
        zero: 50,
        bars: [{ from: 50, to: 80, interval: null, tone: 'better', isHollow: false }],
      },
      {
        name: 'B',
        words: '−1',
        zero: 50,
        bars: [{ from: 50, to: 30, interval: null, tone: 'neutral', isHollow: true }],
      },
      { name: 'C', words: 'Few', zero: 50, bars: [] },
    ],
  }
  const palette = chartPalettes.light
  const { series, yAxis, title } = barChartOption(view, { width: 1000, palette })
  expect(title).toMatchObject({ text: 'What changed', subtext: 'One of two' })
  expect(yAxis).toMatchObject({ data: ['A\n+1', 'B\n−1', 'C\nFew'] })
  expect(series).toMatchObject([
    { data: [50, 30, '-'], markLine: { data: [{ xAxis: 50 }] } },
    {
      data: [
        { value: 30, itemStyle: { color: palette.series[0] } },
        { value: 20, itemStyle: { color: palette.surface, borderColor: palette.quiet } },
        '-',
      ],
    },
  ])
})

test('a benchmark beside a pool has mean, median and quartiles, and no years', async () => {
  const title = { en: 'Other organisations (Nordic shops)' }
  const pool = {
    ...{ median: 71, lower: 66, upper: 77 },
    ...{ formattedMedian: '71', formattedLower: '66', formattedUpper: '77', withheld: null },
    organisations: { en: 'At least 8 other organisations' },
    period: { en: 'Jan 1 – Dec 31, 2025' },
  }
  const rows = answers.bench.rows.map((row) => ({ ...row, against: { kind: 'place' as const, name: title }, pool }))
  const bench = component('benchmark', { id: 'bench', title: 'Others', variables: ['csi', 'nps'], against: 'pool' })
  await renderApp('/page/overview/visits/country=SE', [
    serve(getWidgetData, { baseTitle: title, withheld: null, rows }),
    ...signedInServer(identityFixture(), startWith({ overview: [bench] })),
  ])
  const csi = await rowOf('Others', 'Customer satisfaction')
  expect(csi.textContent).toMatch(/74 ?\+1 ?73 · Median 71, half between 66 and 77/)
  const shown = within(await card('Others'))
  expect(
    shown.getByText(/^At least 8 other organisations, Jan 1 – Dec 31, 2025 · Each organisation counts once · Line: /),
  ).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Years' })).toBeNull()
  await userEvent.click(shown.getByRole('button', { name: 'Show as table' }))
  const table = within(await shown.findByRole('table', { name: 'Others' }))
  expect(table.getByRole('columnheader', { name: 'Quartiles' })).toBeVisible()
  expect(table.getByRole('row', { name: /^Customer satisfaction/ }).textContent).toMatch(/74.*73.*71.*66 to 77/)
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
