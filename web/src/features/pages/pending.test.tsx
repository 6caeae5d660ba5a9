import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test } from 'vitest'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { getWidgetData } from '@gensvar/contract/widget-data'
import type { Answer } from '#web/api.ts'
import { identityFixture, signedInServer, statusFixture } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { exampleAnswer } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

const types = ['variable-block', 'development-chart', 'ranking-table', 'results-block'] as const
const overview = [
  component('variable-block', { id: 'variable-block', title: 'Figures', variables: ['csi'] }),
  component('development-chart', { id: 'development-chart', title: 'Trend', variables: ['csi'], periods: ['months'] }),
  component('ranking-table', { id: 'ranking-table', title: 'Units', columns: ['csi'] }),
  component('results-block', { id: 'results-block', title: 'Results' }),
]
const segment = { helpText: null, children: [], entityId: null, isCompleted: false, path: 'root', text: 'All' }
const atRoot: Answer<typeof getSegmentedDrillPath> = { segments: [segment], nOpenAlerts: 4, filterTitles: [] }

/** A page of every kind of figure, whose answers for a filter wait at a gate; `segments` answers at once. */
async function openPage(segments?: Served['answer']) {
  const gate = makeGate()
  const held = (route: Served['route'], answer: Served['answer']): Served => ({
    route,
    answer: async (seen) => {
      if (seen.params['drillPath']?.includes('gender=woman') === true) await gate.pass()
      return answer(seen)
    },
  })
  const server = [
    held(getWidgetData, ({ params }) => {
      const type = types.find((one) => one === params['component'])
      return type === undefined ? undefined : exampleAnswer(type, params['call'])
    }),
    segments === undefined
      ? held(getSegmentedDrillPath, () => atRoot)
      : { route: getSegmentedDrillPath, answer: segments },
    held(getSurveyStatus, () =>
      statusFixture({ freshness: { updatedAt: new Date().toISOString(), updating: false, problem: null } }),
    ),
    ...signedInServer(identityFixture(), startWith({ overview })),
  ]
  const app = await renderApp('/page/overview/visits/root', server)
  const parts = async () => {
    await screen.findByRole('table', { name: 'Units' })
    await screen.findByText('Updated', { exact: false })
    await screen.findByRole('heading', { name: 'Results' })
    const path = screen.getByRole('navigation', { name: 'Drill path' })
    expect(path).toContainElement(await screen.findByRole('link', { name: '4 open alerts here' }))
    return {
      tiles: await screen.findByRole('region', { name: 'Figures' }),
      chart: cardOf('Trend'),
      table: cardOf('Units'),
      results: cardOf('Results'),
      path,
    }
  }
  return { app, gate, parts }
}

function cardOf(title: string): HTMLElement {
  const card = screen.getByRole('heading', { name: title }).closest('section')
  if (card === null) throw new Error(`${title} has no card`)
  return card
}

const pending = () => document.querySelectorAll('[data-pending]')

describe('while the figures of a new filter are under way', () => {
  test('every figure is pending from the first moment, and none when the answers are there', async () => {
    const { app, gate, parts } = await openPage()
    const before = await parts()
    await waitFor(() => expect(pending()).toHaveLength(0))
    gate.close()
    app.go('/page/overview/visits/gender=woman')
    await waitFor(() => expect(pending().length).toBeGreaterThan(0))
    for (const [name, part] of Object.entries(before)) {
      expect([name, part.isConnected, part.getAttribute('aria-busy')]).toEqual([name, true, 'true'])
      expect([name, part.hasAttribute('data-pending')]).toEqual([name, true])
    }
    gate.open()
    await waitFor(() => expect(pending()).toHaveLength(0))
    expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(0)
  })

  test('they look so after a tenth of a second, with an edge that stands still where no motion is wanted', async () => {
    const { app, gate, parts } = await openPage()
    const { table } = await parts()
    gate.close()
    app.go('/page/overview/visits/gender=woman')
    await waitFor(() => expect(table).toHaveAttribute('data-pending'))
    const dimming = getComputedStyle(table)
    expect(dimming.animationDelay).toBe('0.1s')
    const edge = getComputedStyle(table, '::before')
    expect(edge.animationDelay).toBe('0.1s')
    expect(edge.animationName).toBe('gv-appear')
    expect(edge.animationIterationCount).toBe('1')
    await waitFor(() => expect(Number(dimming.opacity)).toBeCloseTo(0.7, 2))
    expect(await accessibilityProblems()).toEqual([])
    gate.open()
  })

  test('the number of alerts of the place before is pending also where the drill path fails', async () => {
    const { app, gate, parts } = await openPage(({ params }) =>
      params['drillPath'] === 'root' ? atRoot : refusal('internal'),
    )
    const { path } = await parts()
    gate.close()
    app.go('/page/overview/visits/gender=woman')
    // The steps are known from the page before.
    expect(await within(path).findByRole('button', { name: 'All' })).toBeVisible()
    const paths = () => app.calls.filter(({ route }) => route === 'getSegmentedDrillPath').length
    await waitFor(() => expect(paths()).toBeGreaterThan(1))
    expect(within(path).getByRole('link', { name: '4 open alerts here' })).toBeVisible()
    await waitFor(() => expect(path).toHaveAttribute('data-pending'))
    gate.open()
    await waitFor(() => expect(path).not.toHaveAttribute('data-pending'))
  })

  test('a place whose figures are already there is not pending', async () => {
    const { app, gate, parts } = await openPage()
    await parts()
    app.go('/page/overview/visits/gender=woman')
    await waitFor(() => expect(pending()).toHaveLength(0))
    gate.close()
    app.go('/page/overview/visits/root')
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/root'))
    expect(pending()).toHaveLength(0)
    gate.open()
  })
})
