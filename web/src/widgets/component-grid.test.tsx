import { MantineProvider } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { getClientConfig } from '@gensvar/contract/identity'
import { widgets, widgetTypes } from '@gensvar/contract/widgets/index'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { configFixture, identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import { startServing } from '#web/testing/serve.ts'
import { widgetViews } from './registry.ts'
import { component, figure, nameColumn, header, ranking, startWith, unitRow } from './testing/ranking-fixtures.ts'
import { serveWidget } from './testing/serve-widget.ts'
import { WidgetBoundary } from './widget-boundary.tsx'

afterEach(endApp)

type Components = Parameters<typeof startWith>[0]['overview']

const table = (id: string, title: string, size: 4 | 6 | 12 = 12) =>
  component('ranking-table', { id, size, title, columns: ['csi'] })
const answers = serveWidget('ranking-table', (id) =>
  ranking({ headers: [nameColumn(), header('csi')], rows: [unitRow(`Unit of ${id}`, 1, [figure(70)])] }),
)

function open(
  overview: Components,
  identity: Parameters<typeof identityFixture>[0] = {},
  href = '/page/overview/visits/root',
) {
  const start = startWith({ overview })
  return renderApp(href, [answers, ...signedInServer(identityFixture(identity), start)])
}

test('every widget of the contract has a view', () => {
  expect(Object.keys(widgetViews).toSorted()).toEqual(widgetTypes.toSorted())
})

describe('a page', () => {
  test('draws each component by its type (PAGE-01) (NAV-17) (PAGE-10)', async () => {
    await open([
      table('units', 'Units'),
      component('menu-block', { id: 'tabs', items: [{ title: 'Stores', component: table('inner', 'Inner') }] }),
    ])
    expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeInTheDocument()
    expect(await screen.findByRole('table', { name: 'Units' })).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Stores' })).toBeVisible()
    expect(await screen.findByRole('table', { name: 'Inner' })).toBeVisible()
  })

  test('gives components 2, 4, 6, 8 or 12 of twelve columns (PAGE-02)', async () => {
    const sizes = [2, 4, 6, 8, 12, 4] as const
    const types = sizes.map((size, index) =>
      component('discriminator', {
        id: `d${index}`,
        size,
        branches: [{ components: [table(`t${index}`, `Table ${index}`)] }],
      }),
    )
    await renderApp(
      '/page/overview/visits/root',
      [answers, ...signedInServer(identityFixture(), startWith({ overview: types }))],
      { width: 1900 },
    )
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(sizes.length))
    const [first] = screen.getAllByRole('table')
    const grid = first?.closest('[data-size="2"]')?.parentElement
    const whole = grid?.getBoundingClientRect().width ?? 0
    for (const size of sizes) {
      const cell = grid?.querySelector(`:scope > [data-size="${size}"]`)
      const expected = (whole + 16) * (size / 12) - 16
      expect(cell?.getBoundingClientRect().width).toBeCloseTo(expected, 0)
    }
  })

  test("shows 'Unknown component' for a type that does not exist (PAGE-03)", async () => {
    await open([{ type: 'crystal-ball', config: { id: 'x', size: 12 } }, table('units', 'Units')])
    expect(await screen.findByText('Unknown component')).toBeVisible()
    expect(screen.getByText(/“crystal-ball”/)).toBeVisible()
    expect(await screen.findByRole('table', { name: 'Units' })).toBeVisible()
  })

  test('shows components for root users to root users alone', async () => {
    const secret = { type: 'crystal-ball', config: { id: 'x', size: 12 as const, rootOnly: true } }
    await open([secret, table('units', 'Units')])
    await screen.findByRole('table', { name: 'Units' })
    expect(screen.queryByText('Unknown component')).toBeNull()
    endApp()
    await open([secret], { isRoot: true })
    expect(await screen.findByText('Unknown component')).toBeVisible()
  })

  test('that does not exist says so and leads to the start page', async () => {
    const app = await open([], {}, '/page/nowhere/visits/root')
    expect(await screen.findByText('There is no page “nowhere”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
    expect(app.address()).toBe('/page/overview/visits/country=SE')
  })

  test('a component whose code could not be loaded comes by itself when the server is back', async () => {
    await startI18n('en')
    const network = { isGone: true }
    const reach = async (): Promise<void> => {
      if (network.isGone) throw new TypeError('Failed to fetch')
    }
    const config = { route: getClientConfig, answer: () => reach().then(() => configFixture()) }
    const { stop } = startServing([config])
    const Late = onDemand(() => reach().then(() => () => <p>The figures</p>))
    const drawn = (trouble: 'offline' | null) => (
      <MantineProvider>
        <ConnectionContext value={{ trouble, retry: () => undefined }}>
          <WidgetBoundary>
            <Suspense>
              <Late />
            </Suspense>
          </WidgetBoundary>
        </ConnectionContext>
      </MantineProvider>
    )
    const { rerender } = render(drawn(null))
    const told = 'The server cannot be reached. Check the connection and try again.'
    expect(await screen.findByText(told)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(told)).toBeVisible()
    // The screen around has noticed, and says it for all its parts.
    rerender(drawn('offline'))
    expect(screen.getByText('Not loaded')).toBeVisible()
    expect(screen.queryByText(told)).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    network.isGone = false
    rerender(drawn(null))
    expect(await screen.findByText('The figures')).toBeVisible()
    stop()
  })

  test('a component that cannot be drawn leaves the others alone', async () => {
    const start = startWith({ overview: [table('broken', 'Broken'), table('units', 'Units')] })
    const server = serveWidget('ranking-table', (id) =>
      id === 'broken'
        ? Response.json({ rankingData: { rows: 'no rows' } })
        : ranking({ headers: [nameColumn()], rows: [unitRow('North', 1, [])] }),
    )
    await renderApp('/page/overview/visits/root', [server, ...signedInServer(identityFixture(), start)])
    expect(await screen.findByRole('table', { name: 'Units' })).toBeVisible()
    expect(screen.getByText('This could not be loaded')).toBeVisible()
  })
})

describe('the discriminator', () => {
  const sides = component('discriminator', {
    id: 'side',
    branches: [
      { components: [table('everybody', 'For everybody')] },
      { roles: ['region-manager'], components: [table('manager', 'For managers')] },
      { roles: ['region-manager'], views: ['products'], components: [table('product', 'For managers of products')] },
      { roles: ['analyst'], components: [table('analyst', 'For analysts')] },
    ],
  })

  test('renders the components of the branch that fits the role and the view best (PAGE-07)', async () => {
    const app = await open([sides])
    expect(await screen.findByRole('table', { name: 'For managers' })).toBeVisible()
    expect(screen.getAllByRole('table')).toHaveLength(1)
    app.go('/page/overview/visits/view=products')
    expect(await screen.findByRole('table', { name: 'For managers of products' })).toBeVisible()
    expect(screen.getAllByRole('table')).toHaveLength(1)
  })

  test('renders nothing where no branch fits', async () => {
    const none = component('discriminator', {
      id: 'none',
      branches: [{ roles: ['analyst'], components: [table('analyst', 'For analysts')] }],
    })
    await open([none, table('units', 'Units')])
    await screen.findByRole('table', { name: 'Units' })
    expect(screen.getAllByRole('table')).toHaveLength(1)
  })
})

describe('the menu block', () => {
  const tabs = component('menu-block', {
    id: 'tabs',
    items: [
      { title: { en: 'Drivers', sv: 'Drivkrafter' }, component: table('first', 'First') },
      { title: { en: 'Effect', sv: 'Effekt' }, component: table('second', 'Second') },
    ],
  })

  test("shows tabs with titles in the reader's language over the chosen item's component (MENU-01)", async () => {
    const start = startWith({ overview: [tabs] })
    await renderApp(
      '/page/overview/visits/root',
      [answers, ...signedInServer(identityFixture({ locale: 'sv' }), start)],
      { locale: 'sv' },
    )
    // The frame shown first has a main of its own, and the filters have tabs too.
    const first = await screen.findByRole('tab', { name: 'Drivkrafter' })
    const list = within(first.closest('[role=tablist]')!)
    expect(list.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Drivkrafter', 'Effekt'])
    expect(await screen.findByRole('table', { name: 'First' })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Effekt' }))
    expect(await screen.findByRole('table', { name: 'Second' })).toBeVisible()
    expect(screen.queryByRole('table', { name: 'First' })).toBeNull()
  })

  test('can be used with the keyboard', async () => {
    await open([tabs])
    await screen.findByRole('table', { name: 'First' })
    screen.getByRole('tab', { name: 'Drivers' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('table', { name: 'Second' })).toBeVisible()
  })
})

describe('the selection block', () => {
  test("shows a 'Selected data' menu of its items and the one chosen (MENU-02)", async () => {
    await open([
      component('selection-block', { id: 'selected', items: [table('first', 'First'), table('second', 'Second')] }),
    ])
    const menu = await screen.findByRole('radiogroup', { name: 'Selected data' })
    expect(within(menu).getAllByRole('radio')).toHaveLength(2)
    expect(await screen.findByRole('table', { name: 'First' })).toBeVisible()
    await userEvent.click(within(menu).getByRole('radio', { name: 'Second' }))
    expect(await screen.findByRole('table', { name: 'Second' })).toBeVisible()
    expect(screen.queryByRole('table', { name: 'First' })).toBeNull()
  })

  test('shows and hides the components of the page it names (MENU-02)', async () => {
    const block = component('selection-block', { id: 'selected', size: 4, items: ['first', 'second'] })
    await open([table('first', 'First'), table('second', 'Second'), block, table('third', 'Third')])
    const menu = await screen.findByRole('radiogroup', { name: 'Selected data' })
    expect(await screen.findByRole('table', { name: 'First' })).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Second' })).toBeNull()
    await userEvent.click(within(menu).getByRole('radio', { name: 'Second' }))
    expect(await screen.findByRole('table', { name: 'Second' })).toBeVisible()
    expect(screen.queryByRole('table', { name: 'First' })).toBeNull()
    expect(screen.getByRole('table', { name: 'Third' })).toBeVisible()
  })

  test('hosts the period menus its charts register (MENU-03)', async () => {
    const chart = component('development-chart', {
      id: 'trend',
      title: 'Trend',
      variables: ['csi'],
      periods: ['months', 'years'],
    })
    const free = component('development-chart', {
      id: 'other',
      title: 'Other',
      variables: ['csi'],
      periods: ['weeks', 'quarters'],
    })
    const own = component('development-chart', {
      id: 'own',
      title: 'Own',
      variables: ['csi'],
      periods: ['days', 'weeks'],
    })
    const block = component('selection-block', { id: 'selected', items: ['trend', own], periods: true })
    const figures = serveWidget('development-chart', () => widgets['development-chart'].example.responses.data)
    const app = await renderApp('/page/overview/visits/root', [
      figures,
      ...signedInServer(identityFixture(), startWith({ overview: [block, chart, free] })),
    ])
    const offered = (menu: HTMLElement) =>
      within(menu)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent)
    const data = await screen.findByRole('radiogroup', { name: 'Selected data' })
    const menu = await within(data.parentElement!).findByRole('radiogroup', { name: 'Period: Trend' })
    expect(offered(menu)).toEqual(['Months', 'Years'])
    expect(screen.getAllByText('Months')).toHaveLength(1)
    expect(await screen.findByText('Quarters')).toBeVisible()
    await userEvent.click(within(menu).getByRole('radio', { name: 'Years' }))
    const asked = () =>
      app.calls.filter((call) => call.params['component'] === 'trend').map((call) => call.query['period'])
    await waitFor(() => expect(asked().at(-1)).toBe('years'))
    expect(within(menu).getByRole('radio', { name: 'Years' })).toBeChecked()
    await userEvent.click(within(data).getByRole('radio', { name: 'Own' }))
    const other = await within(data.parentElement!).findByRole('radiogroup', { name: 'Period: Own' })
    expect(offered(other)).toEqual(['Days', 'Weeks'])
    expect(screen.queryByRole('radiogroup', { name: 'Period: Trend' })).toBeNull()
  })
})
