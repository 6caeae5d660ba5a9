import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { widgets } from '@gensvar/contract/widgets/index'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const lines = widgets['choice-line'].example.responses.data
const columns = widgets.grouped.example.responses.data

async function openLines(change: Partial<typeof lines> = {}, width?: number) {
  const how = component('choice-line', { id: 'how', question: 'channel' })
  return renderApp(
    '/page/overview/visits/country=Sweden',
    [
      serveWidget('choice-line', () => ({ ...lines, ...change })),
      ...signedInServer(identityFixture(), startWith({ overview: [how] })),
    ],
    width === undefined ? {} : { width },
  )
}

async function openColumns(change: Partial<typeof columns> = {}, width?: number) {
  const stores = component('grouped', { id: 'stores', variables: ['helpful', 'knowledge'], by: 'region' })
  return renderApp(
    '/page/overview/visits/country=Sweden',
    [
      serveWidget('grouped', () => ({ ...columns, ...change })),
      ...signedInServer(identityFixture(), startWith({ overview: [stores] })),
    ],
    width === undefined ? {} : { width },
  )
}

/** The picture with this name once it is drawn, by the texts in it. */
async function drawnTexts(name: RegExp): Promise<(string | null)[]> {
  const place = await screen.findByRole('img', { name })
  await waitFor(() => expect(place.querySelector('svg text')).not.toBeNull())
  return [...place.querySelectorAll('text')].map((text) => text.textContent)
}

describe('the choice line', () => {
  test('is rendered; its data call takes component id and drill path (COMP-04)', async () => {
    const app = await openLines()
    const texts = await drawnTexts(/^Channel: Store, the most common answer, fell by 4 to 58\s%/)
    expect(texts).toEqual(expect.arrayContaining(['Store', 'Web', 'Feb 2026']))
    expect(texts.some((text) => text?.endsWith('%'))).toBe(true)
    const call = app.calls.find(({ params }) => params['component'] === 'how')
    expect(call?.params).toMatchObject({ call: 'data', component: 'how', drillPath: 'country=Sweden' })
    expect(await accessibilityProblems()).toEqual([])
  })

  test('has a table whose headings filter the page by a choice', async () => {
    const app = await openLines()
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table')
    expect(within(table).getByRole('row', { name: /^Feb 2026/ }).textContent).toContain('58\u{a0}%70 answers')
    await userEvent.click(within(table).getByRole('button', { name: 'Web' }))
    await waitFor(() => expect(app.calls.at(-1)?.params['drillPath']).toBe('country=Sweden;channel=web'))
  })

  test('opens what a share is, with the answers that have its choice, and filters from there', async () => {
    const about = {
      name: 'n',
      definition: null,
      cases: 'interviews' as const,
      expression: null,
      alertMode: null,
      decimals: 0,
    }
    const app = await openLines({ descriptors: lines.descriptors.map((one) => ({ ...one, about })) })
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    await userEvent.click(within(screen.getByRole('row', { name: /^Feb 2026/ })).getByRole('button', { name: /^58/ }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('70 answers')
    // 58 % of 70.
    const link = within(dialog).getByRole('link', { name: 'Open the 41 answers' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/country=Sweden.*channel=store.*cases=n/))
    await userEvent.click(within(dialog).getByRole('button', { name: /Store/ }))
    await waitFor(() => expect(app.calls.at(-1)?.params['drillPath']).toBe('country=Sweden;channel=store'))
  })

  test('draws the most common of many choices and says so, and that several answers were possible', async () => {
    await openLines({ drawn: ['web'], isMultiple: true }, 390)
    expect(
      await screen.findByText(/The 1 most common of 2 choices are drawn.*Several answers were possible/),
    ).toBeVisible()
    expect(await drawnTexts(/^Channel:/)).not.toContain('Store')
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('columnheader', { name: 'Store' })).toBeVisible()
  })

  test('says why there is nothing to show', async () => {
    const withheld = { en: 'This survey is anonymous: comments are not shown.' }
    await openLines({ categories: [], series: [], descriptors: [], drawn: [], leading: null, summary: null, withheld })
    expect(await screen.findByText(withheld.en)).toBeVisible()
  })
})

describe('grouped columns', () => {
  test('are rendered; their data call takes component id and drill path (COMP-05)', async () => {
    const app = await openColumns()
    const texts = await drawnTexts(/Helpful staff: highest North \(8\.2\), lowest South \(7\.9\)$/)
    expect(texts).toEqual(expect.arrayContaining(['North', 'South', 'Helpful staff', 'Knowledge']))
    const call = app.calls.find(({ params }) => params['component'] === 'stores')
    expect(call?.params).toMatchObject({ call: 'data', component: 'stores', drillPath: 'country=Sweden' })
    expect(await accessibilityProblems()).toEqual([])
  })

  test('have a table whose rows lead to the units that may be opened', async () => {
    const app = await openColumns()
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table')
    expect(within(table).getByRole('columnheader', { name: 'Region' })).toBeVisible()
    expect(within(table).queryByRole('button', { name: 'South' })).toBeNull()
    await userEvent.click(within(table).getByRole('button', { name: 'North' }))
    await waitFor(() => expect(app.calls.at(-1)?.params['drillPath']).toBe('region=North'))
  })

  test('turn pages where the groups are many, and name the reason of a withheld value', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Store ${at + 1}`)
    const [chart] = columns.charts
    if (!chart) throw new Error('The example has a chart')
    const [series] = chart.series
    if (!series) throw new Error('The example has a series')
    await openColumns(
      {
        groups: names.map((name) => ({ name, title: name, path: null })),
        total: 1030,
        charts: [
          {
            ...chart,
            categories: names,
            series: [
              {
                ...series,
                data: names.map((_, at) => (at === 1 ? null : at)),
                n: names.map(() => 40),
                why: names.map((_, at) => (at === 1 ? { en: 'Fewer than 5 answers.' } : null)),
              },
            ],
          },
        ],
      },
      390,
    )
    const pages = await screen.findByRole('navigation', { name: 'Pages of the chart' })
    expect(pages.textContent).toMatch(/^1–\d+ of 30$/)
    expect(screen.getByText('1,000 more are not shown here')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('img', { name: 'Fewer than 5 answers.' })).toBeVisible()
    await userEvent.click(within(pages).getByRole('button', { name: 'Next groups' }))
    expect(screen.queryByRole('rowheader', { name: 'Store 1' })).toBeNull()
    expect(within(pages).getByRole('button', { name: 'Previous groups' })).toBeEnabled()
  })
})
