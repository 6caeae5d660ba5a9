import { alertStateNames } from '@gensvar/contract/alert-filters'
import type { Condition } from '@gensvar/contract/conditions'
import type { alertCounts } from '@gensvar/contract/entities/alerts'
import type { AlertState } from '@gensvar/contract/entities/states'
import type { z } from 'zod'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'
import { alertColumns, alertOf, alertOrder, fromAlerts, whereAlerts } from './alert-query.ts'
import type { AlertRow, AlertSelection, RawAlert } from './alert-query.ts'

/** How many alerts each filter of a list shows. */
export type AlertCounts = z.infer<typeof alertCounts>

/** A request for a page of alerts. */
export interface AlertRequest extends AlertSelection {
  /** Half-open window of rows. */
  from: number
  to: number
}

/** Alerts read at a time while a report is written. */
const batch = 400

/**
 * A page of alerts of a scope, from the system of record, so that it includes what was just written. Throws `validation`
 * for an unknown variable to sort by, and the signal's reason when it is aborted.
 */
export async function listAlerts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: AlertRequest,
): Promise<AlertRow[]> {
  if (request.to <= request.from) return []
  const where = await whereAlerts(deps, model, scope, request)
  // In the order of the ids each page begins where the one before ended, whatever was raised meanwhile.
  const order = request.afterId === undefined ? alertOrder(model, request.sort, request.locale) : portableSql`a.id`
  // The ids first: sorting would carry the answers of all rows otherwise.
  const page = portableSql`
    select a.id from ${fromAlerts(where, order)} where ${where} order by ${order}
     limit ${integer(request.to - request.from)} offset ${integer(request.from)}`
  const rows = await inTurn(deps, async () => {
    const ids = (await limitedQuery<{ id: number }>(deps.pool, page, deps.work)).map(({ id }) => id)
    return readRows(deps, portableSql`true`, ids)
  })
  return rows.map((row) => alertOf(model, scope, row))
}

/** Those of some alerts that a selection within the scope has, in the given order; its text and filters are not looked at. */
export async function listAlertsOf(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, locale }: Pick<AlertSelection, 'conditions' | 'locale'>,
  ids: readonly number[],
): Promise<AlertRow[]> {
  const where = await whereAlerts(deps, model, scope, { conditions, states: [], locale })
  return (await inTurn(deps, () => readRows(deps, where, ids))).map((row) => alertOf(model, scope, row))
}

/** All selected alerts in batches, in their order, as they were at one moment. Throws as `listAlerts` does. */
export async function* streamAlerts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: AlertSelection,
): AsyncGenerator<AlertRow[]> {
  const where = await whereAlerts(deps, model, scope, selection)
  const order = alertOrder(model, selection.sort, selection.locale)
  const statement = portableSql`select ${alertColumns} from ${fromAlerts(alertColumns)} where ${where} order by ${order}`
  for await (const rows of streamedQuery<RawAlert>(deps.pool, statement, { batch, work: deps.work }))
    yield rows.map((row) => alertOf(model, scope, row))
}

/** A page of alerts, how many there are in all, and how many each filter shows. */
export interface AlertPage {
  rows: AlertRow[]
  total: number
  counts: AlertCounts
}

/** A page of a list with its numbers, from the system of record. Throws as `listAlerts` does. */
export async function alertPageOf(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  request: AlertRequest,
): Promise<AlertPage> {
  const [rows, counts] = await Promise.all([
    listAlerts(deps, model, scope, request),
    countByFilter(deps, model, scope, request),
  ])
  const { states, ownerId, overdueAt } = request
  const isWithin = (state: AlertState): boolean => states.length === 0 || states.includes(state)
  const isPlain = ownerId === undefined && overdueAt === undefined
  const total = isPlain
    ? (isWithin(2) ? counts.open : 0) + (isWithin(6) ? counts.processing : 0) + (isWithin(3) ? counts.closed : 0)
    : await countAlerts(deps, model, scope, request)
  return { rows, total, counts }
}

/** The number of the selected alerts. */
export async function countAlerts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: Omit<AlertSelection, 'sort'>,
): Promise<number> {
  const where = await whereAlerts(deps, model, scope, selection)
  const statement = portableSql`select count(*) as n from ${fromAlerts(where)} where ${where}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}

/**
 * How many alerts each filter of a list would show, within the place, filters, period and text of the list. The figures
 * count those of a state where they know every change, as the bar does: they need not read every alert.
 */
async function countByFilter(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, text = '', textIn, locale }: AlertSelection,
): Promise<AlertCounts> {
  const counted = text === '' && (await deps.analytics.feed.isUpToDate(model.id))
  const [states, others] = await Promise.all([
    counted ? figuresOfStates(deps, model, scope, conditions) : null,
    countRows(deps, model, scope, { conditions, text, textIn, locale, states: counted ? [2, 6] : [] }),
  ])
  return { ...others, ...states }
}

/** The figures alerts(open), alerts(processing) and alerts(closed). */
async function figuresOfStates(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  conditions: readonly Condition[],
): Promise<Pick<AlertCounts, 'open' | 'processing' | 'closed'>> {
  const indicators = alertStateNames.map((name) => ({ key: name, expression: `alerts(${name})` }))
  const { rows } = await aggregate(deps, model, scope, { conditions, by: 'none', indicators })
  const [open = 0, processing = 0, closed = 0] = rows[0]?.values.map(({ value }) => value ?? 0) ?? []
  return { open, processing, closed }
}

async function countRows(
  deps: Ctx,
  model: SurveyModel,
  scope: CaseScope,
  selection: Omit<AlertSelection, 'sort'>,
): Promise<AlertCounts> {
  const where = await whereAlerts(deps, model, scope, selection)
  const among = (what: Fragment): Fragment => portableSql`count(*) filter (where ${what})`
  const now = deps.clock.now().toISOString()
  const statement = portableSql`
    select ${among(portableSql`a.state = 2`)} as open,
           ${among(portableSql`a.state = 6`)} as processing,
           ${among(portableSql`a.state = 3`)} as closed,
           ${among(portableSql`a.state <> 3 and a.owner_user_id = ${deps.identity.userId}`)} as mine,
           ${among(portableSql`a.state <> 3 and a.due_at < ${now}::timestamptz`)} as overdue
      from ${fromAlerts(where)} where ${where}`
  const [counts] = await limitedQuery<AlertCounts>(deps.pool, statement, deps.work)
  return counts ?? { open: 0, processing: 0, closed: 0, mine: 0, overdue: 0 }
}

async function readRows(deps: CaseDeps, where: Fragment, ids: readonly number[]): Promise<RawAlert[]> {
  if (ids.length === 0) return []
  const statement = portableSql`
    select ${alertColumns} from ${fromAlerts(alertColumns)} where a.id = any(${ids}::bigint[]) and ${where}`
  const found = await limitedQuery<RawAlert>(deps.pool, statement, deps.work)
  const byId = new Map(found.map((row) => [row.alert_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
