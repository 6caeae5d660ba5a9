import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { and, ident, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { demandToSql } from './rows/row-demand.ts'
import { alertTable } from './store/alert-columns.ts'
import type { Table } from './store/analytics-store.ts'
import { questionColumn } from './store/answer-columns.ts'
import { responseTable, textTable } from './store/tables.ts'
import { byName, isOfAlert, searchText, textsOf } from './stored-search.ts'

/** Which alerts of a scope are listed. */
export interface StoredAlertSelection {
  conditions: readonly Condition[]
  /** Part of a text or of a choice's name or title; empty for all. */
  text: string
  /** Variables and fields of the contact that it is searched for in. */
  textIn: readonly string[]
  /** Rules and owners that contain the text by themselves. */
  rules: readonly string[]
  owners: readonly number[]
}

/** What alerts are sorted by: a field of theirs, `date` and `id` of the interview, or a question. */
export type StoredAlertOrder =
  | Question
  | 'date'
  | 'id'
  | 'due'
  | 'state'
  | 'raised'
  | 'closed'
  /** Values of the alerts in their order. */
  | { column: 'alert_owner'; places: ReadonlyMap<number, number> }
  | { column: 'alert_rule'; places: ReadonlyMap<string, number> }

/** An order, a half-open window of rows, and which of the selected alerts they are. */
export interface StoredAlertPage {
  by: StoredAlertOrder
  desc: boolean
  from: number
  to: number
  /** All where it is empty. */
  states: readonly number[]
  /** Only those of this user, that are not closed where no states are named. */
  ownerId?: number
  /** Only those not closed whose due time is before this moment. */
  overdueAt?: Date
  /** Who asks, and when: for the numbers of each filter. */
  asker: { userId: number; now: Date }
}

/** Ids of a page of alerts, how many there are in all, and how many of the selection each filter shows. */
export interface StoredAlertsFound {
  ids: number[]
  total: number
  counts: { open: number; processing: number; closed: number; mine: number; overdue: number }
}

/**
 * Lists of alerts by the figures' store, where answers or texts of their interviews are asked for: PostgreSQL would read
 * all of every interview. Only as new as the store is; the caller sees to that. Methods throw the signal's reason when it is
 * aborted.
 */
export class StoredAlerts {
  private readonly deps: AggregateDeps
  private readonly model: SurveyModel
  /** Alerts joined to their responses. */
  private readonly rows: Fragment
  private readonly where: Fragment

  private constructor(deps: AggregateDeps, model: SurveyModel, { rows, where }: { rows: Fragment; where: Fragment }) {
    this.deps = deps
    this.model = model
    this.rows = rows
    this.where = where
  }

  /** Throws `unavailable` where the survey has no table, and `validation` for an unknown variable. */
  static async open(
    deps: AggregateDeps,
    model: SurveyModel,
    scope: CaseScope,
    { conditions, text, textIn, rules, owners }: StoredAlertSelection,
  ): Promise<StoredAlerts> {
    if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
    const source = await columnSource(deps, model)
    const responses = ident(responseTable(model.id))
    // The text is looked for before the alerts are joined to their responses: few alerts are left then.
    const found = and([
      portableSql`alert_id is not null`,
      ...(text === ''
        ? []
        : [or([...ofText(responses, searchText(source, text, textIn, true)), ...isOf(rules, owners)])]),
    ])
    const rows = portableSql`
      (select * from ${ident(alertTable(model.id))} where ${found}) as alerts join ${responses} on response_id = id`
    const where = and([
      portableSql`state = 0`,
      demandToSql(applyConditions([...scope.conditions, ...conditions], source)),
    ])
    return new StoredAlerts(deps, model, { rows, where })
  }

  /** Those who have alerts of a survey. Throws as `open` does. */
  static async owners(deps: AggregateDeps, model: SurveyModel): Promise<number[]> {
    return (await valuesOf(deps, model, 'alert_owner')).map(Number)
  }

  /** Names of the alerts of a survey: of its rules, of those it had, and of what its scripts raised. Throws as `open` does. */
  static async rules(deps: AggregateDeps, model: SurveyModel): Promise<string[]> {
    return (await valuesOf(deps, model, 'alert_rule')).map(String)
  }

  /** A page of ids with its numbers; ties are broken by the newest alert. */
  async page({ by, desc, from, to, states, ownerId, overdueAt, asker }: StoredAlertPage): Promise<StoredAlertsFound> {
    const { joined, key } = this.sortKey(by)
    const order = orderOf(by, desc)
    const shown = and([
      ...(states.length === 0 ? [] : [portableSql`alert_state in (${join(states.map(integer))})`]),
      ...(ownerId === undefined ? [] : [portableSql`alert_owner = ${integer(ownerId)}`]),
      ...(ownerId !== undefined && states.length === 0 ? [isNotClosed] : []),
      ...(overdueAt ? [isOverdue(overdueAt)] : []),
    ])
    const { columns } = await query(
      this.deps,
      portableSql`
        with found as materialized (
          select alert_id, alert_rule, alert_state, alert_owner, alert_due_at, ${key} as sort_key
            from ${this.rows} ${joined}
           where ${this.where}),
        numbers as (
          select ${count(shown)} as shown, ${count(portableSql`alert_state = 2`)} as n_open,
                 ${count(portableSql`alert_state = 6`)} as n_processing, ${count(portableSql`alert_state = 3`)} as n_closed,
                 ${count(and([isNotClosed, portableSql`alert_owner = ${integer(asker.userId)}`]))} as n_mine,
                 ${count(isOverdue(asker.now))} as n_overdue
            from found),
        listed as (
          select * from found where ${shown} order by ${order} limit ${integer(Math.max(0, to - from))} offset ${integer(from)})
        select shown, n_open, n_processing, n_closed, n_mine, n_overdue, alert_id
          from numbers left join listed on true order by ${order}`,
    )
    const [total = 0, open = 0, processing = 0, closed = 0, mine = 0, overdue = 0] = columns.map((one) =>
      Number(one[0]),
    )
    const ids = (columns[6] ?? []).flatMap((id) => (id === null ? [] : [Number(id)]))
    return { ids, total, counts: { open, processing, closed, mine, overdue } }
  }

  /** The rules and owners of the selected alerts, each pair once. */
  async kinds(): Promise<{ rule: string; ownerId: number | null }[]> {
    const { columns } = await query(
      this.deps,
      portableSql`select distinct alert_rule, alert_owner from ${this.rows} where ${this.where}`,
    )
    const [rules = [], owners = []] = columns
    return rules.map((rule, at) => {
      const owner = owners[at] ?? null
      return { rule: String(rule), ownerId: owner === null ? null : Number(owner) }
    })
  }

  private sortKey(by: StoredAlertOrder): { joined: Fragment; key: Fragment } {
    if (by === 'date') return { joined: portableSql``, key: portableSql`day` }
    if (by === 'id') return { joined: portableSql``, key: portableSql`id` }
    if (typeof by === 'string') return { joined: portableSql``, key: ident(momentOf[by]) }
    if ('column' in by) return placed(ident(by.column), [...by.places])
    if (by.type === 'single')
      return placed(
        ident(questionColumn(by)),
        byName(by).map((code, place) => [code, place]),
      )
    if (by.type !== 'text') return { joined: portableSql``, key: ident(questionColumn(by)) }
    const [question = 0] = textsOf(this.model, [by.variable])
    const joined = portableSql`
      left join (select response_id as text_of, lowered as sort_text from ${ident(textTable(this.model.id))}
                  where ${isOfAlert} and question_id = ${integer(question)}) as texts on text_of = id`
    return { joined, key: portableSql`sort_text` }
  }
}

const momentOf = {
  due: 'alert_due_at',
  state: 'alert_state',
  raised: 'alert_raised_at',
  closed: 'alert_closed_at',
} as const

/** The different values of a column of a survey's alerts, read once for each version of its data. */
async function valuesOf(
  deps: AggregateDeps,
  model: SurveyModel,
  column: 'alert_owner' | 'alert_rule',
): Promise<readonly unknown[]> {
  await columnSource(deps, model)
  const { analytics, work } = deps
  const read = async (signal: AbortSignal): Promise<readonly unknown[]> => {
    const [table, name] = [ident(alertTable(model.id)), ident(column)]
    const statement = portableSql`select distinct ${name} from ${table} where ${name} is not null`
    const { columns } = await analytics.store.query(statement, { caller: work?.caller ?? systemCaller, signal })
    return columns[0] ?? []
  }
  const key = JSON.stringify(['values of alerts', model.id, column, analytics.feed.dataVersion(model.id)])
  return analytics.results.get(key, read, (values) => values.length, work?.signal)
}

/** The place of a value in an order; null for one that has none. */
function placed(column: Fragment, places: readonly (readonly [string | number, number])[]) {
  if (places.length === 0) return { joined: portableSql``, key: portableSql`null` }
  const rows = places.map(
    ([value, place]) => portableSql`(${typeof value === 'number' ? integer(value) : value}, ${integer(place)})`,
  )
  const joined = portableSql`left join (values ${join(rows)}) as places (placed, place) on placed = ${column}`
  return { joined, key: portableSql`place` }
}

/** As `alertOrder` of the system of record. */
function orderOf(by: StoredAlertOrder, desc: boolean): Fragment {
  const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  const newest = portableSql`alert_id desc`
  if (by === 'due') return portableSql`case alert_state when 3 then 1 else 0 end, sort_key ${direction}, ${newest}`
  if (by === 'state')
    return portableSql`case alert_state when 2 then 1 when 6 then 2 else 3 end ${direction}, alert_due_at nulls last, ${newest}`
  if (typeof by !== 'string' && 'column' in by && by.column === 'alert_rule')
    return portableSql`sort_key ${direction}, alert_rule, ${newest}`
  return portableSql`sort_key ${direction}, ${newest}`
}

const isNotClosed = portableSql`alert_state <> 3`

function isOverdue(now: Date): Fragment {
  return and([isNotClosed, portableSql`alert_due_at < ${integer(now.getTime() * 1000)}`])
}

function count(what: Fragment): Fragment {
  return portableSql`count(case when ${what} then 1 end)`
}

function ofText(responses: Fragment, { written, chosen }: ReturnType<typeof searchText>): Fragment[] {
  return [
    ...(written ? [portableSql`response_id in (${written})`] : []),
    ...(chosen.length > 0 ? [portableSql`response_id in (select id from ${responses} where ${or(chosen)})`] : []),
  ]
}

function isOf(rules: readonly string[], owners: readonly number[]): Fragment[] {
  return [
    ...(rules.length === 0 ? [] : [portableSql`alert_rule in (${join(rules.map((rule) => portableSql`${rule}`))})`]),
    ...(owners.length === 0 ? [] : [portableSql`coalesce(alert_owner in (${join(owners.map(integer))}), false)`]),
  ]
}

function query({ analytics, work }: AggregateDeps, statement: Fragment): Promise<Table> {
  const { caller = systemCaller, signal } = work ?? {}
  return analytics.store.query(statement, { caller, ...(signal && { signal }) })
}
