import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getComparison } from '@gensvar/contract/comparisons'
import { summaryResultsExample } from '@gensvar/contract/entities/summary-results'
import type { SummaryGroup, SummaryResults, SummaryRow } from '@gensvar/contract/entities/summary-results'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const row = (extName: string, change: Partial<SummaryRow> = {}): SummaryRow => ({
  extName,
  title: extName,
  value: 8.1,
  valueTrend: 7.9,
  diff: 0.2,
  chance: null,
  goal: 8,
  goalStatus: true,
  weight: 'full',
  decimals: 1,
  inverse: false,
  n: 310,
  suppressed: false,
  withheld: null,
  details: {
    name: extName,
    definition: { en: 'Mean of the question' },
    low: 7.9,
    high: 8.3,
    cases: 'interviews',
    expression: 'mean(q)',
    alertMode: null,
  },
  ...change,
})

const group = (extName: string, questions: SummaryRow[], numeric: SummaryRow[] = []): SummaryGroup => ({
  ...row(extName, { goal: null, goalStatus: null }),
  questionAnswers: questions,
  numericQuestionAnswers: numeric,
})

const staff = group(
  'Staff',
  [row('Helpful'), row('Friendly', { value: 6, diff: -1.9, goalStatus: false })],
  [row('Wait', { value: 4.2, inverse: true, diff: 0.5 })],
)
const range = group('Range', [row('Choice')])

const results: SummaryResults = {
  driverGroups: [staff, range],
  loyaltySatisfactionGroups: [group('Loyalty', [row('Recommend')])],
  resultGroups: [staff, range],
  selectionTime: 'January to March',
  trendTime: 'October to December',
}

async function open(data: SummaryResults = results, width = 1440, isDated = true) {
  const start = startFixture()
  const page = { ...surveyEntities.Page.example, extname: 'overview' }
  return renderApp(
    '/page/overview/visits/root',
    [
      ...signedInServer(identityFixture(), { ...start, survey: { ...start.survey, pages: [page], isDated } }),
      serveWidget('results-block', () => data),
    ],
    { width },
  )
}

describe('the results block', () => {
  test('compares drivers with days of their own where there are such', async () => {
    await open({ ...results, driversTrendTime: 'A year ago' })
    const drivers = await screen.findByRole('table', { name: 'Business drivers' })
    expect(within(drivers).getByRole('columnheader', { name: 'A year ago' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Satisfaction and loyalty' }))
    const loyalty = screen.getByRole('table', { name: 'Satisfaction and loyalty' })
    expect(within(loyalty).getByRole('columnheader', { name: 'October to December' })).toBeVisible()
  })

  test('has a menu of business drivers, satisfaction and loyalty, and an entry per result group (RESB-01)', async () => {
    await open()
    const menu = await screen.findByRole('list', { name: 'Result groups' })
    expect(
      within(menu)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Business drivers', 'Satisfaction and loyalty', 'Staff', 'Range'])
    await userEvent.click(within(menu).getByRole('button', { name: 'Satisfaction and loyalty' }))
    const table = screen.getByRole('table', { name: 'Satisfaction and loyalty' })
    expect(within(table).getByRole('rowheader', { name: /Loyalty/ })).toBeVisible()
    expect(menu.getBoundingClientRect().right).toBeLessThanOrEqual(table.getBoundingClientRect().left)
  })

  test('has columns for question, selection, trend, development, goal and status (RESB-02)', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Business drivers' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Question', 'January to March', 'October to December', 'Development', 'Goal', 'Status'])
  })

  test('has every column also without goals, and where nothing is compared (RESB-02)', async () => {
    const none = { valueTrend: null, diff: null, goal: null, goalStatus: null }
    await open({
      ...results,
      driverGroups: [group('Loyalty', [row('Recommend', none)])],
      trendTime: null,
    })
    const table = await screen.findByRole('table', { name: 'Business drivers' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Question', 'January to March', 'Period before', 'Development', 'Goal', 'Status'])
    const recommend = within(table).getByRole('row', { name: /^Recommend/ })
    expect(
      within(recommend)
        .getAllByRole('img')
        .map((sign) => sign.getAttribute('aria-label')),
    ).toEqual(['No value', 'No value', 'No goal', 'No value'])
  })

  test('tells neither a period nor a development where answers have no dates', async () => {
    for (const width of [1440, 390]) {
      await open({ ...results, trendTime: null }, width, false)
      const table = await screen.findByRole('table', { name: 'Business drivers' })
      const headers = within(table).getAllByRole('columnheader')
      const titles = headers.map((header) => header.textContent)
      expect(titles).toEqual(['Question', 'Value', 'Goal', ...(width === 390 ? [] : ['Status'])])
      endApp()
    }
  })

  test('expands and collapses the questions of a group (RESB-03)', async () => {
    await open()
    expect(screen.queryByRole('row', { name: /Helpful/ })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Show the questions of Staff' }))
    expect(screen.getByRole('row', { name: /^Helpful 8\.1 7\.9 \+0\.2 8\.0/ })).toBeVisible()
    expect(screen.queryByRole('row', { name: /Choice/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Hide the questions of Staff' }))
    expect(screen.queryByRole('row', { name: /Helpful/ })).toBeNull()
  })

  test('shows numeric answers as plain rows that cannot be expanded (RESB-04)', async () => {
    await open()
    const wait = await screen.findByRole('row', { name: /^Wait 4\.2/ })
    expect(wait).toBeVisible()
    expect(within(wait).queryByRole('button', { name: /^(Show|Hide)/ })).toBeNull()
  })

  test('shows the goal status as a check or a cross (RESB-05)', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show the questions of Staff' }))
    expect(within(screen.getByRole('row', { name: /^Helpful/ })).getByRole('img', { name: 'Goal met' })).toBeVisible()
    expect(
      within(screen.getByRole('row', { name: /^Friendly/ })).getByRole('img', { name: 'Goal missed' }),
    ).toBeVisible()
    const staffRow = within(screen.getByRole('row', { name: /Staff/ }))
    expect(staffRow.queryByRole('img', { name: /Goal/ })).toBeNull()
  })

  test('says that a goal cannot be told where its answers are few or the interval holds it', async () => {
    const questions = [row('Few', { weight: 'few' }), row('Near', { weight: 'near', goalStatus: false })]
    await open({ ...results, driverGroups: [group('Staff', questions)], resultGroups: [] })
    const signs = await Promise.all(
      ['Few', 'Near'].map(async (name) =>
        within(await screen.findByRole('row', { name: new RegExp(`^${name}`) })).getByRole('img'),
      ),
    )
    expect(signs.map((sign) => sign.getAttribute('aria-label'))).toEqual([
      'Few answers',
      'Not certain if the goal is met',
    ])
    expect(screen.queryByRole('img', { name: /^Goal (met|missed)$/ })).toBeNull()
  })

  test('opens what a figure is, with the way to its answers', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show the questions of Staff' }))
    await userEvent.click(within(screen.getByRole('row', { name: /^Helpful/ })).getByRole('button', { name: '8.1' }))
    const details = within(await screen.findByRole('dialog'))
    expect(details.getByText('Mean of the question')).toBeVisible()
    expect(details.getByText('January to March')).toBeVisible()
    expect(details.getByText('95 % interval 7.9 to 8.3')).toBeVisible()
    expect(details.getByText('310 answers')).toBeVisible()
    const cases = details.getByRole('link', { name: 'Open the answers' })
    expect(cases.getAttribute('href')).toMatch(/^\/ranking\/visits\/.*cases=Helpful/)
    expect(await accessibilityProblems()).toEqual([])
  })

  test('has a quiet sign with words and no colour at a change that may be chance', async () => {
    const questions = [
      row('Chance', { chance: { low: -0.12, high: 0.52, isMore: false } }),
      row('More', { chance: { low: 0.1, high: 0.3, isMore: true } }),
    ]
    await open({ ...results, driverGroups: [group('Staff', questions)], resultGroups: [] })
    const changeOf = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(`^${name}`) })).getByText('+0.2', { exact: false })
    const sign = within(await changeOf('Chance')).getByRole('img', { name: 'May be chance' })
    expect(sign.title).toBe('The change may be chance: its 95 % interval is \u22120.12 to 0.52.')
    expect(within(await changeOf('More')).queryByRole('img')).toBeNull()
    expect(getComputedStyle(await changeOf('More')).color).not.toBe(getComputedStyle(await changeOf('Chance')).color)
  })

  test('has every entry also where groups repeat each other or have no figures (RESB-01)', async () => {
    const data = { ...results, driverGroups: [staff], loyaltySatisfactionGroups: [] }
    await open({ ...data, resultGroups: [staff, group('Background', [])] })
    const menu = await screen.findByRole('list', { name: 'Result groups' })
    const entries = within(menu).getAllByRole('button')
    expect(entries.map((button) => button.textContent)).toEqual([
      'Business drivers',
      'Satisfaction and loyalty',
      'Staff',
      'Background',
    ])
    for (const name of ['Satisfaction and loyalty', 'Background']) {
      await userEvent.click(within(menu).getByRole('button', { name }))
      expect(await screen.findByText('No questions here have figures')).toBeVisible()
    }
  })

  test('shows each value with its change on a phone, without scrolling sideways', async () => {
    await open(results, 390)
    await userEvent.click(await screen.findByRole('button', { name: 'Show the questions of Staff' }))
    const table = screen.getByRole('table', { name: 'Business drivers' })
    const change = within(screen.getByRole('row', { name: /^Friendly/ })).getByText('\u22121.9')
    expect(change.getBoundingClientRect().right).toBeLessThanOrEqual(390)
    expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(390)
    expect(within(screen.getByRole('row', { name: /^Helpful/ })).getByRole('img', { name: 'Goal met' })).toBeVisible()
  })

  test('starts with the first entry that has figures', async () => {
    await open({ ...results, driverGroups: [] })
    expect(await screen.findByRole('table', { name: 'Satisfaction and loyalty' })).toBeVisible()
  })

  test('beside another side has a value with its change in words, how it differs, and its goal', async () => {
    const start = startFixture()
    const page = { ...surveyEntities.Page.example, extname: 'overview' }
    const told = { name: 'Helpful', difference: 0.4, formattedDiff: '+0.4', diffArrow: 1, inverse: false, decimals: 1 }
    await renderApp('/page/overview/visits/root?vs=region%3Dnorth', [
      ...signedInServer(identityFixture(), { ...start, survey: { ...start.survey, pages: [page] } }),
      serveWidget('results-block', () => ({ ...results, driverGroups: [{ ...staff, details: null }] })),
      serve(getComparison, {
        ...{ a: { n: 100 }, b: { n: 90 }, share: 'none' },
        differences: [{ ...told, chance: null, why: null }],
      }),
    ])
    await waitFor(() => expect(screen.getAllByRole('table', { name: 'Business drivers' })).toHaveLength(2))
    const tables = screen.getAllByRole('table', { name: 'Business drivers' })
    const headersOf = (table: HTMLElement) =>
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    const [a, b] = tables as [HTMLElement, HTMLElement]
    expect(headersOf(a)).toEqual(['Question', 'January to March', 'Goal'])
    expect(headersOf(b)).toEqual(['Question', 'January to March', 'From A', 'Goal'])
    const helpful = within(b).getByRole('row', { name: /^Helpful/ })
    expect(within(helpful).getByText('from 7.9')).toBeVisible()
    expect(await within(helpful).findByText('+0.4')).toBeVisible()
    expect(
      within(within(b).getByRole('row', { name: /Staff/ })).getByRole('img', { name: 'Only told of its questions' }),
    ).toBeVisible()
    expect(screen.getAllByText('Changes are from October to December.')).toHaveLength(2)
    // Two lines of dates at most, and nothing to scroll to.
    for (const table of tables) {
      const [, dates] = within(table).getAllByRole('columnheader')
      expect(dates?.getBoundingClientRect().height).toBeLessThan(60)
      expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
    }
  })

  test('writes changes with a sign that is one', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show the questions of Staff' }))
    expect(within(screen.getByRole('row', { name: /^Friendly/ })).getByText('\u22121.9')).toBeVisible()
  })

  test('says once under its table why values are withheld', async () => {
    const few = row('Helpful', { value: null, suppressed: true, withheld: { en: 'Fewer than 25 answers.' } })
    const driverGroups = [group('Staff', [few, { ...few, extName: 'Friendly', title: 'Friendly' }, row('Calm')])]
    await open({ ...results, driverGroups })
    expect(await screen.findAllByText('— Fewer than 25 answers.')).toHaveLength(1)
    expect(screen.getAllByRole('img', { name: 'Fewer than 25 answers.' })).toHaveLength(2)
  })

  test('says so when there is nothing', async () => {
    await open({ ...summaryResultsExample, driverGroups: [], loyaltySatisfactionGroups: [], resultGroups: [] })
    expect(await screen.findByText('There are no result groups in this survey')).toBeVisible()
  })
})
