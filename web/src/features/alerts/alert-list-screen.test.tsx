import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { listAlerts, suggestAlerts } from '@gensvar/contract/alerts'
import { getWidgetData } from '@gensvar/contract/widget-data'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { alertListOf, alertRow } from '#web/widgets/testing/alert-fixtures.ts'
import { component } from '#web/widgets/testing/ranking-fixtures.ts'
import { exampleAnswer } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

const rows = [alertRow(31, 'Eva Lind', 2), alertRow(32, 'Ola Berg', 6)]
const table = component('alert-table', { id: 'unhappy', title: 'Unhappy customers', columns: ['customer', 'due'] })
const results = component('results-block', { id: 'results' })

/** Opens the alerts page: with these components, or of a survey that has no page for alerts. */
function open(components: AnyComponent[] | null, address = 'country=SE', change: object = {}) {
  const start = startFixture()
  const pages = start.survey.pages.flatMap((page) =>
    page.kind !== 'alerts' ? [page] : components === null ? [] : [{ ...page, components }],
  )
  return renderApp(`/alertlist/visits/${address}`, [
    serve(listAlerts, alertListOf(rows, 120)),
    serve(suggestAlerts, { suggestions: [] }),
    serve(getWidgetData, ({ params }) =>
      params['component'] === 'results' ? exampleAnswer('results-block', params['call']) : alertListOf(rows),
    ),
    ...signedInServer(identityFixture(), { ...start, survey: { ...start.survey, pages } }, change),
  ])
}

describe('the alerts page', () => {
  test('shows the drill path and its components, among them its table (ALERT-01a)', async () => {
    await open([results, table])
    expect(await screen.findByRole('table', { name: 'Unhappy customers' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Drill path' })).toBeVisible()
    expect(await screen.findByRole('row', { name: /^Helpful/ })).toBeVisible()
    expect(screen.getAllByRole('table', { name: /customers|Alerts/ })).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 1, name: 'Alerts' })).toBeInTheDocument()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('has the number of alerts in its filter bar (ALERT-01b) (ALERT-27)', async () => {
    await open([table], 'country=SE;channel=store')
    const bar = await screen.findByRole('group', { name: 'Active filters' })
    expect(await within(bar).findByText('4 open alerts')).toBeVisible()
  })

  test('stands under the campaign dialog (ALERT-01c)', async () => {
    const announcement = { extName: 'autumn', bodyText: { en: 'Tell us what you miss' }, actionText: { en: 'Open' } }
    await open([table], 'country=SE', { announcements: [announcement] })
    expect(await screen.findByText('Tell us what you miss')).toBeVisible()
    expect(await screen.findByRole('table', { name: 'Unhappy customers', hidden: true })).toBeInTheDocument()
  })

  test('has the default table after its components where none of them is one of alerts, and alone without any (ALERT-02)', async () => {
    const app = await open([results])
    expect(await screen.findByRole('table', { name: 'Alerts' })).toBeVisible()
    expect(await screen.findByRole('row', { name: /^Helpful/ })).toBeVisible()
    endApp()
    const alone = await open(null, 'country=SE?states=open&page=1&sortBy=state&sortDesc=true')
    expect(await screen.findByRole('table', { name: 'Alerts' })).toBeVisible()
    expect(app.calls.some(({ route }) => route === 'listAlerts')).toBe(true)
    const [asked] = alone.calls.filter(({ route }) => route === 'listAlerts')
    expect(asked).toMatchObject({
      params: { drillPath: 'country=SE' },
      query: { states: 'open', rowFrom: '50', rowTo: '100', sortVar: 'state', sortDesc: 'true' },
    })
    await userEvent.type(screen.getByRole('combobox', { name: 'Filter the table' }), 'eva')
    await waitFor(() =>
      expect(alone.calls.find(({ route }) => route === 'suggestAlerts')?.params).toMatchObject({ component: '-' }),
    )
  })

  test('is at its address, whose query names page, order and direction (NAV-13)', async () => {
    const at = async (query: string) => {
      endApp()
      const app = await open(null, `country=SE${query}`)
      await screen.findByRole('table', { name: 'Alerts' })
      const { params, query: asked } = app.calls.findLast(({ route }) => route === 'listAlerts')!
      expect(params).toEqual({ survey: 'visits', drillPath: 'country=SE' })
      return { app, asked }
    }
    expect((await at('')).asked).toMatchObject({ rowFrom: '0', rowTo: '50' })
    const { app, asked } = await at('?page=1&sortBy=due&sortDesc=true')
    expect(asked).toMatchObject({ rowFrom: '50', rowTo: '100', sortVar: 'due', sortDesc: 'true' })
    expect(screen.getByRole('columnheader', { name: /Due/ }).ariaSort).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(app.address()).toBe('/alertlist/visits/country=SE?page=2&sortBy=due&sortDesc=true'))
  })

  test('asks once for its rows, also while an alert of it is being opened', async () => {
    const app = await open(null, 'country=SE?states=open')
    await userEvent.click(await screen.findByRole('link', { name: 'Eva Lind' }))
    await waitFor(() => expect(app.address()).toBe('/alert/visits/31'))
    await screen.findByRole('button', { name: 'Back' })
    expect(app.calls.filter(({ route }) => route === 'listAlerts').map(({ query }) => query['states'])).toEqual([
      'open',
    ])
  })
})
