import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getDistribution } from '@gensvar/contract/distributions'
import { distributionEntities } from '@gensvar/contract/entities/distribution'
import type { Distribution, DistributionBar } from '@gensvar/contract/entities/distribution'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import { rankingExample } from '@gensvar/contract/entities/ranking'
import { summaryResultsExample } from '@gensvar/contract/entities/summary-results'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { SeenCall } from '#web/testing/serve.ts'
import { serve } from '#web/testing/serve.ts'
import { exampleAnswer } from '#web/widgets/testing/serve-widget.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const example = distributionEntities.Distribution.example as Distribution
const [place] = example.bars as [DistributionBar]

/** The example with bars of units or months, as it is asked for. */
function answerTo({ query }: SeenCall): Distribution {
  if (query['by'] === 'units')
    return {
      ...example,
      bars: [
        place,
        { ...place, name: 'Storgatan', title: 'Storgatan', path: 'country=Sweden;store=Storgatan', n: 20, value: '50' },
        {
          ...place,
          name: 'Torget',
          title: 'Torget',
          path: null,
          n: null,
          shares: [],
          counts: [],
          value: null,
          withheld: { en: 'Fewer than 5 answers.' },
          isOpen: false,
        },
      ],
      total: 3,
    }
  if (query['by'] === 'months')
    return {
      ...example,
      bars: ['2026-01-01', '2026-02-01'].map((name) => ({
        ...place,
        name,
        title: name,
        dates: 'custom_01012026_01022026',
      })),
    }
  return example
}

interface Shown {
  at?: string
  answer?: (seen: SeenCall) => Distribution
  isWeighted?: boolean
}

async function openPage({ at = '/page/overview/visits/country=Sweden', answer = answerTo, isWeighted }: Shown = {}) {
  const tiles = component('variable-block', { id: 'head', variables: [{ indicator: 'nps', extraVariables: [] }] })
  const results = component('results-block', { id: 'results' })
  const units = component('ranking-table', { id: 'units', columns: [{ value: 'csi', extra: false }] })
  const [group] = summaryResultsExample.driverGroups
  if (!group) throw new Error('The example has a group')
  const questions = group.questionAnswers.map((row) => ({ ...row, hasDistribution: true }))
  const answers: Record<string, unknown> = {
    head: { variables: [{ ...indicatorExample, name: 'nps', title: 'NPS', hasDistribution: true }] },
    results: { ...summaryResultsExample, driverGroups: [{ ...group, questionAnswers: questions }] },
    units: {
      ...rankingExample,
      rankingData: {
        ...rankingExample.rankingData,
        headers: rankingExample.rankingData.headers.map((one) => ({
          ...one,
          ...(one.renderType === 'number' && { hasDistribution: true }),
        })),
      },
    },
  }
  const shown = startWith({ overview: [tiles, results, units] })
  return renderApp(at, [
    serve(getDistribution, answer),
    serve(getWidgetData, ({ params }) =>
      params['call'] === 'drivers' ? exampleAnswer('results-block', 'drivers') : answers[params['component'] ?? ''],
    ),
    ...signedInServer(identityFixture(), isWeighted ? weighted(shown) : shown),
  ])
}

function weighted(start: ReturnType<typeof startWith>): ReturnType<typeof startWith> {
  return { ...start, survey: { ...start.survey, weighting: 'weighted' } }
}

const dialogOf = (name: RegExp) => screen.findByRole('dialog', { name })

describe('the distribution behind a figure', () => {
  test('opens from a tile, and each part leads to the interviews it counts', async () => {
    await openPage()
    await userEvent.click(await screen.findByRole('button', { name: 'How the answers to NPS are spread' }))
    const dialog = await dialogOf(/How the answers are spread: NPS/)
    expect(
      await within(dialog).findByText(
        /^Sweden: Promoters 58\.0\s%, Passives 27\.0\s%, Detractors 15\.0\s% of 120 answers$/,
      ),
    ).toBeVisible()
    const link = within(dialog).getByRole('link', { name: /^Promoters 58\.0\s% 70 answers$/ })
    expect(link.getAttribute('href')).toMatch(
      /^\/ranking\/visits\/country=Sweden;(.*;)?recommend=range_9_10\?cases=nps$/,
    )
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show as table' }))
    const table = within(dialog).getByRole('table')
    expect(within(table).getByRole('link', { name: /^58/ })).toHaveAttribute('href', link.getAttribute('href'))
    expect(within(dialog).getByRole('button', { name: 'Export' })).toBeVisible()
  })

  test('says that its shares are weighted, and the numbers beside them are not', async () => {
    await openPage({ isWeighted: true })
    await userEvent.click(await screen.findByRole('button', { name: 'How the answers to NPS are spread' }))
    const dialog = await dialogOf(/NPS/)
    expect(await within(dialog).findByText(/^Sweden: Promoters 58\.0.* of 120 answers, weighted$/)).toBeVisible()
    expect(within(dialog).getByText(/^Shares are weighted to known shares; the numbers of answers are/)).toBeVisible()
  })

  test('has no decimals where shares are protected', async () => {
    await openPage({ answer: (seen) => ({ ...answerTo(seen), isRounded: true, bars: [{ ...place, counts: null }] }) })
    await userEvent.click(await screen.findByRole('button', { name: 'How the answers to NPS are spread' }))
    const dialog = await dialogOf(/NPS/)
    expect(
      await within(dialog).findByText(/^Sweden: Promoters 58\s%, Passives 27\s%, Detractors 15\s% of/),
    ).toBeVisible()
    expect(within(dialog).getByText(/^58\s%$/)).toBeVisible()
  })

  test('stands side by side for units and over time, of the answers in each', async () => {
    const app = await openPage()
    await userEvent.click(await screen.findByRole('button', { name: 'How the answers to NPS are spread' }))
    const dialog = await dialogOf(/NPS/)
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'By Store' }))
    expect(await within(dialog).findByText('Storgatan')).toBeVisible()
    expect(within(dialog).getByText('Fewer than 5 answers.')).toBeVisible()
    expect(within(dialog).getByText('20 answers, few answers')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Over time' }))
    const drawing = await within(dialog).findByRole('img', { name: /^NPS: Feb 2026: Promoters/ })
    await waitFor(() => expect(drawing.querySelector('svg text')).not.toBeNull())
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Every answer' }))
    await waitFor(() => expect(app.calls.at(-1)?.query).toMatchObject({ by: 'months', detail: 'answers' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show as table' }))
    const [first] = within(dialog).getAllByRole('link', { name: /^58/ })
    expect(first?.getAttribute('href')).toContain('date=custom_01012026_01022026;recommend=')
  })

  test('opens from a question of the results and from a unit of a ranking', async () => {
    const app = await openPage()
    await userEvent.click(await screen.findByRole('button', { name: 'How the answers to Helpful staff are spread' }))
    await dialogOf(/Helpful staff/)
    await waitFor(() => expect(app.calls.find(({ params }) => params['indicator'] === 'helpful')).toBeDefined())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [unit] = screen.getAllByRole('button', { name: /^How the answers of .* are spread$/ })
    if (!unit) throw new Error('The ranking has a unit')
    await userEvent.click(unit)
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByRole('combobox', { name: 'Figure' })).toBeVisible()
    await waitFor(() =>
      expect(app.calls.findLast(({ params }) => params['indicator'] !== undefined)?.params['drillPath']).toMatch(
        /^country=/,
      ),
    )
  })
})
