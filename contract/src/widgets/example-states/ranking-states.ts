import { rankingExample } from '../../entities/ranking.ts'
import type { RankingData, RankingResponse, RankingRow } from '../../entities/ranking.ts'
import type { InStates } from './in-states.ts'
import { longNames, longTitle, withheldReason } from './words.ts'

const { rankingData: example } = rankingExample

function ranking(change: Partial<RankingData>): RankingResponse {
  return { ...rankingExample, rankingData: { ...example, ...change } }
}

/** The example's rows with their figures changed; the first cell names the row. */
function withFigures(change: Partial<RankingRow['cells'][number]>, rankTarget: number | null): Partial<RankingData> {
  const cells = (row: Pick<RankingRow, 'cells'>) =>
    row.cells.map((cell, at) => (at === 0 ? cell : { ...cell, ...change }))
  return {
    rows: example.rows.map((row) => ({ ...row, rankTarget, cells: cells(row) })),
    footer: example.footer && { cells: cells(example.footer) },
  }
}

const figures = ['100', '98.5', '−12.4', '74', '1,204', '8.1']

/** A ranking in each state. */
export const rankingStates: InStates<RankingResponse> = {
  empty: ranking({ rows: [], footer: null, totalNumberRows: 0 }),
  withheld: ranking({
    ...withFigures(
      { text: '', value: null, n: null, goalStatus: null, suppressed: true, helpText: withheldReason },
      null,
    ),
    leftOut: withheldReason,
  }),
  few: ranking(withFigures({ n: 8, few: true, goalStatus: false }, null)),
  long: ranking({
    headers: [
      ...example.headers.slice(0, 1),
      ...example.headers.slice(1, 2).flatMap((header) =>
        figures.map((_, at) => ({
          ...header,
          value: `question${at}`,
          text: longTitle,
          helpText: longTitle,
          cellIndex: at + 1,
        })),
      ),
    ],
    rankingVar: 'question0',
    rows: longNames.flatMap((name, at) =>
      example.rows.map((row) => ({
        ...row,
        cells: [
          { text: name },
          ...figures.map((text) => ({ text, value: 74, n: 1204, goalStatus: at === 0, near: at === 1 })),
        ],
        rankTarget: at + 1,
        rankRange: { from: 1, to: longNames.length },
        joined: at === 0 ? ('below' as const) : at === longNames.length - 1 ? ('above' as const) : ('both' as const),
        before: { rank: at + 12, isMore: true },
        drillPath: `country=DE;region=unit${at}`,
      })),
    ),
    footer: { cells: [{ text: '' }, ...figures.map((text) => ({ text, value: 74, n: 3612 }))] },
    totalNumberRows: longNames.length,
  }),
}
