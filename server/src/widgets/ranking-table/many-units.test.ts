import type { RankingData } from '@gensvar/contract/entities/ranking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

const count = 1003
const nameOf = (at: number): string => `Country ${String(at).padStart(4, '0')}`
const rows = Array.from({ length: count }, (_, at) => ({
  date: '2026-02-03',
  answers: { country: nameOf(at), store: `${nameOf(at)} 1`, rating: 1 + (at % 5) },
}))
const extra = `pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, sortBy: satisfaction, columns: [satisfaction, n] } }
`

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  everyone = await board.as()
})

afterAll(() => board.close())

async function ask(query: string): Promise<RankingData> {
  const { body } = await everyone('GET', `/rest/widgets/data/${board.survey}/units/root?${query}`)
  return (body as { rankingData: RankingData }).rankingData
}

const namesOf = ({ rows: shown }: RankingData) => shown.map(({ cells }) => cells[0]?.text)

test('of more units than an answer has, the server sorts, searches and pages; ranks go on from page to page', async () => {
  const first = await ask('rowFrom=0&rowTo=1000')
  expect(first.totalNumberRows).toBe(count)
  expect(first.rows).toHaveLength(100)
  const byName = 'sortVar=name&sortDesc=false'
  const pages: RankingData[] = []
  for (let from = 0; from < count; from += 400) pages.push(await ask(`rowFrom=${from}&rowTo=${from + 400}&${byName}`))
  expect(pages.flatMap(namesOf)).toEqual(Array.from({ length: count }, (_, at) => nameOf(at)))
  const last = await ask('rowFrom=950&rowTo=1050&sortVar=satisfaction&sortDesc=true')
  expect(last.rows).toHaveLength(count - 950)
  const best = Math.ceil((count - 4) / 5)
  expect(first.rows.every(({ rankTarget }) => rankTarget === 1)).toBe(true)
  expect(last.rows.at(-1)?.rankTarget).toBeGreaterThan(4 * best)
  const found = await ask('rowFrom=0&rowTo=1000&filter=country%20099')
  expect([found.totalNumberRows, namesOf(found).length]).toEqual([10, 10])
})
