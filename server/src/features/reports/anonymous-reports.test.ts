import type { RankingData } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer } from '#server/testing/factories.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { rootCaller, startedEngine } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'

const sections = `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", goal: 3, decimals: 1, minValue: 1, maxValue: 5 }
actions: { items: [satisfaction] }
interview: {}
filters: { standard: [{ key: visit, title: Visit, filters: [channel] }] }
reports:
  named:
    - { extname: all, title: All, formats: [xlsx, csv], components: [head, trend, results, units, voices] }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction], periods: [quarters] } }
      - { type: results-block, config: { id: results } }
      - { type: latest-comments, config: { id: voices, variables: [comment] } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config: { id: units, sortBy: satisfaction, columns: [satisfaction, { value: rating, extra: true }, n] }
`

/** Stores with many answers and one with few, all in a period that is over. */
const rows: TestRow[] = [
  ...many('Stockholm', 'Sweden', 60),
  ...many('Gothenburg', 'Sweden', 45),
  ...many('Oslo', 'Norway', 4),
]

function many(store: string, country: string, count: number): TestRow[] {
  return Array.from({ length: count }, (_, at) => ({
    date: `2025-0${1 + (at % 9)}-10`,
    answers: {
      country,
      store,
      channel: at % 2 ? 'web' : 'till',
      rating: 1 + (at % 5),
      comment: `secret ${store} ${at}`,
    },
  }))
}

interface Walked {
  board: Dashboard
  engine: TaskEngine
  root: ReportCaller
}

const surveys: Record<string, Walked> = {}

beforeAll(async () => {
  for (const [kind, extra] of Object.entries({
    named: sections,
    anonymous: `anonymity: { filters: [channel] }\n${sections}`,
  })) {
    const board = await openDashboard({ extra, rows })
    surveys[kind] = { board, engine: await startedEngine(board), root: await rootCaller(board) }
  }
})
afterAll(async () => {
  for (const { engine, board } of Object.values(surveys)) {
    await engine.stop()
    await board.close()
  }
})

const paths = [
  'root',
  'country=Sweden',
  'country=Norway',
  'country=Sweden;store=Stockholm',
  'country=Norway;store=Oslo',
  'country=Sweden;date=2025',
  'channel=web',
]

const queries = [
  '?rowTo=1000',
  '?rowTo=1000&sortVar=n',
  '?rowTo=1000&sortVar=name&sortDesc=true',
  '?rowTo=1000&filter=o',
]

function shownBy(query: string) {
  const given = new URLSearchParams(query)
  const sortVar = given.get('sortVar')
  return {
    ...(sortVar !== null && { sortVar }),
    ...(given.has('sortDesc') && { sortDesc: true }),
    filter: given.get('filter') ?? '',
  }
}

for (const kind of ['named', 'anonymous'])
  test(`cells of the ranking's report equal those of the screen, in a survey that is ${kind}`, async () => {
    const { board, root } = surveys[kind] as Walked
    let cells = 0
    let withheld = 0
    for (const path of paths)
      for (const query of path === 'root' || path.includes('store=Stockholm') ? queries : queries.slice(0, 1)) {
        const url = `/rest/widgets/data/${board.survey}/units/${path}${query}`
        const headers = { ...bearer(root.token), 'accept-language': 'en' }
        const screen = await board.app.inject({ url, headers })
        const made = await root.create(`ranking/${path}`, { component: 'units', ...shownBy(query) })
        // The screen ignores an order that the last level does not have; a report names the field.
        if (made.status === 400) {
          expect(made.body.fields, `${path}${query}`).toHaveProperty('sortVar')
          continue
        }
        expect(made.status).toBe(screen.statusCode)
        if (screen.statusCode !== 200) continue
        const { rankingData } = screen.json<{ rankingData: RankingData }>()
        const shown = rankingData.headers.filter(({ extra }) => !extra)
        await root.ended(made.body.taskUUID)
        const [sheet] = (await readXlsx((await root.download(made.body.taskUUID)).bytes)).sheets
        const ranked = rankingData.rankingVar !== null ? 1 : 0
        const expected = [...rankingData.rows, ...(rankingData.footer ? [rankingData.footer] : [])]
        const found = sheet?.rows.slice(1, 1 + expected.length).map((row) => row.slice(ranked)) ?? []
        for (const [at, { cells: wanted }] of expected.entries())
          for (const [column, { cellIndex, renderType }] of shown.entries()) {
            const cell = wanted[cellIndex]
            const value = found[at]?.[column] ?? null
            cells += 1
            if (cell?.suppressed) {
              withheld += 1
              expect(value, `${path}${query}`).toBeNull()
              const reason = `Empty cells: ${pickText(cell.helpText ?? '', 'en')}`
              expect(sheet?.rows.flat(), `${path}${query}`).toContain(reason)
            } else if (renderType === 'number' && typeof cell?.value === 'number')
              expect(value as number, `${path}${query}`).toBeCloseTo(cell.value, 8)
            else if (rankingData.leafRows) expect(value === null || value !== undefined).toBe(true)
            else expect(value ?? '', `${path}${query}`).toBe(cell?.text)
          }
        const { leftOut } = rankingData
        if (leftOut) expect(sheet?.rows.flat()).toContain(pickText(leftOut, 'en'))
      }
    expect(cells).toBeGreaterThan(40)
    if (kind === 'anonymous') expect(withheld).toBeGreaterThan(0)
  })

test('no report of an anonymous survey tells what single respondents said, nor its named reports', async () => {
  const { board, root } = surveys['anonymous'] as Walked
  for (const path of ['interviews/root', 'interviews/country=Sweden'])
    expect((await root.create(path)).status).toBe(403)
  const samples = await root.create('samples/root')
  expect(samples.status).toBe(403)
  for (const path of paths) {
    const made = await root.create(`named/all/${path}`, { format: 'csv' })
    if (made.status !== 200) continue
    const ended = await root.ended(made.body.taskUUID)
    // A place or filter without published figures fails as the screen does.
    if (ended.status === 'FAILED') continue
    const text = (await root.download(made.body.taskUUID)).bytes.toString('utf8')
    expect(text).not.toContain('secret')
    expect(text).toContain('This survey is anonymous: comments are not shown.')
  }
  const headers = { ...bearer(root.token), 'accept-language': 'en' }
  const url = `/rest/reports/indicators/${board.survey}/country=Norway?format=csv`
  const indicators = await board.app.inject({ url, headers })
  const screen = await board.app.inject({ url: `/rest/widgets/data/${board.survey}/head/country=Norway`, headers })
  const [tile] = screen.json<{ variables: { formattedValue: string | null; withheld: object | null }[] }>().variables
  expect(tile?.formattedValue).toBeNull()
  expect(indicators.body.split('\r\n')[1]).toMatch(/^Satisfaction,,2\.0,/)
})

test('the report of actions withholds what the screen withholds', async () => {
  const { board, root } = surveys['anonymous'] as Walked
  const { db } = board.deps
  const units = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .select(['unit.id', 'unit.ext_name as name'])
    .where('view.survey_id', '=', board.surveyId)
    .execute()
  const days = { period: 'last_4q', period_start: '2026-01-15', deadline: '2026-06-30' }
  const action = { view: 'stores', extname: 'satisfaction', expression: 'mean(rating)', goal: 4, ...days }
  for (const name of ['Sweden', 'Oslo'])
    await db
      .insertInto('action')
      .values({ ...action, survey_id: board.surveyId, unit_id: units.find((unit) => unit.name === name)?.id ?? null })
      .execute()
  const [sheet] = await root.sheets('actions/root')
  const [heads = [], ...found] = sheet?.rows ?? []
  const at = heads.indexOf('Current or end value')
  const valueOf = (place: string) => found.find(([first]) => first === place)?.[at]
  const headers = { ...bearer(root.token), 'accept-language': 'en' }
  const url = `/rest/widgets/data/${board.survey}/head/country=Sweden;date=2025`
  const screen = await board.app.inject({ url, headers })
  const [tile] = screen.json<{ variables: { value: number | null }[] }>().variables
  expect(tile?.value).not.toBeNull()
  expect(valueOf('Sweden')).toBeCloseTo(tile?.value ?? 0, 8)
  expect(found.some(([place]) => place === 'Norway › Oslo')).toBe(true)
  expect(valueOf('Norway › Oslo')).toBeNull()
  expect(sheet?.rows.flat().some((cell) => String(cell).startsWith('Empty cells: '))).toBe(true)
})

test('a named survey’s named report tells the comments that the screen tells', async () => {
  const { root } = surveys['named'] as Walked
  const sheets = await root.sheets('named/all/country=Norway', { format: 'xlsx' })
  const comments = sheets.find(({ name }) => name === 'Latest comments')
  expect(comments?.rows.flat().filter((cell) => String(cell).startsWith('secret Oslo'))).toHaveLength(4)
})
