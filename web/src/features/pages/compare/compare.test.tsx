import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import type { z } from 'zod'
import { afterEach, describe, expect, test } from 'vitest'
import { getComparison } from '@gensvar/contract/comparisons'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const overview = [
  component('variable-block', { id: 'head', title: 'Figures', variables: ['csi'] }),
  component('ranking-table', { id: 'units', title: 'Units', columns: ['csi'] }),
]

const compared: z.input<typeof getComparison.response> = {
  a: { n: 1204 },
  b: { n: 310 },
  share: 'none',
  differences: [
    {
      ...{ name: 'csi', difference: -2.4, formattedDiff: '-2', diffArrow: 2, inverse: false, decimals: 0, why: null },
      chance: { low: -4.1, high: -0.7, isMore: true },
    },
  ],
}

/** A page whose components answer at every place but those of `refused`. */
async function open(
  path: string,
  {
    answer = compared,
    refused = '',
    hasMovedUnits = false,
  }: { answer?: typeof compared; refused?: string; hasMovedUnits?: boolean } = {},
) {
  return renderApp(`/page/overview/visits/${path}`, [
    serve(getWidgetData, ({ params }) => {
      const at = params['drillPath'] ?? ''
      if (refused !== '' && at.includes(refused)) return refusal('forbidden', `You have no access to "${refused}".`)
      if (params['component'] === 'head') return { variables: [{ ...indicatorExample, nodeName: at }] }
      const row = unitRow(`Below ${at}`, 1, [], { drillPath: `${at};region=north` })
      return ranking({ headers: [nameColumn(), header('csi')], rows: [row] })
    }),
    serve(getComparison, answer),
    ...(hasMovedUnits
      ? [serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [], hasMovedUnits })]
      : []),
    ...signedInServer(identityFixture(), startWith({ overview })),
  ])
}

const sideOf = (letter: 'A' | 'B') => screen.findAllByRole('group', { name: new RegExp(`^${letter}( |$)`) })

const vsOf = (address: string) => new URLSearchParams(address.split('?')[1] ?? '').get('vs')

describe('a page that is not compared', () => {
  test('asks for nothing more, and each component stands there once', async () => {
    const app = await open('country=SE')
    expect(await screen.findByRole('button', { name: 'Compare' })).toBeVisible()
    expect(await screen.findAllByRole('region', { name: 'Figures' })).toHaveLength(1)
    await screen.findByRole('table')
    expect(app.calls.filter(({ route }) => route === 'getComparison')).toHaveLength(0)
    expect(app.calls.filter(({ route }) => route === 'getWidgetData')).toHaveLength(2)
  })

  test('with nothing to compare says so at the control, which does nothing', async () => {
    const lists = [component('global-overview', { id: 'world' })]
    const app = await renderApp('/page/overview/visits/country=SE', [
      ...signedInServer(identityFixture(), startWith({ overview: lists })),
    ])
    const button = await screen.findByRole('button', { name: 'Compare' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription('There are no figures to compare on this page.')
    await userEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    // A link that asks for a comparison shows the page.
    app.go('/page/overview/visits/country=SE?vs=country%3DNO')
    await waitFor(() => expect(app.address()).toContain('vs='))
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })
})

describe('a compared page', () => {
  test('shows each component for both sides, what each side is, and how the figures differ', async () => {
    const app = await open('country=SE?vs=country%3DNO')
    const [tileOfA, tableOfA] = await sideOf('A')
    const [tileOfB, tableOfB] = await sideOf('B')
    expect(await within(tableOfA as HTMLElement).findByText('Below country=SE')).toBeVisible()
    expect(await within(tableOfB as HTMLElement).findByText('Below country=NO')).toBeVisible()
    const told = await within(tileOfB as HTMLElement).findByText(/^More than chance/)
    expect(told.textContent).toBe('More than chance (95 %: −4.1 to −0.7)')
    expect(
      within(tileOfA as HTMLElement)
        .getByText(/^More than chance/)
        .closest('[aria-hidden]'),
    ).not.toBeNull()
    expect(screen.getByText('n = 1,204')).toBeVisible()
    expect(screen.getByText('n = 310')).toBeVisible()
    const asked = app.calls.find(({ route }) => route === 'getComparison')
    expect(asked).toMatchObject({ params: { drillPath: 'country=SE' }, query: { vs: 'country=NO', page: 'overview' } })
    expect(await accessibilityProblems()).toEqual([])
    useScheme('dark')
    expect(await accessibilityProblems()).toEqual([])
  })

  test('drills within a side and moves that side alone', async () => {
    const app = await open('country=SE?vs=country%3DNO')
    const [, tableOfB] = await sideOf('B')
    await userEvent.click(await within(tableOfB as HTMLElement).findByRole('link', { name: 'Below country=NO' }))
    await waitFor(() => expect(vsOf(app.address())).toBe('country=NO;region=north'))
    expect(app.address()).toContain('/visits/country=SE?')
    const [, tableOfA] = await sideOf('A')
    await userEvent.click(await within(tableOfA as HTMLElement).findByRole('link', { name: 'Below country=SE' }))
    await waitFor(() => expect(app.address()).toContain('/visits/country=SE;region=north?'))
    expect(vsOf(app.address())).toBe('country=NO;region=north')
  })

  test('what both sides share moves along with the page’s filters', async () => {
    const app = await open('country=SE;channel=web?vs=country%3DNO%3Bchannel%3Dweb')
    await sideOf('B')
    const active = await screen.findByRole('group', { name: 'Active filters' })
    await userEvent.click(within(active).getAllByRole('button')[0] as HTMLElement)
    await waitFor(() => expect(app.address()).toContain('/visits/country=SE?'))
    expect(vsOf(app.address())).toBe('country=NO')
  })

  test('goes along to other pages with figures', async () => {
    const page = component('variable-block', { id: 'tiles', title: 'Figures', variables: ['csi'] })
    const lists = [component('global-overview', { id: 'world' })]
    const app = await renderApp('/page/overview/visits/country=SE?vs=country%3DNO', [
      serve(getWidgetData, ({ params }) => {
        if (params['component'] === 'tiles')
          return { variables: [{ ...indicatorExample, nodeName: params['drillPath'] ?? '' }] }
        return ranking({ headers: [nameColumn(), header('csi')], rows: [] })
      }),
      serve(getComparison, compared),
      ...signedInServer(identityFixture(), startWith({ overview: lists, ranking: [page] })),
    ])
    // A page without figures shows itself alone, and keeps what is compared for the next one.
    await screen.findByRole('button', { name: 'Compare' })
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    const [, other] = within(pages).getAllByRole('link')
    await userEvent.click(other as HTMLElement)
    await waitFor(() => expect(app.address()).toContain('/ranking/visits/country=SE?'))
    expect(vsOf(app.address())).toBe('country=NO')
    expect(await screen.findByRole('region', { name: 'Comparison' })).toBeVisible()
  })

  test('swaps its sides, and ends', async () => {
    const app = await open('country=SE?vs=country%3DNO')
    await userEvent.click(await screen.findByRole('button', { name: 'Swap A and B' }))
    await waitFor(() => expect(app.address()).toContain('/visits/country=NO?'))
    expect(vsOf(app.address())).toBe('country=SE')
    await userEvent.click(screen.getByRole('button', { name: 'End comparison' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=NO'))
    expect(await screen.findByText('The comparison has ended.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })

  test('says where the sides have answers in common, and why no difference is told', async () => {
    const why = { en: 'No comparison: the period is not over.' }
    const [first] = compared.differences
    const answer = {
      ...compared,
      share: 'part' as const,
      differences: first ? [{ ...first, formattedDiff: null, why }] : [],
    }
    await open('root?vs=country%3DNO', { answer })
    expect(await screen.findByText(/^B is a part of A\./)).toBeVisible()
    const [tileOfB] = await sideOf('B')
    expect(await within(tileOfB as HTMLElement).findByText(why.en)).toBeVisible()
  })

  test('tells once that side B may not be seen, beside side A, and ends from there', async () => {
    const app = await open('country=SE?vs=country%3DNO', { refused: 'country=NO' })
    await waitFor(() => expect(screen.getAllByText('You do not have access to this')).toHaveLength(1))
    expect(screen.getByText('You have no access to "country=NO".')).toBeVisible()
    const [, tableOfA] = await sideOf('A')
    expect(await within(tableOfA as HTMLElement).findByText('Below country=SE')).toBeVisible()
    const ways = screen.getAllByRole('button', { name: 'End comparison' })
    await userEvent.click(ways.at(-1) as HTMLElement)
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })
})

test('tiles of a compared page stand level with those of the other side', async () => {
  const tiles = component('variable-block', { id: 'tiles', title: 'Figures', variables: ['csi', 'nps', 'wait'] })
  await renderApp('/page/overview/visits/country=SE?vs=country%3DNO', [
    serveWidget('variable-block', (_, { params }) => {
      // One side has more to say in its first tile.
      const helpText = params['drillPath'] === 'country=SE' ? null : { en: 'Twenty words of help. '.repeat(8) }
      const long = params['drillPath'] === 'country=SE' ? 'CSI' : 'Satisfaction of all who were asked, '.repeat(8)
      return {
        variables: ['csi', 'nps', 'wait'].map((name) => ({
          ...indicatorExample,
          name,
          title: name === 'nps' ? { en: long } : { en: name },
          helpText,
        })),
      }
    }),
    serve(getComparison, { ...compared, differences: [] }),
    ...signedInServer(identityFixture(), startWith({ overview: [tiles] })),
  ])
  const [[a], [b]] = await Promise.all([sideOf('A'), sideOf('B')])
  const placesOf = (side: HTMLElement | undefined) =>
    [...(side?.querySelectorAll('article') ?? [])].map((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      return [Math.round(top), Math.round(bottom)]
    })
  await waitFor(() => expect(placesOf(a)).toHaveLength(3))
  await waitFor(() => expect(placesOf(a)).toEqual(placesOf(b)))
})

describe('the charts of a compared page', () => {
  test('are drawn on one axis', async () => {
    const months = ['2026-01-01', '2026-02-01', '2026-03-01']
    const chart = component('development-chart', { id: 'trend', title: 'Development', variables: ['csi'] })
    const chartOf = (data: number[]): ChartData => ({
      categories: months,
      series: [{ name: 'CSI', data, n: [120, 130, 140], lowBase: 30 }],
      descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
      summary: {
        ...{ value: '12', few: false, change: null, arrow: 0, base: null, chance: null, at: 2, before: null },
        ...{ period: null, against: null, why: null },
      },
      goal: null,
    })
    await renderApp('/page/overview/visits/country=SE?vs=country%3DNO', [
      serveWidget('development-chart', (_, { params }) =>
        params['drillPath'] === 'country=SE' ? chartOf([11, 13, 12]) : chartOf([71, 72, 78]),
      ),
      serve(getComparison, { ...compared, differences: [] }),
      ...signedInServer(identityFixture(), startWith({ overview: [chart] })),
    ])
    const [[a], [b]] = await Promise.all([sideOf('A'), sideOf('B')])
    const ticksOf = (side: HTMLElement | undefined) =>
      [...(side?.querySelectorAll('svg text') ?? [])].flatMap(({ textContent }) =>
        /^\d+(\.\d+)?$/.test(textContent) ? [Number(textContent)] : [],
      )
    await waitFor(() => expect(ticksOf(a).length).toBeGreaterThan(2))
    await waitFor(() => expect(ticksOf(a)).toEqual(ticksOf(b)))
    expect(Math.min(...ticksOf(a))).toBeLessThanOrEqual(11)
    expect(Math.max(...ticksOf(a))).toBeGreaterThanOrEqual(78)
  })
})

describe('the choice of what is compared', () => {
  test('offers how units are read where they have moved, and says it of the side that keeps what they were', async () => {
    const app = await open('country=SE', { hasMovedUnits: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare' }))
    const units = within(await dialog.findByRole('group', { name: 'Units' }))
    await userEvent.click(units.getByRole('radio', { name: 'as they are now' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(vsOf(app.address())).toBe('country=SE;units.as=now'))
    expect(await screen.findByRole('heading', { level: 2, name: /^A\s*Units: as they were$/ })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: /^B\s*Units: as they are now$/ })).toBeVisible()
  })

  test('offers the period before and the same a year earlier, and needs something to differ', async () => {
    const app = await open('country=SE;date=2026-Q1')
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare' }))
    expect(await dialog.findByText('Nothing is different yet.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Compare' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('radio', { name: /^The same period a year earlier/ }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Compare' })).toBeEnabled())
    await userEvent.click(dialog.getByRole('radio', { name: 'The preceding period (Q4 2025)' }))
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(vsOf(app.address())).toBe('country=SE;date=2025-Q4'))
    expect(await screen.findByText('The page shows A and B beside each other.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 2, name: /^B\s*Q4 2025$/ })).toBeVisible()
  })
})
