import type { trackingResponse, trackingRow } from '@gensvar/contract/entities/campaigns'
import type { Locale } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import type { z } from 'zod'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import { messagesByName } from '#server/domain/figures/stored-messages.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { listedCounts } from './counts.ts'
import type { PlainCounts } from './counts.ts'
import { messageOf, readMessages } from './messages.ts'
import type { MessageFacts } from './messages.ts'
import { seenMessages } from './seen.ts'
import type { SeenMessages } from './seen.ts'
import { nameColumn, trackingColumns } from './tracking-columns.ts'
import { fewMessages, orderOf, stateConditions, whereMessages, whereText } from './tracking-query.ts'
import type { TrackingFilter, TrackingOrder } from './tracking-query.ts'

/** The campaign whose messages are listed. */
export interface ListedCampaign {
  id: number
  sendingType: SendingType
}

/** A page of messages that is asked for. */
export interface AskedTrackings {
  /** Half-open window of rows. */
  from: number
  to: number
  sortBy: string
  sortDesc: boolean
  text: string
  state?: TrackingFilter | undefined
  /** Columns of the list as configured; the usual ones where empty. */
  columns: readonly Column[]
}

/** Most rows of a page. */
const maxPageRows = 1000

/**
 * A page of the messages of a campaign that the caller may see. Throws `validation` for a state or an order that is not
 * told.
 */
export async function listTrackingRows(
  deps: ManyCasesDeps & { locale: Locale },
  access: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
  campaign: ListedCampaign,
  asked: AskedTrackings,
): Promise<z.input<typeof trackingResponse>> {
  const { model } = access
  const seen = await seenMessages(deps, access)
  // Of an anonymous survey nothing but who was written to.
  const configured = seen.isAnonymous ? [] : asked.columns
  const columns = trackingColumns(model, campaign.sendingType, configured, deps.locale)
  const order = orderOf(seen, columns, asked.sortBy, asked.sortDesc)
  const states = stateConditions(seen, asked.state ?? null)
  const counts = await listedCounts(deps, access, seen, campaign.id)
  const text = await whereText(deps, access, counts.total, asked.text.trim())
  const where = whereMessages(campaign.id, seen, text)
  return inTurn(deps, async () => {
    const known = text === null ? counts[asked.state === undefined ? 'total' : numberOf[asked.state]] : null
    const [ids, total] = await Promise.all([
      (text === null && counts.total > fewMessages && (await idsByName(deps, access, campaign.id, asked))) ||
        pageIds(deps, { where, states, order }, asked),
      known ?? countRows(deps, and([where, or(states)])),
    ])
    const rows = await readMessages(deps, ids)
    return {
      headers: columns.map(({ name, value }) => ({ name, value })),
      rows: rows.map((facts) => rowOf(facts, { seen, columns, locale: deps.locale })),
      totalRows: total,
    }
  })
}

/** A message as the list shows it. */
function rowOf(
  facts: MessageFacts,
  { seen, columns, locale }: { seen: SeenMessages; columns: ReturnType<typeof trackingColumns>; locale: Locale },
): z.input<typeof trackingRow> {
  const { row, ...message } = messageOf(facts, seen, locale)
  const columnValues = columns.map((column) => [column.value, column.textOf({ address: facts.address, row })] as const)
  return { ...message, recording: false, columnValues: Object.fromEntries(columnValues) }
}

/** A page by name from the figures' store; null for any other order, and where the store does not know all of it. */
async function idsByName(
  deps: ManyCasesDeps,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  campaignId: number,
  { sortBy, sortDesc, state, from, to }: AskedTrackings,
): Promise<number[] | null> {
  const named = model.questions.get(model.config.respondent.name ?? '') ?? null
  const isByName = sortBy === nameColumn && !model.questions.has(nameColumn) && (named?.type ?? 'text') === 'text'
  if (!isByName || model.anonymity || to <= from || !(await deps.analytics.feed.isUpToDate(model.id))) return null
  const page = { campaignId, state: state ?? null, named, desc: sortDesc, from, to: Math.min(to, from + maxPageRows) }
  try {
    return await messagesByName(deps, model, caseScope, page)
  } catch (error) {
    // The survey is being changed.
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

interface Wanted {
  where: Fragment
  states: readonly Fragment[]
  order: TrackingOrder
}

async function pageIds(
  deps: ManyCasesDeps,
  { where, states, order }: Wanted,
  { from, to }: Pick<AskedTrackings, 'from' | 'to'>,
): Promise<number[]> {
  const end = Math.min(to, from + maxPageRows)
  if (end <= from) return []
  const joined = order.needsResponse ? portableSql`join response r on r.id = m.response_id` : portableSql``
  // Each state is read in its order and only as far as the page goes; together they would be sorted as a whole.
  const parts = states.map(
    (state) => portableSql`(
      select m.id, ${order.key} as sort_key from recipient m ${joined} where ${and([where, state])}
       order by ${order.by(portableSql`sort_key`)} limit ${integer(end)})`,
  )
  const rows = await limitedQuery<{ id: number }>(
    deps.pool,
    portableSql`select id from (${join(parts, ' union all ')}) as m
     order by ${order.by(portableSql`sort_key`)} limit ${integer(end - from)} offset ${integer(from)}`,
    deps.work,
  )
  return rows.map(({ id }) => id)
}

async function countRows(deps: ManyCasesDeps, where: Fragment): Promise<number> {
  const statement = portableSql`select count(*)::int as n from recipient m where ${where}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}

/** The number of a campaign that tells how many messages are in a state. */
const numberOf: Readonly<Record<TrackingFilter, keyof PlainCounts>> = {
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
