import { sampleListExample } from '@gensvar/contract/entities/samples'
import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import type { RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { header, nameColumn, unitRow } from './ranking-fixtures.ts'

const text = { renderType: 'string', align: 'left' } as const

/** Columns of a list of samples: customer, event date, state. */
export const sampleHeaders: RankingHeader[] = [
  nameColumn('Customer'),
  header('eventdate', { ...text, text: { en: 'Event date' }, isDate: true }),
  header('state', { text: { en: 'State' }, align: 'left', renderType: 'state' }),
]

/** A row of a list of samples. */
export function sampleRow(id: number, name: string, state: string, change: Partial<RankingRow> = {}): RankingRow {
  return unitRow(name, null, [{ text: `2026-03-0${(id % 9) + 1}` }, { text: state, value: state }], {
    interviewId: id,
    isComplete: state === '0',
    drillPath: null,
    ...change,
  })
}

/** A list of samples. */
export function sampleList(rows: RankingRow[], change: Partial<SampleListResponse> = {}): SampleListResponse {
  const headers = sampleHeaders.map((one, cellIndex) => ({ ...one, cellIndex }))
  const rankingData = { ...sampleListExample.rankingData, headers, rows, totalNumberRows: rows.length }
  return { ...sampleListExample, period: { isOpen: true, from: null, to: null }, rankingData, ...change }
}
