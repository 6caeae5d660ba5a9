import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { RankingCell, RankingRow } from '@gensvar/contract/entities/ranking'
import type { Locale } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { makePdf } from '#server/domain/reports/pdf/make-pdf.ts'
import { readOrder } from '#server/domain/reports/pdf/read-order.ts'
import type { ReportCell, ReportChart, ReportContent, ReportTable } from '#server/domain/reports/report.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import { benchmarkReportKind } from './kinds/benchmark.ts'
import { frameOf } from './report-frame.ts'

/** A table with its rows read. */
interface Read extends Omit<ReportTable, 'rows'> {
  rows: (readonly ReportCell[])[]
}

/** What the benchmark of a place says. */
async function benchmarkContent(ctx: Ctx, survey: string, drillPath: string): Promise<ReportContent> {
  const access = await surveyAccess(ctx, survey)
  const prepared = await benchmarkReportKind.prepare(ctx, access, { drillPath, format: 'pdf' })
  const { sections = [] } = (await prepared.sections?.()) ?? {}
  return { ...frameOf(ctx, access, prepared), sections, totalRows: null }
}

function tablesOf({ sections }: ReportContent): Read[] {
  return sections.flatMap((section) =>
    section.kind === 'table' ? [{ ...section, rows: [...(section.rows as Iterable<readonly ReportCell[]>)] }] : [],
  )
}

function tableOf(content: ReportContent, title: string): Read {
  const table = tablesOf(content).find((one) => one.title === title)
  if (!table) throw new Error(`There is no table "${title}"`)
  return table
}

function chartsOf({ sections }: ReportContent): ReportChart[] {
  return sections.filter((section) => section.kind === 'chart')
}

/** A table's cells by the titles of its columns. */
function named({ columns, rows }: Read): Record<string, ReportCell | undefined>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ title }, at) => [title, row[at]])))
}

/** A cell of the report beside the same cell of the screen's ranking. */
function expectSame(cell: ReportCell | undefined, screen: RankingCell | undefined): void {
  if (screen?.suppressed) {
    expect(cell).toMatchObject({ text: '', value: null })
    expect(cell?.withheld).toBe((screen.helpText as Record<string, string> | undefined)?.['en'])
    return
  }
  expect(cell?.withheld).toBeUndefined()
  expect([cell?.text, cell?.isFew === true]).toEqual([screen?.text, screen?.few === true])
  if (typeof screen?.value === 'number') expect(cell?.value).toBe(screen.value)
}

/** Every figure of a benchmark is that of the screen: tiles, ranking, charts and results at the same place and filters. */
async function expectScreen(board: Dashboard, ctx: Ctx, call: Caller, path: string): Promise<ReportContent> {
  const content = await benchmarkContent(ctx, board.survey, path)
  const ask = async (name: string, component: string, query = '') =>
    (await call('GET', `/rest/widgets/${name}/${board.survey}/${component}/${path}${query}`)).body
  const tiles: IndicatorVariable[] = (await ask('data', 'head')).variables
  const figures = named(tableOf(content, 'Key figures'))
  const shown = tiles.filter(({ expression }) => expression !== null)
  expect(shown.length).toBeGreaterThan(1)
  for (const tile of shown) {
    const row = figures.find((one) => one['Indicator']?.text === title(tile.title))
    const value = Object.values(row ?? {})[1]
    if (tile.suppressed) expect(value).toMatchObject({ text: '', withheld: title(tile.withheld) })
    else expect([value?.text, value?.value]).toEqual([tile.formattedValue ?? '', tile.value])
    if (!tile.suppressed)
      expect([row?.['Based on']?.value, row?.['Based on']?.text]).toEqual([
        tile.nInterviews,
        title(tile.interviewsTooltip),
      ])
    expect(row?.['Goal']?.text ?? '').toBe(tile.formattedGoal ?? '')
    expect(row?.['Change']?.text ?? '').toBe(tile.formattedDiff ?? '')
    expect(value?.isGoalMet ?? null).toBe(tile.weight === 'full' ? tile.goalStatus : null)
  }
  const { rankingData } = await ask('data', 'units')
  const ranking = tablesOf(content).find((table) => table.title === 'Ranking')
  if (rankingData.leafRows || rankingData.rankingVar === null) expect(ranking).toBeUndefined()
  else {
    const rows: RankingRow[] = rankingData.rows
    expect(ranking?.rows.length).toBe(rows.length)
    // Rank, name, satisfaction and n; the low marks are hidden, and balls are not written.
    for (const [at, row] of rows.entries()) {
      expect(ranking?.rows[at]?.[0]?.value ?? null).toBe(row.rankTarget)
      expect(ranking?.rows[at]?.[1]?.text).toBe(row.cells[0]?.text)
      for (const [column, index] of [1, 3].entries()) expectSame(ranking?.rows[at]?.[column + 2], row.cells[index])
    }
    for (const [column, index] of [1, 3].entries())
      expectSame(ranking?.footer?.[column + 2], rankingData.footer.cells[index])
  }
  const chart = await ask('chart', 'head', '?index=0')
  const drawn = chartsOf(content).find((one) => one.title === 'Satisfaction over time')
  // One value alone is no development.
  expect(drawn?.series[0]?.values ?? []).toEqual(drawn ? chart.series[0].data : [])
  if (chart.series[0].data.length > 1) expect(drawn).toBeDefined()
  const results = await ask('data', 'results')
  const groups = tableOf(content, 'Results').rows
  expect(groups.map((row) => row[2]?.value ?? null)).toEqual(
    results.resultGroups.flatMap((group: { value: unknown; questionAnswers: { value: unknown }[] }) => [
      group.value,
      ...group.questionAnswers.map(({ value }) => value),
    ]),
  )
  return content
}

function title(text: unknown): string {
  return typeof text === 'string' ? text : String((text as Record<string, string> | null)?.['en'] ?? '')
}

describe('in a survey with names', () => {
  let board: Dashboard
  let ctx: Ctx
  let call: Caller

  beforeAll(async () => {
    board = await openDashboard()
    ctx = await board.contextAs()
    call = await board.as()
  })

  afterAll(() => board.close())

  test.each([
    'root',
    'country=Sweden',
    'country=Sweden;store=Stockholm',
    'channel=web',
    'country=Norway;channel=web;date=custom_01022026_28022026',
    'date=custom_01022026_28022026',
  ])('every figure is the screen’s at %s', async (path) => {
    await expectScreen(board, ctx, call, path)
  })

  test('the place is seen against the place above, everything, and the places beside it', async () => {
    const store = await benchmarkContent(ctx, board.survey, 'country=Sweden;store=Gothenburg')
    const [satisfaction] = named(tableOf(store, 'Key figures'))
    expect(satisfaction).toMatchObject({
      Indicator: { text: 'Satisfaction' },
      Gothenburg: { text: '3.5', isGoalMet: null },
      'Based on': { text: '2 answers', value: 2 },
      Assessment: { text: 'Not certain if the goal is met' },
      Sweden: { text: '3.5' },
      All: { text: '3.0' },
      Rank: { text: '1\u00a0/\u00a02' },
    })
    const country = tableOf(await benchmarkContent(ctx, board.survey, 'country=Sweden'), 'Key figures')
    expect(country.columns.map((column) => column.title)).toEqual([
      'Indicator',
      'Sweden',
      'Based on',
      'Goal',
      'Assessment',
      'All',
      'Rank',
    ])
    const top = tableOf(await benchmarkContent(ctx, board.survey, 'root'), 'Key figures')
    expect(top.columns.map((column) => column.title)).toEqual(['Indicator', 'All', 'Based on', 'Goal', 'Assessment'])
  })

  test('a change says what it is from, and the report what was asked, in the reader’s language', async () => {
    const swedish = { ...ctx, locale: 'sv' as Locale }
    const content = await benchmarkContent(swedish, board.survey, 'channel=web;date=custom_01022026_28022026')
    expect(content.title).toBe('Jämförelse')
    expect(content.subtitle).toBe('Alla · 1–27 feb. 2026 · channel: WEB')
    expect(tableOf(content, 'Nyckeltal').notes?.join()).toMatch(/^Förändring från: .*jan/)
    expect(content.asked.map(({ name }) => name)).toEqual([
      'Undersökning',
      'Plats',
      'Tid',
      'channel',
      'Beställd av',
      'Skapad',
      'Språk',
    ])
  })

  test('a chart has the units by the indicator, best first, beside the place’s own value and goal', async () => {
    const [chart] = chartsOf(await benchmarkContent(ctx, board.survey, 'root'))
    expect(chart).toMatchObject({
      title: 'Satisfaction',
      shape: 'bar',
      categories: ['Sweden', 'Norway'],
      series: [{ values: [3.5, 1], counts: [4, 1] }],
      goal: 3,
      reference: { title: 'All', value: 3 },
      min: 1,
      max: 5,
    })
  })

  test('a place outside the caller’s rights has none', async () => {
    const norwegian = await board.contextAs({ filters: { country: ['Norway'] } })
    await expect(benchmarkContent(norwegian, board.survey, 'country=Sweden')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(benchmarkContent(ctx, board.survey, 'country=Mars')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('figures of places outside the caller’s rights are published ones, and withheld where these are', async () => {
    const norwegian = await board.contextAs({ filters: { country: ['Norway'] } })
    const content = await benchmarkContent(norwegian, board.survey, 'country=Norway;channel=web')
    const [satisfaction] = named(tableOf(content, 'Key figures'))
    expect(satisfaction).toMatchObject({ Norway: { text: '1.0' }, 'Based on': { text: '1 answer', value: 1 } })
    expect(satisfaction?.['All']).toMatchObject({
      text: '',
      value: null,
      withheld: expect.stringMatching(/^No comparison/),
    })
  })

  test('the PDF holds it', async () => {
    const content = await benchmarkContent(ctx, board.survey, 'root')
    const pdf = readPdf(await makePdf(await readOrder(content, { logo: null, title: 'Nordic Retail' })))
    for (const text of [
      'Benchmark',
      'Satisfaction 3.0 5 answers 3.0 Not certain if the goal is met',
      '1 Sweden 3.5 4',
      'All 3.0 5',
      'Drivers rating',
    ])
      expect(pdf.text).toContain(text)
  })
})

test('of many units a chart has the best and the last, and says of how many', async () => {
  const stores = Array.from({ length: 40 }, (_, at) => `Store ${at}`)
  const rows = stores.flatMap((store, at) =>
    Array.from({ length: at === 0 ? 0 : 2 }, (_, day) => ({
      date: `2026-01-0${day + 1}`,
      answers: { country: 'Sweden', store, rating: 1 + ((at * 7 + day) % 5) },
    })),
  )
  const board = await openDashboard({
    rows,
    questions: { store: { type: 'single', choices: stores } },
    extra: 'lowBase: 5',
  })
  try {
    const content = await benchmarkContent(await board.contextAs(), board.survey, 'country=Sweden')
    const [chart] = chartsOf(content)
    expect(chart?.subtitle).toBe('The best 15 and the last 15 of 39')
    expect(chart?.categories).toHaveLength(30)
    expect(chart?.series[0]).toMatchObject({ lowBase: 5, counts: Array.from({ length: 30 }, () => 2) })
    const values = chart?.series[0]?.values ?? []
    expect(values).toEqual(values.toSorted((one, other) => Number(other) - Number(one)))
    expect(tableOf(content, 'Ranking').rows).toHaveLength(39)
  } finally {
    await board.close()
  }
})

test('points of few answers in a development are known to be such, in the report of the chart too', async () => {
  const board = await openDashboard({ extra: 'lowBase: 5' })
  try {
    const ctx = await board.contextAs()
    const access = await surveyAccess(ctx, board.survey)
    const asked = { components: ['trend'], drillPath: 'root', shown: shownAtFirst }
    const { sections } = await (await runWidgetReport(ctx, access, asked)).sections()
    const few = { lowBase: 5, counts: [3, 2] }
    expect(sections[0]).toMatchObject({ kind: 'chart', series: [few] })
    const charts = chartsOf(await benchmarkContent(ctx, board.survey, 'root'))
    expect(charts.find(({ title: one }) => one === 'Satisfaction over time')?.series).toMatchObject([few])
  } finally {
    await board.close()
  }
})

test('a survey without dates, levels, groups or configured pages has what it can have', async () => {
  const board = await openDashboard({ extra: 'dated: false\ngroups: []\npages: []\nindicators: {}\ngoals: []' })
  try {
    const content = await benchmarkContent(await board.contextAs(), board.survey, 'root')
    expect(content.asked.map(({ name }) => name)).not.toContain('Time')
    expect(tablesOf(content).map((table) => table.title)).toEqual(['Key figures', 'Ranking'])
    expect(tableOf(content, 'Key figures').columns.map((column) => column.title)).toEqual([
      'Indicator',
      'All',
      'Based on',
    ])
    expect(chartsOf(content).map(({ shape }) => shape)).toEqual(['bar'])
  } finally {
    await board.close()
  }
})

describe('in an anonymous survey', () => {
  let board: Dashboard

  beforeAll(async () => {
    const many = [
      ['Stockholm', 40],
      ['Gothenburg', 12],
      ['Oslo', 3],
    ] as const
    const rows = many.flatMap(([store, count]) =>
      Array.from({ length: count }, (_, at) => ({
        date: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
        answers: { country: store === 'Oslo' ? 'Norway' : 'Sweden', store, channel: 'web', rating: 1 + (at % 5) },
      })),
    )
    board = await openDashboard({ rows, extra: 'anonymity: { period: month, filters: [channel] }' })
  })

  afterAll(() => board.close())

  test.each(['root', 'country=Sweden', 'country=Norway', 'country=Sweden;store=Gothenburg', 'channel=web'])(
    'it withholds what the screen withholds at %s',
    async (path) => {
      const ctx = await board.contextAs()
      const content = await expectScreen(board, ctx, await board.as(), path)
      const cells = tablesOf(content).flatMap(({ rows }) => rows.flat())
      for (const cell of cells)
        if (cell.withheld !== undefined) expect([cell.text, cell.value ?? null]).toEqual(['', null])
    },
  )

  test('a unit of too few answers has no bar and no figure', async () => {
    const content = await benchmarkContent(await board.contextAs(), board.survey, 'root')
    const norway = tableOf(content, 'Ranking').rows.find((row) => row[1]?.text === 'Norway')
    expect(norway?.slice(2).some((cell) => cell.withheld !== undefined)).toBe(true)
    for (const { categories } of chartsOf(content)) expect(categories).not.toContain('Norway')
  })
})
