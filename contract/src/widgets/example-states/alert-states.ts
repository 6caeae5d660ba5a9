import type { z } from 'zod'
import { alertListExample } from '../../entities/alerts.ts'
import type { alertList } from '../../entities/alerts.ts'
import { rankingExample } from '../../entities/ranking.ts'
import type { RankingHeader, RankingRow } from '../../entities/ranking.ts'
import type { AlertState } from '../../entities/states.ts'
import type { InStates } from './in-states.ts'
import { longNames, longTitle } from './words.ts'

type AlertList = z.infer<typeof alertList>

const [column] = rankingExample.rankingData.headers as [RankingHeader]
const [row] = rankingExample.rankingData.rows as [RankingRow]

const titles = { customer: 'Customer', store: 'Store', state: 'State', owner: 'Owner', due: 'Due' }

/** The columns of an alert table; the second with a title of its own. */
function headers(store: string): RankingHeader[] {
  return Object.entries({ ...titles, store }).map(([value, title], cellIndex) => ({
    ...column,
    value,
    text: { en: title },
    cellIndex,
    renderType: value === 'state' ? 'alertstate' : 'string',
    isDate: value === 'due',
  }))
}

function alertOf(
  at: number,
  state: AlertState,
  [customer = '', store = '', owner = '', due = '']: string[],
): RankingRow {
  const texts = [customer, store, String(state), owner, due]
  const cells = texts.map((text, index) => ({ text, ...(index === 2 && { value: state }) }))
  const ids = { interviewId: 400 + at, alertId: 30 + at, drillPath: null }
  return { ...row, cells, rankTarget: null, isComplete: true, ...ids }
}

function listOf(rows: RankingRow[], store = titles.store): AlertList {
  const { rankingData } = rankingExample
  const figures = { headers: headers(store), rows, footer: null, rankingVar: null, leafRows: true }
  return {
    ...alertListExample,
    rankingData: { ...rankingData, ...figures, totalNumberRows: rows.length },
    totalNumberRows: rows.length,
  }
}

const due = '4 Mar 2026 08:15'

/** The usual list of alerts. */
export const alertRows = listOf([
  alertOf(1, 2, ['Eva Lind', 'Storgatan', 'Anna Berg', due]),
  alertOf(2, 6, ['Ola Berg', 'Storgatan', '', due]),
  alertOf(3, 3, ['Kari Moe', 'Torget', 'Anna Berg', '2 Mar 2026 16:30']),
])

/** A list of alerts in each state; nothing of it is withheld, and few alerts are as many as any. */
export const alertStates: InStates<AlertList> = {
  empty: { ...listOf([]), counts: { open: 0, processing: 0, closed: 0, mine: 0, overdue: 0 } },
  withheld: listOf(alertRows.rankingData.rows.map((one) => ({ ...one, accessAllowed: false }))),
  few: listOf(alertRows.rankingData.rows.slice(0, 1)),
  long: {
    ...listOf(
      longNames.map((name, at) => alertOf(at, 6, [name, name, name, due])),
      longTitle,
    ),
    counts: { open: 10_204, processing: 1_204, closed: 104_000, mine: 1_204, overdue: 10_000 },
  },
}
