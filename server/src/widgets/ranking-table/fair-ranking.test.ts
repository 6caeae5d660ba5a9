import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meanDifference } from '#server/domain/statistics/differences.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

/** Twelve ratings of each country in the nine days before today, and in as many days before that. */
const ratings: Record<string, { now: number[]; before: number[] }> = {
  Sweden: { now: [5, 5, 4, 5, 5, 5, 4, 5, 5, 5, 4, 5], before: [2, 1, 2, 3, 2, 1, 2, 2, 3, 2, 1, 2] },
  Norway: { now: [3, 2, 3, 3, 2, 4, 3, 2, 3, 3, 2, 3], before: [3, 3, 2, 3, 4, 3, 3, 2, 3, 3, 3, 3] },
  Denmark: { now: [3, 3, 2, 2, 3, 3, 2, 3, 2, 2, 3, 3], before: [5, 4, 5, 4, 5, 5, 4, 5, 4, 5, 5, 5] },
  Finland: { now: [1, 2, 1, 1, 2, 1, 2, 1, 1, 2, 1, 1], before: [1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1] },
}
const rows = Object.entries(ratings).flatMap(([country, { now, before }]) =>
  [
    { date: '2026-02-03', of: now },
    { date: '2026-01-27', of: before },
  ].flatMap(({ date, of }) => of.map((rating) => ({ date, answers: { country, store: `${country} 1`, rating } }))),
)
const table = (id: string, more = '') =>
  `      - { type: ranking-table, config: { id: ${id}, sortBy: satisfaction, columns: [satisfaction, n]${more} } }\n`
const extra = `lowBase: 10
rankFrom: 5
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
  - extname: ranking
    kind: rankings
    components:
${table('units')}${table('drawn', ', shrink: true')}`

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  everyone = await board.as()
})

afterAll(() => board.close())

const dates = 'date=custom_01022026_09022026'
const ask = async (component: string, path: string, query = '') =>
  (await everyone('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)).body
const told = (all: RankingRow[]) =>
  all.map(({ cells, rankTarget, rankRange, joined, before }) => [
    ...[cells[0]?.text, rankTarget, rankRange && [rankRange.from, rankRange.to], joined, before, cells[1]?.besideRest],
  ])

test('a ranking tells which ranks are possible, who stands out, and from where units moved by more than chance', async () => {
  const { rankingData } = await ask('units', dates)
  expect(told(rankingData.rows)).toEqual([
    ['Sweden', 1, [1, 1], undefined, { rank: 3, isMore: true }, 'greater'],
    ['Norway', 2, [2, 3], 'below', { rank: 2, isMore: false }, undefined],
    ['Denmark', 3, [2, 3], 'above', { rank: 1, isMore: true }, undefined],
    ['Finland', 4, [4, 4], undefined, { rank: 4, isMore: false }, 'less'],
  ])
  expect(rankingData).toMatchObject({ among: 4, trendTime: { en: expect.stringContaining('2026') } })
  // Lowest first, and by name: lines join neighbours by rank alone.
  const lowest = await ask('units', dates, '?sortVar=satisfaction&sortDesc=false')
  expect(lowest.rankingData.rows.map((row: RankingRow) => row.joined)).toEqual([undefined, 'below', 'above', undefined])
  const byName = await ask('units', dates, '?sortVar=name&sortDesc=false')
  expect(byName.rankingData.rows.every((row: RankingRow) => row.joined === undefined)).toBe(true)
})

test('a ranking and the tile of each unit tell the same of its change, as does a calculation of the answers', async () => {
  const { rankingData } = await ask('units', dates)
  const tiles = await Promise.all(
    rankingData.rows.map(async (row: RankingRow) => (await ask('head', `${row.drillPath};${dates}`)).variables[0]),
  )
  rankingData.rows.forEach((row: RankingRow, at: number) => {
    const { now = [], before = [] } = ratings[row.cells[0]?.text ?? ''] ?? {}
    const difference = meanDifference(groupOf(now), groupOf(before))
    expect(tiles[at].chance?.isMore ?? false).toBe(row.before?.isMore)
    expect(tiles[at].chance?.isMore ?? false).toBe((difference?.p ?? 1) < 0.05)
    if (tiles[at].chance) expect(tiles[at].chance.low).toBeCloseTo(difference?.low ?? NaN, 9)
  })
})

test('a ranking of values drawn towards the mean says so, and shows the own value too', async () => {
  const [plain, drawn] = [await ask('units', dates), await ask('drawn', dates)].map((answer) => answer.rankingData)
  expect(plain.isShrunk).toBeUndefined()
  expect(drawn.isShrunk).toBe(true)
  const [first, , , last] = drawn.rows
  const [own] = plain.rows
  expect(first.cells[1].own).toBe(own.cells[1].text)
  expect(first.cells[1].value).toBeLessThan(own.cells[1].value)
  expect(first.cells[1].value).toBeGreaterThan(4)
  expect(last.cells[1].value).toBeGreaterThan(plain.rows[3].cells[1].value)
  expect(drawn.footer.cells[1]).toEqual(plain.footer.cells[1])
})

function groupOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { n: values.length, mean, variance: squares / (values.length - 1) }
}
