import type { ChartData } from '../../../contract/src/entities/chart.ts'
import type { IndicatorVariable } from '../../../contract/src/entities/indicator.ts'
import type { RankingResponse } from '../../../contract/src/entities/ranking.ts'
import type { SummaryResults } from '../../../contract/src/entities/summary-results.ts'
import type { MadeRows } from './made-rows.ts'
import type { Answer, Value } from './questions.ts'
import { monthAt } from './spans.ts'

/** The values of tiles. What they were before is told as text, of which no number is read. */
export function readTiles(body: unknown): Answer {
  const { variables } = body as { variables: IndicatorVariable[] }
  return new Map([['all', variables.map(({ value }) => valueOf(value, null))]])
}

/** The values of each month and series. */
export function readMonths(made: MadeRows, body: unknown): Answer {
  const { categories, series } = body as ChartData
  return new Map(
    categories.map((category, at) => [
      String(monthAt(made, category)),
      series.map(({ data, n }) => valueOf(data[at] ?? null, n?.[at] ?? null)),
    ]),
  )
}

/** The values of each unit; ext names end with the number of the unit. The second figure is the number of interviews. */
export function readRanking(body: unknown): Answer {
  const { rankingData } = body as RankingResponse
  const columns = rankingData.headers.filter(({ renderType }) => renderType === 'number').map((one) => one.cellIndex)
  const [first = 0, , ...others] = columns
  return new Map(
    rankingData.rows.map(({ cells }) => [
      String(Number(String(cells[0]?.value).split('-').at(-1)) - 1),
      [first, ...others].map((at) => {
        const { value, n } = cells[at] ?? {}
        return valueOf(typeof value === 'number' ? value : null, n ?? null)
      }),
    ]),
  )
}

/** The values of each question, and what they were before. */
export function readBlock(body: unknown): Answer {
  const rows = (body as SummaryResults).resultGroups[0]?.questionAnswers ?? []
  const before = rows.map(({ valueTrend }) => valueOf(valueTrend, null))
  return new Map([
    ['all', rows.map(({ value, n }) => valueOf(value, n))],
    ...(before.some((one) => one !== null) ? [['before', before] as const] : []),
  ])
}

/** The ids of the listed responses as values of one group, and their number as another. */
export function readPage(body: unknown): Answer {
  const { rows, totalNumberRows } = (body as RankingResponse).rankingData
  return new Map([
    ['ids', rows.map(({ interviewId }) => valueOf(interviewId, null))],
    ['total', [valueOf(totalNumberRows, null)]],
  ])
}

function valueOf(value: number | null, n: number | null): Value | null {
  return value === null ? null : { n, value }
}
