import type { trackingFilters } from '@gensvar/contract/entities/campaigns'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { and, ident, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { demandToSql } from './rows/row-demand.ts'
import type { Cell } from './store/analytics-store.ts'
import { hasArrived } from './store/arrived.ts'
import { contactTexts, messageIdColumn, recipientTable, responseTable, textTable } from './store/tables.ts'

/** What of a campaign's messages is listed. */
type TrackingFilter = (typeof trackingFilters)[number]

const states: Readonly<Record<TrackingFilter, Fragment>> = {
  PENDING: portableSql`state in ('PENDING', 'SENDING')`,
  SENT: portableSql`state = 'SENT'`,
  FAILED: portableSql`state = 'FAILED'`,
  UNKNOWN: portableSql`state = 'UNKNOWN'`,
  BOUNCED: portableSql`bounced = 1 and state = 'SENT'`,
  OPENED: portableSql`opened = 1 and ${hasArrived}`,
  CLICKED: portableSql`clicked = 1 and ${hasArrived}`,
  ANSWERED: portableSql`answered = 1 and ${hasArrived}`,
  UNSUBSCRIBED: portableSql`unsubscribed = 1 and ${hasArrived}`,
}

/** What messages are sorted by: their numbers, what became of them, then the newest first or last, or their respondents. */
export type StoredMessageOrder =
  | 'id'
  | 'status'
  /** By name; `named` is the open question that has the name of a respondent whose contact has none. */
  | { named: Question | null }

/** A page of a campaign's messages. */
export interface StoredMessagePage {
  campaignId: number
  /** All where it is null. */
  state: TrackingFilter | null
  by: StoredMessageOrder
  desc: boolean
  /** Half-open window of rows. */
  from: number
  to: number
}

/**
 * Ids of messages to respondents of a scope, in the order of the campaign's list: by name, those without one are last. By the
 * figures' store, which reads single columns: PostgreSQL looks up the respondents one by one. Only as new as the store is; the
 * caller sees to that. Throws `unavailable` where the survey has no table, and the signal's reason when it is aborted.
 */
export async function storedMessages(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { campaignId, state, by, desc, from, to }: StoredMessagePage,
): Promise<number[]> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = await columnSource(deps, model)
  const scoped = scope.conditions.length === 0 ? null : demandToSql(applyConditions(scope.conditions, source))
  const where = and([
    portableSql`campaign_id = ${integer(campaignId)}`,
    ...(state === null ? [] : [states[state]]),
    ...(scoped ? [portableSql`response_id in (select id from ${ident(responseTable(model.id))} where ${scoped})`] : []),
  ])
  const mine = portableSql`
    select ${ident(messageIdColumn)} as message_id, response_id, state from ${ident(recipientTable(model.id))} where ${where}`
  const [direction, opposite] = desc ? [descending, ascending] : [ascending, descending]
  const page = portableSql`limit ${integer(to - from)} offset ${integer(from)}`
  if (by === 'id')
    return idsOf(deps, portableSql`select message_id from (${mine}) as mine order by message_id ${direction} ${page}`)
  if (by === 'status')
    return idsOf(
      deps,
      portableSql`select message_id from (${mine}) as mine order by state ${direction}, message_id ${opposite} ${page}`,
    )
  const names = namesOf(model.id, by.named)
  // The name of the page's last respondent first: then few names are left to be joined.
  const [last] = await firstColumn(
    deps,
    portableSql`
    select sort_text from (${names}) as names where text_of in (select response_id from (${mine}) as mine)
     order by sort_text ${direction} limit 1 offset ${integer(to - 1)}`,
  )
  const joined =
    typeof last === 'string'
      ? portableSql`join (select * from (${names}) as every where sort_text ${desc ? portableSql`>=` : portableSql`<=`} ${last}) as names`
      : portableSql`left join (${names}) as names`
  return idsOf(
    deps,
    portableSql`
    select message_id from (${mine}) as mine ${joined} on text_of = response_id
     order by sort_text ${direction} nulls last, message_id desc ${page}`,
  )
}

const ascending = portableSql`asc`
const descending = portableSql`desc`

async function idsOf(deps: AggregateDeps, statement: Fragment): Promise<number[]> {
  return (await firstColumn(deps, statement)).map(Number)
}

async function firstColumn({ analytics, work }: AggregateDeps, statement: Fragment): Promise<readonly Cell[]> {
  const { caller = systemCaller, signal } = work ?? {}
  const { columns } = await analytics.store.query(statement, { caller, ...(signal && { signal }) })
  return columns[0] ?? []
}

/** Respondents with their names in lower case: those of their contacts, or else their answers to a question. */
function namesOf(surveyId: number, named: Question | null): Fragment {
  const table = ident(textTable(surveyId))
  const contact = portableSql`
    select response_id as text_of, lowered as sort_text from ${table} where question_id = ${integer(contactTexts.name)}`
  if (named === null) return contact
  return portableSql`
    ${contact} union all
    select response_id as text_of, lowered as sort_text from ${table}
     where question_id = ${integer(named.id)}
       and response_id not in (select response_id from ${table} where question_id = ${integer(contactTexts.name)})`
}
