import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import { whileUpToDate } from '#server/domain/cases/while-up-to-date.ts'
import { searchStoredMessages, storedMessages } from '#server/domain/figures/stored-messages.ts'
import type { StoredMessageOrder } from '#server/domain/figures/stored-messages.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { allCounts } from './counts.ts'
import type { PlainCounts } from './counts.ts'
import type { SeenMessages } from './seen.ts'
import { nameColumn } from './tracking-columns.ts'
import { addressBegins, fewMessages, isOfAddress, nameFields, whereMessages } from './tracking-query.ts'
import type { TrackingFilter, TrackingOrder } from './tracking-query.ts'

/** The messages of a campaign that a page is of, and their order. */
export interface WantedMessages {
  campaignId: number
  seen: SeenMessages
  /** How many of the campaign's messages the caller sees, in all and of each state. */
  counts: PlainCounts
  state: TrackingFilter | null
  /** Conditions on their state; each reads them in order. */
  states: readonly Fragment[]
  /** Part of the name or the beginning of the address of those wanted; empty for all. */
  text: string
  /** What the text asks of them; null without one. */
  whereText: Fragment | null
  order: TrackingOrder
  sortBy: string
  sortDesc: boolean
  /** Half-open window of rows. */
  from: number
  to: number
}

/** How pages are found. */
export interface PageLimits {
  /** Campaigns of up to so many messages are left to PostgreSQL. */
  few: number
  /**
   * Messages of each state that are looked at for those of somebody who sees only some respondents: each needs its respondent
   * to be looked up.
   */
  lookedAt: number
  /** Messages whose address begins with a text, of which the figures' store is told each; of more, PostgreSQL looks. */
  named: number
}

const usualLimits: PageLimits = { few: fewMessages, lookedAt: 10_000, named: 20_000 }

/** The number of a campaign that tells how many messages are in a state. */
export const numberOf: Readonly<Record<TrackingFilter, keyof PlainCounts>> = {
  PENDING: 'pending',
  SENT: 'sent',
  FAILED: 'failed',
  UNKNOWN: 'unknown',
  BOUNCED: 'bounced',
  OPENED: 'opened',
  CLICKED: 'clicked',
  ANSWERED: 'answered',
  UNSUBSCRIBED: 'unsubscribed',
}

/** Ids of a page of messages, and how many there are. */
export interface FoundMessages {
  ids: number[]
  total: number
}

/** A page of messages. Where it is quicker, the figures' store is asked for them, if it has every change. */
export async function findMessages(
  deps: ManyCasesDeps,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  asked: WantedMessages,
  limits: PageLimits = usualLimits,
): Promise<FoundMessages> {
  const wanted = { ...asked, to: Math.max(asked.from, asked.to) }
  const { counts, state, text } = wanted
  if (text === '') {
    const total = counts[state === null ? 'total' : numberOf[state]]
    return { ids: await pageOfAll(deps, access, wanted, limits), total }
  }
  const found = await searchedByStore(deps, access, wanted, limits)
  if (found) return found
  const [ids, total] = await Promise.all([idsByDatabase(deps, wanted, null), countByDatabase(deps, wanted)])
  return { ids, total }
}

async function pageOfAll(
  deps: ManyCasesDeps,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  wanted: WantedMessages,
  { few, lookedAt }: PageLimits,
): Promise<number[]> {
  if (wanted.to === wanted.from) return []
  const { seen, sortBy, sortDesc } = wanted
  // Indexes have the messages to everybody in these orders.
  const isIndexed = sortBy === 'id' ? seen.isWhole || !sortDesc : sortBy === 'status' && seen.isWhole
  const stored = isIndexed ? null : storedOrder(access, wanted)
  if (stored === null) return idsByDatabase(deps, wanted, null)
  const all = seen.isWhole ? wanted.counts : await allCounts(deps, wanted.campaignId)
  if (all.total <= few) return idsByDatabase(deps, wanted, null)
  return (
    (stored === 'id' && (await amongNewest(deps, wanted, all, lookedAt))) ||
    (await idsByStore(deps, access, wanted, stored)) ||
    idsByDatabase(deps, wanted, null)
  )
}

/** The order that the figures' store has; null where it does not know all of it. */
function storedOrder(
  { model }: Pick<SurveyAccess, 'model'>,
  { sortBy }: Pick<WantedMessages, 'sortBy'>,
): StoredMessageOrder | null {
  if (model.anonymity) return null
  if (sortBy === 'id' || sortBy === 'status') return sortBy
  const named = model.questions.get(model.config.respondent.name ?? '') ?? null
  const isByName = sortBy === nameColumn && !model.questions.has(nameColumn) && (named?.type ?? 'text') === 'text'
  return isByName ? { named } : null
}

function idsByStore(
  deps: ManyCasesDeps,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  { campaignId, state, sortDesc, from, to }: WantedMessages,
  by: StoredMessageOrder,
): Promise<number[] | null> {
  return whileUpToDate(deps, model.id, () =>
    storedMessages(deps, model, caseScope, { campaignId, state, by, desc: sortDesc, from, to }),
  )
}

/** What a text finds; the store reads the names of all at once. Null where the store cannot, or few are to be searched. */
async function searchedByStore(
  deps: ManyCasesDeps,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  wanted: WantedMessages,
  { few, named }: PageLimits,
): Promise<FoundMessages | null> {
  const { model, caseScope } = access
  const { campaignId, counts, state, text, sortDesc, from, to } = wanted
  const by = storedOrder(access, wanted)
  // Addresses have an index.
  if (by === null || counts.total <= few || isOfAddress(text)) return null
  const alsoIds = await beginning(deps, campaignId, text, named)
  if (alsoIds === null) return null
  const page = { campaignId, state, by, desc: sortDesc, from, to }
  return whileUpToDate(deps, model.id, () =>
    searchStoredMessages(deps, model, caseScope, { ...page, text, textIn: nameFields(model), alsoIds }),
  )
}

/** Messages of a campaign whose address begins with a text; null where they are too many to be named one by one. */
async function beginning(
  deps: ManyCasesDeps,
  campaignId: number,
  text: string,
  most: number,
): Promise<number[] | null> {
  const rows = await limitedQuery<{ id: number }>(
    deps.pool,
    portableSql`select m.id from recipient m where m.campaign_id = ${campaignId}::int and ${addressBegins(text)}
                 limit ${integer(most + 1)}`,
    deps.work,
  )
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/**
 * The page by PostgreSQL where the caller's messages are so many of all that few of the newest need to be looked at; null
 * where they are not, or turn out to be further back.
 */
async function amongNewest(
  deps: ManyCasesDeps,
  wanted: WantedMessages,
  all: PlainCounts,
  lookedAt: number,
): Promise<number[] | null> {
  const { counts, state, from, to } = wanted
  const number = state === null ? 'total' : numberOf[state]
  if (all[number] <= lookedAt) return idsByDatabase(deps, wanted, null)
  if (to * all[number] > lookedAt * counts[number]) return null
  const ids = await idsByDatabase(deps, wanted, lookedAt)
  return ids.length === to - from ? ids : null
}

/** The page by PostgreSQL; `newest` looks at no messages but so many of each state, which must be sorted newest first. */
async function idsByDatabase(
  deps: ManyCasesDeps,
  { campaignId, seen, states, whereText, order, from, to }: WantedMessages,
  newest: number | null,
): Promise<number[]> {
  const where = whereMessages(campaignId, seen, whereText)
  const joined = order.needsResponse ? portableSql`join response r on r.id = m.response_id` : portableSql``
  const within = newest === null ? [] : [portableSql`m.id > ${lastOfNewest(campaignId, states, newest)}`]
  // Each state is read in its order and only as far as the page goes; together they would be sorted as a whole.
  const parts = states.map(
    (state) => portableSql`(
      select m.id, ${order.key} as sort_key from recipient m ${joined} where ${and([where, state, ...within])}
       order by ${order.by(portableSql`sort_key`)} limit ${integer(to)})`,
  )
  const rows = await limitedQuery<{ id: number }>(
    deps.pool,
    portableSql`select id from (${join(parts, ' union all ')}) as m
     order by ${order.by(portableSql`sort_key`)} limit ${integer(to - from)} offset ${integer(from)}`,
    deps.work,
  )
  return rows.map(({ id }) => id)
}

async function countByDatabase(
  deps: ManyCasesDeps,
  { campaignId, seen, states, whereText }: WantedMessages,
): Promise<number> {
  const where = and([whereMessages(campaignId, seen, whereText), or(states)])
  const statement = portableSql`select count(*)::int as n from recipient m where ${where}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}

/** The number of a message that not more than so many newer ones are there of, in any of the states; 0 without one. */
function lastOfNewest(campaignId: number, states: readonly Fragment[], newest: number): Fragment {
  const last = states.map(
    (state) => portableSql`(
      select m.id from recipient m where m.campaign_id = ${campaignId}::int and ${state}
       order by m.id desc limit 1 offset ${integer(newest)})`,
  )
  return portableSql`(select coalesce(max(id), 0) from (${join(last, ' union all ')}) as last)`
}
