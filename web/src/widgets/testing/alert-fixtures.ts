import type { z } from 'zod'
import { alertEntities, alertListExample } from '@gensvar/contract/entities/alerts'
import type { alert, alertList } from '@gensvar/contract/entities/alerts'
import type { RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import type { AlertState } from '@gensvar/contract/entities/states'
import { header, nameColumn, unitRow } from './ranking-fixtures.ts'

/** An alert, and a list of them, as the server answers them. */
export type AlertAnswer = z.input<typeof alert>
export type AlertListAnswer = z.input<typeof alertList>

/** The alert of the contract's examples. */
export const alertExample = alertEntities.Alert.example as AlertAnswer

const text = { renderType: 'string', align: 'left' } as const

/** Columns of a list of alerts: customer, state, due. */
const alertHeaders: RankingHeader[] = [
  nameColumn('Customer'),
  header('state', { text: { en: 'State' }, align: 'left', renderType: 'alertstate' }),
  header('due', { ...text, text: { en: 'Due' }, isDate: true }),
]

/** A row of a list of alerts. */
export function alertRow(id: number, name: string, state: AlertState, change: Partial<RankingRow> = {}): RankingRow {
  return unitRow(name, null, [{ text: String(state), value: state }, { text: `4 Mar 2026 0${id % 9}:00` }], {
    interviewId: 400 + id,
    isComplete: true,
    alertId: id,
    drillPath: null,
    ...change,
  })
}

/** A list of alerts. */
export function alertListOf(rows: RankingRow[], total = rows.length): AlertListAnswer {
  const headers = alertHeaders.map((one, cellIndex) => ({ ...one, cellIndex }))
  const rankingData = { ...alertListExample.rankingData, headers, rows, footer: null, totalNumberRows: total }
  return { ...alertListExample, rankingData, totalNumberRows: total }
}
