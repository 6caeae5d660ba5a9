import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { computeWeights, getWeights } from '@gensvar/contract/weights'
import type { SurveyWeights } from '@gensvar/contract/weights'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const weighted: SurveyWeights = {
  state: 'weighted',
  isOld: false,
  computedAt: '2026-02-10T01:17:00.000Z',
  questions: [
    {
      variable: 'gender',
      title: { en: 'Gender' },
      values: [
        { name: 'male', title: { en: 'Man' }, known: 49, before: 62.5, after: 49 },
        { name: 'female', title: { en: 'Woman' }, known: 51, before: 37.5, after: 51 },
      ],
      unknown: 12,
    },
  ],
  limits: { least: 0.2, most: 5 },
  spread: { n: 1204, effectiveN: 929.6, designEffect: 1.295, least: 0.62, most: 5, limited: 7 },
  failure: null,
  progress: null,
  canCompute: true,
}

function open(
  weights: SurveyWeights,
  { weighting, mayEdit = false }: { weighting: 'none' | 'waiting' | 'weighted'; mayEdit?: boolean },
) {
  const shown = ranking({ headers: [nameColumn(), header('csi')], rows: [unitRow('North', 1, [])] })
  const table = component('ranking-table', { id: 'a', title: 'Units', columns: ['csi'] })
  const start = startWith({ overview: [table] })
  let progress: number | null = null
  return renderApp('/page/overview/visits/root', [
    serve(getWidgetData, shown),
    serve(getWeights, () => ({ ...weights, progress })),
    serve(computeWeights, () => {
      progress = 40
      return { taskId: 7 }
    }),
    ...signedInServer(identityFixture({ mayEditDashboards: mayEdit }), {
      ...start,
      survey: { ...start.survey, weighting },
    }),
  ])
}

test('a page of weighted figures says so once, with the shares and how the weights are spread', async () => {
  await open(weighted, { weighting: 'weighted' })
  expect(await screen.findByText('The figures are weighted to known shares.', { exact: false })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show the weights' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Weights' }))
  const table = within(await dialog.findByRole('table', { name: 'Shares of Gender' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Gender', 'Known share, %', 'Unweighted, %', 'Weighted, %'],
    ['Man', '49.0', '62.5', '49.0'],
    ['Woman', '51.0', '37.5', '51.0'],
  ])
  const fact = (name: string) => dialog.getByText(name).nextElementSibling?.textContent
  expect(fact('Answers')).toBe('1,204')
  expect(fact('As exact as equally weighted ones')).toBe('930')
  expect(fact('Design effect')).toBe('1.30')
  expect([fact('Smallest weight'), fact('Largest weight')]).toEqual(['0.62', '5.00'])
  expect(dialog.getByText('7 answers have a weight at the limits of 0.20 and 5.00.')).toBeVisible()
  expect(dialog.getByText('Not known of 12 answers.')).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('a page says nothing where all answers count alike, or where only editors could do something', async () => {
  await open(weighted, { weighting: 'none' })
  await screen.findByRole('table')
  expect(screen.queryByText('Show the weights')).toBeNull()
  endApp()
  await open(weighted, { weighting: 'waiting' })
  await screen.findByRole('table')
  expect(screen.queryByText('Show the weights')).toBeNull()
})

test('who edits dashboards sees why there are no weights, and has them computed again', async () => {
  const failure = {
    words: { en: 'The shares of "gender" cannot be met: nobody answered "other".' },
    at: '2026-02-10T01:17:00.000Z',
  }
  const waiting: SurveyWeights = { ...weighted, state: 'waiting', computedAt: null, spread: null, failure }
  const app = await open(waiting, { weighting: 'waiting', mayEdit: true })
  expect(
    await screen.findByText('The figures are not weighted to the known shares yet.', { exact: false }),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show the weights' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Weights' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /could not be computed.*nobody answered "other"\. All answers count alike\./,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Compute again' }))
  expect(await dialog.findByRole('progressbar', { name: 'The weights are computed' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  )
  expect(app.calls.filter(({ route }) => route === computeWeights.id)).toHaveLength(1)
  expect(await accessibilityProblems()).toEqual([])
})
