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

/** A page of a campaign's messages in the order of their respondents' names. */
export interface MessagesByName {
  campaignId: number
  /** All where it is null. */
  state: TrackingFilter | null
  /** The open question that has the name of a respondent whose contact has none. */
  named: Question | null
  desc: boolean
  /** Half-open window of rows. */
  from: number
  to: number
}

/**
 * Ids of messages to respondents of a scope, by name, then the newest first; those without a name are last. By the figures'
 * store, which reads names alone: PostgreSQL reads every respondent of the campaign. Only as new as the store is; the caller
 * sees to that. Throws `unavailable` where the survey has no table, and the signal's reason when it is aborted.
 */
export async function messagesByName(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { campaignId, state, named, desc, from, to }: MessagesByName,
): Promise<number[]> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = await columnSource(deps, model)
  const scoped = scope.conditions.length === 0 ? null : demandToSql(applyConditions(scope.conditions, source))
  const mine = portableSql`
    select ${ident(messageIdColumn)} as message_id, response_id from ${ident(recipientTable(model.id))}
     where ${and([
       portableSql`campaign_id = ${integer(campaignId)}`,
       ...(state === null ? [] : [states[state]]),
       ...(scoped
         ? [portableSql`response_id in (select id from ${ident(responseTable(model.id))} where ${scoped})`]
         : []),
     ])}`
  const names = namesOf(model.id, named)
  const direction = desc ? portableSql`desc` : portableSql`asc`
  const { caller = systemCaller, signal } = deps.work ?? {}
  const query = (statement: Fragment) => deps.analytics.store.query(statement, { caller, ...(signal && { signal }) })
  // The name of the page's last respondent first: then few names are left to be joined.
  const until = await query(portableSql`
    select sort_text from (${names}) as names where text_of in (select response_id from (${mine}) as mine)
     order by sort_text ${direction} limit 1 offset ${integer(to - 1)}`)
  const last = until.columns[0]?.[0]
  const joined =
    typeof last === 'string'
      ? portableSql`join (select * from (${names}) as every where sort_text ${desc ? portableSql`>=` : portableSql`<=`} ${last}) as names`
      : portableSql`left join (${names}) as names`
  const { columns } = await query(portableSql`
    select message_id from (${mine}) as mine ${joined} on text_of = response_id
     order by sort_text ${direction} nulls last, message_id desc limit ${integer(to - from)} offset ${integer(from)}`)
  return (columns[0] ?? []).map(Number)
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
