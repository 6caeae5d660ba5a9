import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { bearer, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { importFile } from './service.ts'
import { csvOf } from './testing/planned-file.ts'
import { testFile } from './testing/test-files.ts'

const clock: Clock = { now: () => new Date('2026-11-22T12:00:00Z') }

let server: TestApp
let token: string
beforeAll(async () => {
  server = await testApp({ clock })
  const { db } = server.deps
  const { id } = await createUniverse(db, { name: 'chain' })
  token = await signIn(server.deps, await createUser(db, { isRoot: true }), id)
})
afterAll(() => server.close())

const ask = async (url: string) => (await server.app.inject({ url, headers: bearer(token) })).json()

/** Imports a file into a new survey. Returns what the screens get of it. */
async function imported(survey: string, text: string) {
  await importFile(programContext(server.deps, 'import'), {
    universe: 'chain',
    survey,
    file: await testFile('data.csv', text),
  })
  await caughtUp(server.deps.analytics, server.deps.pool)
  const start = await ask(`/rest/surveys/start/${survey}`)
  return {
    survey: start.survey,
    startPath: start.startPath,
    components: start.survey.pages[0].components as { type: string; config: Record<string, unknown> }[],
    ranking: (path: string, query = '') => ask(`/rest/widgets/data/${survey}/units/${path}${query}`),
    widget: (id: string, path = 'root') => ask(`/rest/widgets/data/${survey}/${id}/${path}`),
    chart: (index: number, period: string) =>
      ask(`/rest/widgets/chart/${survey}/head/root?index=${index}&period=${period}`),
    interview: (id: number) => ask(`/rest/interviews/data/${survey}/${id}`),
  }
}

type Cells = { cells: { text: string }[]; interviewId: number; rankTarget: number | null }[]
type Headers = { value: string }[]

const stores = ['Lund', 'Malmo', 'Ystad']
const comment = (index: number) =>
  `Visit number ${index} was fine and the staff were friendly, but the queue at the desk was far too long for such a small shop`

/** A day some days before today. */
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

describe('a file without dates', () => {
  const file = csvOf(['store', 'overall satisfaction', 'staff', 'comment'], 60, (index) => [
    stores[index < 4 ? 2 : index % 2] ?? '',
    index < 4 ? 5 : 1 + (index % 5),
    1 + (index % 4),
    index % 3 === 0 ? '' : comment(index),
  ])

  test('has no development, no period and no date of an answer anywhere', async () => {
    const made = await imported('undated', file)
    expect(made.survey).toMatchObject({ isDated: false, timeFilterSet: { filterGroups: [] } })
    expect(made.components.map(({ type }) => type)).toEqual([
      ...['variable-block', 'latest-comments', 'text-analytics', 'results-block'],
    ])
    expect(made.survey.pages.map(({ extname }: { extname: string }) => extname)).toContain('feedback')
    expect(made.components[0]?.config['expressions']).toEqual([])
    expect((await made.widget('head')).variables[0]).toMatchObject({ name: 'overall', period: null })
    const { comments } = await made.widget('comments')
    expect(comments[0]).toMatchObject({ eventDate: null, unit: expect.any(String) })
    const { rankingData } = await made.ranking('store=Lund')
    expect((rankingData.headers as Headers).map(({ value }) => value)).toEqual(['comment', 'overall_satisfaction'])
    const [first, second] = rankingData.rows as Cells
    const { header } = (await made.interview(first?.interviewId ?? 0)).sidebarData
    expect(header.subtitle).toBe('Lund')
    expect(header.title).not.toBe((await made.interview(second?.interviewId ?? 0)).sidebarData.header.title)
  })

  test('ranks units of too few answers after those that have a rank, however good they are', async () => {
    const { rankingData } = await ask('/rest/widgets/data/undated/units/root')
    expect(rankingData.rankingVar).toBe('overall')
    expect((rankingData.rows as Cells).map(({ cells, rankTarget }) => [cells[0]?.text, rankTarget])).toEqual([
      [expect.stringMatching(/^(Lund|Malmo)$/), 1],
      [expect.stringMatching(/^(Lund|Malmo)$/), 2],
      ['Ystad', null],
    ])
  })

  test('titles interviews by the beginning of the comment, else by their number', async () => {
    const { rankingData } = await ask('/rest/widgets/data/undated/units/store=Malmo?rowTo=50')
    const rows = rankingData.rows as Cells
    const titleOf = async (row: Cells[number] | undefined) =>
      (await ask(`/rest/interviews/data/undated/${row?.interviewId}`)).sidebarData.header.title as string
    const commented = await titleOf(rows.find(({ cells }) => cells[0]?.text !== ''))
    expect(commented).toMatch(/^Visit number \d+ was fine and the staff .* queue at the desk was far…$/)
    expect(commented.length).toBeLessThanOrEqual(91)
    const silent = rows.find(({ cells }) => cells[0]?.text === '')
    expect(await titleOf(silent)).toBe(`#${silent?.interviewId}`)
  })
})

describe('a file without units', () => {
  test('has no path and no ranking, but the list of interviews, each by its own name', async () => {
    const file = csvOf(['answer id', 'overall satisfaction', 'staff'], 40, (index) => [
      `k${index + 100}`,
      1 + (index % 5),
      1 + (index % 4),
    ])
    const made = await imported('flat', file)
    expect(made).toMatchObject({ startPath: 'root', survey: { views: [] } })
    expect(made.survey.pages[1]).toMatchObject({ extname: 'interviews', kind: 'rankings', title: { en: 'Interviews' } })
    const { rankingData } = await made.ranking('root')
    expect(rankingData).toMatchObject({ leafRows: true, totalNumberRows: 40 })
    expect((rankingData.headers as Headers).map(({ value }) => value)).toEqual(['answer_id', 'overall_satisfaction'])
    const rows = rankingData.rows as Cells
    expect(new Set(rows.map(({ cells }) => cells[0]?.text)).size).toBe(rows.length)
    const { header } = (await made.interview(rows[0]?.interviewId ?? 0)).sidebarData
    expect(header).toEqual({ title: rows[0]?.cells[0]?.text, subtitle: '' })
    const { variables } = await made.widget('head')
    expect(variables[0]).toMatchObject({ name: 'overall', formattedValue: '3.00', nInterviews: 40 })
  })
})

describe('a file of dates', () => {
  const dated = (rows: number, day: (index: number) => string) =>
    csvOf(['visited', 'store', 'overall satisfaction', 'recommend to a friend', 'staff'], rows, (index) => [
      day(index),
      stores[index % 3] ?? '',
      1 + (index % 5),
      index % 11,
      [1, 3, 2, 4, 5][index % 5] ?? 0,
    ])
  const trendOf = ({ components }: Awaited<ReturnType<typeof imported>>) =>
    components.find(({ type }) => type === 'development-chart')?.config['periods']
  const shortcuts = ({ survey }: Awaited<ReturnType<typeof imported>>) =>
    survey.timeFilterSet.filterGroups[0].quickSelect

  test('of three weeks has weeks, and each tile opens its development', async () => {
    const made = await imported(
      'weeks',
      dated(210, (index) => daysAgo(1 + (index % 21))),
    )
    expect(trendOf(made)).toEqual(['weeks', 'days', 'months'])
    expect(shortcuts(made)).toEqual(['this_w', 'last_1w', 'last_2w', 'last_4w', 'all_time'])
    expect((await made.widget('trend')).categories).toHaveLength(4)
    const { variables } = await made.widget('head')
    const drawn = async (name: string) => {
      const index = (variables as { name: string }[]).findIndex((tile) => tile.name === name)
      const { descriptors, categories } = await made.chart(index, 'weeks')
      expect(categories).toHaveLength(4)
      return (descriptors as { variable: string }[]).map(({ variable }) => variable)
    }
    expect(await drawn('overall')).toEqual(['overall'])
    // The overall mark stands beside a tile of the same scale, and is left out beside an NPS or a count.
    expect(await drawn('staff')).toEqual(['staff', 'overall'])
    expect(await drawn('nps')).toEqual(['nps'])
    expect(await drawn('answers')).toEqual(['answers'])
  })

  test('of ten years has years', async () => {
    const made = await imported(
      'years',
      dated(600, (index) => daysAgo(1 + index * 6)),
    )
    expect(trendOf(made)).toEqual(['years', 'quarters', 'months'])
    expect(shortcuts(made)).toEqual(['last_1m', 'last_12m', 'this_y', 'last_1y', '2024', '2023', '2022', 'all_time'])
    expect((await made.widget('trend')).categories).toHaveLength(10)
  })

  test('of one day has no trend, no chart under a tile and no column of one date', async () => {
    const made = await imported(
      'one-day',
      dated(60, () => '2026-10-05'),
    )
    expect(made.survey.isDated).toBe(true)
    expect(trendOf(made)).toBeUndefined()
    expect(made.components[0]?.config['expressions']).toEqual([])
    const { rankingData } = await made.ranking('store=Lund')
    expect((rankingData.headers as Headers).map(({ value }) => value)).not.toContain('eventdate')
  })

  test('with five rows is shown as what it is', async () => {
    const made = await imported(
      'five',
      csvOf(['visited', 'store', 'overall satisfaction', 'staff', 'comment'], 5, (index) => [
        daysAgo(3 + index),
        stores[index % 2] ?? '',
        1 + index,
        5 - index,
        comment(index),
      ]),
    )
    expect(trendOf(made)).toEqual(['days', 'weeks', 'months'])
    const { rankingData } = await made.ranking('root')
    expect((rankingData.rows as Cells).map(({ rankTarget }) => rankTarget)).toEqual([null, null])
    const { variables } = await made.widget('head')
    expect(variables[0]).toMatchObject({ name: 'overall', weight: 'few', formattedValue: '3.00' })
  })
})
