import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createSamplesReport } from '@gensvar/contract/reports'
import { listSamples, suggestSamples } from '@gensvar/contract/samples'
import { getWidgetData } from '@gensvar/contract/widget-data'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component } from '#web/widgets/testing/ranking-fixtures.ts'
import { sampleList, sampleRow } from '#web/widgets/testing/sample-fixtures.ts'
import { exampleAnswer } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

const rows = [sampleRow(1, 'Eva Lind', '1'), sampleRow(2, 'Ola Berg', '0')]
const table = component('sample-table', { id: 'customers', title: 'All customers', columns: ['customer'] })
const results = component('results-block', { id: 'results' })

/** Opens the samples page: with these components, or of a survey that has no page for samples. */
function open(components: AnyComponent[] | null, path = 'country=SE', listed = sampleList(rows)) {
  const start = startFixture()
  const [first] = start.survey.pages
  const own = components && { ...first!, extname: 'people', title: 'Customers', kind: 'samples' as const, components }
  const pages = own === null ? start.survey.pages : [...start.survey.pages, own]
  return renderApp(`/samplelist/visits/${path}`, [
    serve(listSamples, listed),
    serve(suggestSamples, { suggestions: [] }),
    serve(createSamplesReport, { taskUUID: 'a1' }),
    serve(getWidgetData, ({ params }) =>
      params['component'] === 'results' ? exampleAnswer('results-block', params['call']) : sampleList(rows),
    ),
    ...signedInServer(identityFixture(), { ...start, survey: { ...start.survey, pages } }),
  ])
}

describe('the samples page', () => {
  test('shows the drill path, the filter bar, its components and its table (SAMPLE-01)', async () => {
    await open([results, table], 'country=SE;channel=store')
    expect(await screen.findByRole('table', { name: 'All customers' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Drill path' })).toBeVisible()
    expect(screen.getByRole('group', { name: 'Active filters' })).toBeVisible()
    expect(await screen.findByRole('row', { name: /^Helpful/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Eva Lind/ })).toBeVisible()
    expect(screen.getAllByRole('table', { name: /customers|Samples/ })).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('has the plain table after its components where none of them is one of samples', async () => {
    const app = await open([results])
    expect(await screen.findByRole('table', { name: 'Samples' })).toBeVisible()
    expect(await screen.findByRole('row', { name: /^Helpful/ })).toBeVisible()
    expect(app.calls.some(({ route }) => route === 'listSamples')).toBe(true)
  })

  test('is at its address, whose query names page, order and direction: the latest event date first where it does not (NAV-15)', async () => {
    const many = sampleList(rows)
    const answer = { ...many, rankingData: { ...many.rankingData, totalNumberRows: 120 } }
    const at = async (query: string) => {
      endApp()
      const app = await open(null, `country=SE${query}`, answer)
      await screen.findByRole('table', { name: 'Samples' })
      const { params, query: asked } = app.calls.findLast(({ route }) => route === 'listSamples')!
      expect(params).toEqual({ survey: 'visits', drillPath: 'country=SE' })
      return { app, asked, sorted: (name: RegExp) => screen.getByRole('columnheader', { name }).ariaSort }
    }
    const plain = await at('')
    expect(plain.asked).toMatchObject({ rowFrom: '0', rowTo: '50' })
    // The server begins with the event date, the latest first; the address may say the same.
    expect(plain.sorted(/Event date/)).toBe('descending')
    const said = await at('?sortBy=eventdate&sortDesc=true')
    expect(said.asked).toMatchObject({ rowFrom: '0', sortVar: 'eventdate', sortDesc: 'true' })
    const other = await at('?page=1&sortBy=state&sortDesc=false')
    expect(other.asked).toMatchObject({ rowFrom: '50', rowTo: '100', sortVar: 'state', sortDesc: 'false' })
    expect(other.sorted(/State/)).toBe('ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await waitFor(() =>
      expect(other.app.address()).toBe('/samplelist/visits/country=SE?page=2&sortBy=state&sortDesc=false'),
    )
  })

  test('is the plain table alone in a survey that configures none, with no actions but its report', async () => {
    const app = await open(null)
    expect(await screen.findByRole('table', { name: 'Samples' })).toBeVisible()
    const [asked] = app.calls.filter(({ route }) => route === 'listSamples')
    expect(asked).toMatchObject({ params: { drillPath: 'country=SE' }, query: { rowFrom: '0', rowTo: '50' } })
    expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull()
    await userEvent.type(screen.getByRole('combobox', { name: 'Filter the table' }), 'eva')
    await waitFor(() =>
      expect(app.calls.find(({ route }) => route === 'suggestSamples')?.params).toMatchObject({ component: '-' }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save the table as shown' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save the table as shown (CSV)' }))
    await waitFor(() =>
      expect(app.calls.find(({ route }) => route === 'createSamplesReport')?.body).toMatchObject({
        component: null,
        format: 'csv',
      }),
    )
    // The sample page leads back to where it was opened from.
    await userEvent.click(screen.getByRole('link', { name: 'Eva Lind' }))
    await waitFor(() => expect(app.address()).toBe('/sample/visits/samplelist/1'))
  })
})
