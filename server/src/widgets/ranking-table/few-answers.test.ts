import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  // Sweden has four answers, Norway one.
  board = await openDashboard({ extra: 'lowBase: 5\nrankFrom: 2' })
  everyone = await board.as()
})

afterAll(() => board.close())

const ask = async (component: string, path: string, query = '') =>
  (await everyone('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)).body

test('a unit of too few answers has no rank and stands after those that have one, whatever the order', async () => {
  for (const query of ['', '?sortVar=satisfaction&sortDesc=false', '?sortVar=satisfaction&sortDesc=true']) {
    const { rankingData } = await ask('units', 'root', query)
    expect(rankingData.rows.map((row: RankingRow) => [row.cells[0]?.text, row.rankTarget])).toEqual([
      ['Sweden', 1],
      ['Norway', null],
    ])
    expect(rankingData).toMatchObject({ lowBase: 5, rankFrom: 2 })
  }
})

test('a count is ranked whatever its size, and is never few', async () => {
  const { rankingData } = await ask('units', 'root', '?sortVar=n&sortDesc=true')
  expect(rankingData.rows.map((row: RankingRow) => row.rankTarget)).toEqual([1, 2])
  expect(rankingData.rows.map((row: RankingRow) => [row.cells[1]?.few, row.cells[3]?.few])).toEqual([
    [true, undefined],
    [true, undefined],
  ])
})

test('a ball is the figure of its question, with answers, interval, definition and cases, and is few as its number would be', async () => {
  const { rankingData } = await ask('units', 'root')
  const { balls, about } = rankingData.headers[4]
  expect(about).toBeUndefined()
  expect(balls).toEqual([
    { text: expect.anything(), about: expect.objectContaining({ name: 'rating', cases: 'interviews' }) },
  ])
  const ballOf = ({ cells }: Pick<RankingRow, 'cells'>) => cells[4]?.balls?.[0]
  const [sweden, norway] = rankingData.rows.map(ballOf)
  // Of the same answers as the column of their mean.
  const { besideRest: _rest, ...mean } = rankingData.rows[0].cells[1]
  expect(sweden).toEqual(mean)
  expect(sweden).toMatchObject({ text: '3.5', n: 4, few: true, low: expect.any(Number), high: expect.any(Number) })
  expect(norway).toMatchObject({ text: '1.0', n: 1, few: true })
  expect(ballOf(rankingData.footer)).toMatchObject({ n: 5 })
  expect(ballOf(rankingData.footer)).not.toHaveProperty('few')
})

test('the tile of a rank says why there is none, and counts no unit without a rank', async () => {
  const norway = await ask('head', 'country=Norway')
  expect(norway.variables[2]).toMatchObject({ suppressed: true, withheld: { en: 'No rank below 2 answers.' } })
  const sweden = await ask('head', 'country=Sweden')
  expect(sweden.variables[2]).toMatchObject({ formattedValue: '1 / 1' })
})

test('a tile of few answers tells no change, and says why', async () => {
  const { variables } = await ask('head', 'date=custom_01022026_28022026')
  expect(variables[0]).toMatchObject({
    weight: 'few',
    lowBase: 5,
    diffArrow: 0,
    formattedDiff: null,
    baseWithheld: { en: 'No change is told between fewer than 5 answers.' },
  })
  // A count is exact.
  expect(variables[1]).toMatchObject({ name: 'slow', weight: 'full' })
})

test('a group of questions tells no change where its questions tell none', async () => {
  const { resultGroups } = await ask('results', 'date=custom_01022026_28022026')
  expect(resultGroups[0]).toMatchObject({
    extName: 'drivers',
    value: 2,
    valueTrend: expect.closeTo(3.667, 3),
    diff: null,
  })
  expect(resultGroups[0].questionAnswers[0]).toMatchObject({ extName: 'rating', diff: null })
})

test('a chart says which of its values are of few answers, which period runs, and tells no change', async () => {
  const chart = (await everyone('GET', `/rest/widgets/data/${board.survey}/trend/root`)).body
  expect(chart.series[0]).toMatchObject({ lowBase: 5 })
  // The tests take place on 10 February 2026.
  expect(chart.states).toEqual(['whole', 'running'])
  expect(chart.summary).toMatchObject({ at: 0, value: '3.7', change: null })
})

test('a chart tells of the last period that is over, as the tile beside it does, also where its answers are few', async () => {
  const answer = (date: string, rating: number) => ({
    date,
    answers: { country: 'Sweden', store: 'Stockholm', rating },
  })
  const rows = [...[1, 2, 3, 4].map((day) => answer(`2025-12-0${day}`, 5)), answer('2026-01-05', 2)]
  const quiet = await openDashboard({ extra: 'lowBase: 3', rows: [...rows, answer('2026-02-03', 4)] })
  try {
    const call = await quiet.as()
    const chart = (await call('GET', `/rest/widgets/data/${quiet.survey}/trend/root`)).body
    expect(chart.categories).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
    expect(chart.summary).toMatchObject({ at: 1, value: '2.0', few: true, change: null, before: 0 })
  } finally {
    await quiet.close()
  }
})
