import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { integers } from '#server/domain/conditions/answer-source.ts'
import { addAtomColumns, atomToSql } from './atoms.ts'
import type { Atom } from './atoms.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import type { DayRange, GroupKey, Grouping } from './grouping.ts'
import { addDemandColumns, demandLogic, demandToSql, number } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'
import { alertTable } from '../store/alert-columns.ts'
import { responseTable, sentMessages } from '../store/tables.ts'
import { IdPlaces } from './id-places.ts'
import { SumTable } from './sum-table.ts'

/** What sums are computed over. */
export type CountedRows = 'responses' | 'alerts' | 'messages'

/** A request for sums: over the rows that match `where`, by group. */
export interface SumsRequest {
  /** What the rows are: responses by default, or their alerts or messages, which have the columns of their response as well. */
  of?: CountedRows
  grouping: Pick<Grouping, 'parts' | 'isWhole'>
  where: RowDemand
  atoms: readonly Atom[]
}

/** Where sums are computed: in the program's analytics, or over other columns. */
export interface FigureStore {
  /** Computes sums over a survey's rows. */
  sums(surveyId: number, request: SumsRequest, signal: AbortSignal): Promise<SumTable>
  /** First and last day a survey has responses of; null without responses. */
  dayRange(surveyId: number, signal: AbortSignal): Promise<DayRange>
}

/** Computes sums in SQL. */
export async function querySums(
  store: AnalyticsStore,
  surveyId: number,
  request: SumsRequest,
  signal: AbortSignal,
  caller?: string,
): Promise<SumTable> {
  const { columns, rowCount } = await store.query(statement(surveyId, request), { signal, ...(caller && { caller }) })
  const [keys = [], ...totals] = columns
  const ids = new Float64Array(rowCount)
  const numbers = new Float64Array(rowCount * totals.length)
  for (let row = 0; row < rowCount; row++) {
    ids[row] = Number(keys[row] ?? NaN)
    for (const [at, column] of totals.entries()) numbers[row * totals.length + at] = Number(column[row] ?? 0)
  }
  return new SumTable(new IdPlaces([ids]), numbers)
}

/** Columns a request reads; null when it needs another table. */
export function columnsOf({ of, grouping, where, atoms }: SumsRequest): Set<string> | null {
  if (of === 'alerts' || of === 'messages') return null
  const columns = new Set<string>()
  const parts = grouping.parts.map((part) => part.where ?? demandLogic.always)
  if (![where, ...parts].every((demand) => addDemandColumns(demand, columns))) return null
  if (!atoms.every((atom) => addAtomColumns(atom, columns))) return null
  for (const { key } of grouping.parts) {
    if (key.kind !== 'same') columns.add(key.column)
    if (key.kind === 'moved') columns.add(key.leaf)
  }
  return columns
}

function statement(surveyId: number, { of, grouping, where, atoms }: SumsRequest): Fragment {
  const table = tableOf(surveyId, of)
  const list = join(atoms.map(atomToSql))
  const parts = grouping.parts.map((part) => {
    const rows = demandToSql(part.where ? demandLogic.all([where, part.where]) : where)
    const key = keyToSql(part.key)
    const select = portableSql`select ${key} as k, ${list} from ${table} where ${rows}`
    if (grouping.isWhole) return select
    // A number in `group by` is a column's position, so a constant group needs a constant expression instead.
    return portableSql`${select} group by ${part.key.kind === 'same' ? portableSql`state is null` : key}`
  })
  return join(parts, ' union all ')
}

function tableOf(surveyId: number, of: CountedRows = 'responses'): Fragment {
  const responses = ident(responseTable(surveyId))
  switch (of) {
    case 'responses':
      return responses
    case 'alerts':
      return portableSql`${responses} join ${ident(alertTable(surveyId))} on id = response_id`
    case 'messages':
      return portableSql`${responses} join ${sentMessages(surveyId)} on id = message_of`
  }
}

function keyToSql(key: GroupKey): Fragment {
  switch (key.kind) {
    case 'column':
      return ident(key.column)
    case 'same':
      return key.id === null ? portableSql`null` : integer(key.id)
    case 'steps': {
      const cases = key.bounds.map(
        (bound, index) => portableSql`when ${ident(key.column)} < ${number(bound)} then ${integer(index)}`,
      )
      return portableSql`case ${join(cases, ' ')} end`
    }
    case 'moved': {
      const cases = key.groups.map(
        ({ id, leaves }) => portableSql`when ${ident(key.leaf)} in (${integers(leaves)}) then ${integer(id)}`,
      )
      return portableSql`case ${join(cases, ' ')} else ${ident(key.column)} end`
    }
  }
}
