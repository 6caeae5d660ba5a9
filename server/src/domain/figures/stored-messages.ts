import type { campaignCounts, trackingFilters } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { and, ident, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import type { ColumnSource } from './rows/column-source.ts'
import { demandToSql } from './rows/row-demand.ts'
import type { Table } from './store/analytics-store.ts'
import { hasArrived } from './store/arrived.ts'
import { messageIdColumn, recipientTable, responseTable, textTable } from './store/tables.ts'
import { contactTexts } from './store/text-columns.ts'
import { searchText } from './stored-search.ts'

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

/** How many messages of a campaign are in a state, and what became of those that arrived. */
export type StoredMessageCounts = { campaignId: number } & { [Name in keyof z.infer<typeof campaignCounts>]: number }

const counted: Readonly<Record<Exclude<keyof StoredMessageCounts, 'campaignId' | 'total'>, Fragment>> = {
  pending: states.PENDING,
  sent: states.SENT,
  failed: states.FAILED,
  unknown: states.UNKNOWN,
  delivered: hasArrived,
  bounced: states.BOUNCED,
  opened: states.OPENED,
  clicked: states.CLICKED,
  answered: states.ANSWERED,
  unsubscribed: states.UNSUBSCRIBED,
  complained: portableSql`complained = 1 and ${hasArrived}`,
}

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

/** A page of the messages that a text finds. */
export interface SearchedMessagePage extends StoredMessagePage {
  /** Part of a respondent's name. */
  text: string
  /** The variables and fields of the contact that hold names. */
  textIn: readonly string[]
  /** Messages that are found whatever their respondents are called. */
  alsoIds: readonly number[]
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
  const mine = messagesOf(await scopedSource(deps, model, scope), scope, { campaignId, state })
  const statement = portableSql`
    select message_id from (${mine}) as mine ${namesOf(model.id, by)}
     order by ${orderBy(by, desc)} limit ${integer(to - from)} offset ${integer(from)}`
  const [ids = []] = await columnsOf(deps, statement)
  return ids.map(Number)
}

/**
 * Ids as of `storedMessages`, of those that a text finds, and how many it finds in all. Throws as `storedMessages` does.
 */
export async function searchStoredMessages(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { text, textIn, alsoIds, campaignId, state, by, desc, from, to }: SearchedMessagePage,
): Promise<{ ids: number[]; total: number }> {
  const source = await scopedSource(deps, model, scope)
  const { written, chosen } = searchText(source, text, textIn)
  const responses = ident(responseTable(model.id))
  const named = [
    ...(written ? [portableSql`response_id in (${written})`] : []),
    ...(chosen.length > 0 ? [portableSql`response_id in (select id from ${responses} where ${or(chosen)})`] : []),
    ...(alsoIds.length > 0 ? [portableSql`${ident(messageIdColumn)} in (${join(alsoIds.map(integer))})`] : []),
  ]
  const [ids = [], totals = []] = await columnsOf(
    deps,
    portableSql`
    with found as materialized (${messagesOf(source, scope, { campaignId, state }, named)})
    select message_id, (select count(*) from found) from found ${namesOf(model.id, by)}
     order by ${orderBy(by, desc)} limit ${integer(to - from)} offset ${integer(from)}`,
  )
  if (totals.length > 0 || from === 0) return { ids: ids.map(Number), total: Number(totals[0] ?? 0) }
  // Only a page after the last one has no messages where there are some.
  const first = { text, textIn, alsoIds, campaignId, state, by: 'id', desc, from: 0, to: 1 } as const
  return { ids: [], total: (await searchStoredMessages(deps, model, scope, first)).total }
}

/**
 * Counts the messages of campaigns to respondents of a scope; campaigns without any are left out. Only as new as the store is,
 * and kept until it changes: every page of a list asks for them. Throws as `storedMessages` does.
 */
export async function countStoredMessages(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  campaignIds: readonly number[],
): Promise<StoredMessageCounts[]> {
  if (campaignIds.length === 0) return []
  const { results, feed } = deps.analytics
  const source = await scopedSource(deps, model, scope)
  const key = ['messages', scope.key, feed.dataVersion(model.id), source.survey.version, campaignIds]
  return results.get(
    JSON.stringify(key),
    (signal) => countInStore(deps, source, { scope, campaignIds, signal }),
    ({ length }) => length,
    deps.work?.signal,
  )
}

async function countInStore(
  deps: AggregateDeps,
  source: ColumnSource,
  { scope, campaignIds, signal }: { scope: CaseScope; campaignIds: readonly number[]; signal: AbortSignal },
): Promise<StoredMessageCounts[]> {
  const { id: surveyId } = source.survey
  const ofCampaigns = portableSql`campaign_id in (${join(campaignIds.map(integer))})`
  const sums = Object.values(counted).map((which) => portableSql`sum(case when ${which} then 1 else 0 end)`)
  const [ids = [], totals = [], ...sumsOf] = await columnsOf(
    deps,
    portableSql`
    select campaign_id, count(*), ${join(sums)} from ${ident(recipientTable(surveyId))}
     where ${and([ofCampaigns, ...inScope(source, scope)])} group by campaign_id`,
    signal,
  )
  return ids.map((id, row) => {
    const number = (at: number): number => Number(sumsOf[at]?.[row] ?? 0)
    const names = Object.keys(counted) as (keyof typeof counted)[]
    const numbers = Object.fromEntries(names.map((name, at) => [name, number(at)])) as Record<
      keyof typeof counted,
      number
    >
    return { campaignId: Number(id), total: Number(totals[row]), ...numbers }
  })
}

/** The demand that a message goes to a respondent of a scope; none where all do. */
function inScope(source: ColumnSource, { conditions }: CaseScope): Fragment[] {
  if (conditions.length === 0) return []
  const scoped = demandToSql(applyConditions(conditions, source))
  return [portableSql`response_id in (select id from ${ident(responseTable(source.survey.id))} where ${scoped})`]
}

async function scopedSource(deps: AggregateDeps, model: SurveyModel, scope: CaseScope): Promise<ColumnSource> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  return columnSource(deps, model)
}

/** The messages of a campaign to respondents of a scope, and of them those that one of `either` is true of, if any is given. */
function messagesOf(
  source: ColumnSource,
  scope: CaseScope,
  { campaignId, state }: Pick<StoredMessagePage, 'campaignId' | 'state'>,
  either: readonly Fragment[] = [],
): Fragment {
  const { id } = source.survey
  const where = and([
    portableSql`campaign_id = ${integer(campaignId)}`,
    ...(state === null ? [] : [states[state]]),
    ...inScope(source, scope),
    ...(either.length > 0 ? [or(either)] : []),
  ])
  return portableSql`
    select ${ident(messageIdColumn)} as message_id, response_id, state from ${ident(recipientTable(id))} where ${where}`
}

/** The order of messages with their `state`, and with what `namesOf` joins. */
function orderBy(by: StoredMessageOrder, desc: boolean): Fragment {
  const [direction, opposite] = desc ? [descending, ascending] : [ascending, descending]
  if (by === 'id') return portableSql`message_id ${direction}`
  if (by === 'status') return portableSql`state ${direction}, message_id ${opposite}`
  const name = by.named === null ? portableSql`contact_name` : portableSql`coalesce(contact_name, answered_name)`
  return portableSql`${name} ${direction} nulls last, message_id desc`
}

const none: Fragment = { parts: [''], params: [] }
const ascending = portableSql`asc`
const descending = portableSql`desc`

async function columnsOf(
  { analytics, work }: AggregateDeps,
  statement: Fragment,
  signal = work?.signal,
): Promise<Table['columns']> {
  const { caller = systemCaller } = work ?? {}
  return (await analytics.store.query(statement, { caller, ...(signal && { signal }) })).columns
}

/** Joins the names of respondents in lower case, for an order by them: of their contacts, and answers to a question. */
function namesOf(surveyId: number, by: StoredMessageOrder): Fragment {
  if (typeof by === 'string') return none
  const textsOf = (question: number, of: string, name: string): Fragment => portableSql`
    left join (
      select response_id as ${ident(of)}, lowered as ${ident(name)} from ${ident(textTable(surveyId))}
       where question_id = ${integer(question)}) as ${ident(`${name}s`)} on ${ident(of)} = response_id`
  const contacts = textsOf(contactTexts.name, 'contact_of', 'contact_name')
  return by.named === null ? contacts : portableSql`${contacts} ${textsOf(by.named.id, 'answer_of', 'answered_name')}`
}
