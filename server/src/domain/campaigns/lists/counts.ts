import type { campaignCounts } from '@gensvar/contract/entities/campaigns'
import type pg from 'pg'
import type { z } from 'zod'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import { whileUpToDate } from '#server/domain/cases/while-up-to-date.ts'
import { countStoredMessages } from '#server/domain/figures/stored-messages.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { countStep } from '#server/domain/figures/publishing/figure-law.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import { cameBack, isThere } from './outcomes.ts'
import { seenMessages, seesEverybody } from './seen.ts'
import type { SeenMessages } from './seen.ts'
import { fewMessages } from './tracking-query.ts'

/** What became of the messages of a campaign, as it is told. */
export type CampaignCounts = z.infer<typeof campaignCounts>

/** The same before anything is withheld. */
export type PlainCounts = { [Name in keyof CampaignCounts]: number }

type Access = Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>
type CountedRow = { campaignId: number } & PlainCounts

/** The numbers of a campaign without messages. */
export const noMessages: PlainCounts = {
  ...{ total: 0, pending: 0, sent: 0, failed: 0, unknown: 0, delivered: 0, bounced: 0 },
  ...{ opened: 0, clicked: 0, answered: 0, unsubscribed: 0, complained: 0 },
}

/** The columns of `campaign_count` as numbers of a campaign. */
export const keptCounts = portableSql`total, pending + sending as pending, sent, failed, unknown,
             sent - bounced as delivered, bounced, opened, clicked, answered, unsubscribed, complained`

/**
 * What became of the messages that the caller may see, by campaign; campaigns without any are left out. Whoever sees the
 * whole survey gets the numbers that are kept, anybody else has theirs counted.
 */
export async function countMessages(
  deps: ManyCasesDeps,
  access: Access,
  campaignIds: readonly number[],
): Promise<Map<number, CampaignCounts>> {
  const seen = await seenMessages(deps, access)
  const counts = await readCounts(deps, access, seen, campaignIds)
  return new Map([...counts].map(([id, one]) => [id, toldCounts(access, one)]))
}

/** How many messages of a campaign the caller's list of them has, in all and of each state. Up to `few` are counted by PostgreSQL. */
export async function listedCounts(
  deps: ManyCasesDeps,
  access: Access,
  seen: SeenMessages,
  campaignId: number,
  few = fewMessages,
): Promise<PlainCounts> {
  return (await readCounts(deps, access, seen, [campaignId], few)).get(campaignId) ?? noMessages
}

/** How many messages a campaign has, in all and of each state, whoever may see them: nobody is told. */
export async function allCounts(deps: ManyCasesDeps, campaignId: number): Promise<PlainCounts> {
  return (await readKept(deps, [campaignId])).get(campaignId) ?? noMessages
}

/** The kept numbers where all messages are told of; those of an anonymous survey count reminders, which are not. */
function readCounts(
  deps: ManyCasesDeps,
  access: Access,
  seen: SeenMessages,
  campaignIds: readonly number[],
  few = fewMessages,
): Promise<Map<number, PlainCounts>> {
  return hasKeptCounts(access) ? readKept(deps, campaignIds) : countSeen(deps, access, seen, campaignIds, few)
}

/** Whether the numbers that are kept of campaigns are those that the caller is told. */
export function hasKeptCounts({ model, caseScope }: Access): boolean {
  return caseScope.conditions.length === 0 && model.anonymity === null
}

/**
 * The numbers as the caller is told them: in an anonymous survey how many opened, clicked and answered to the nearest five, as
 * numbers of answers are, and only of all the messages of a campaign that wrote to enough people.
 */
export function toldCounts(access: Access, counts: PlainCounts): CampaignCounts {
  const { anonymity } = access.model
  if (anonymity === null) return counts
  const isTold = seesEverybody(access) && counts.sent >= anonymity.minimum[0]
  const shown = (count: number): number | null => (isTold ? Math.round(count / countStep) * countStep : null)
  return { ...counts, opened: shown(counts.opened), clicked: shown(counts.clicked), answered: shown(counts.answered) }
}

/** What so many of those that arrived are in percent; null before anything was sent, and where the number is withheld. */
export function rateOf(count: number | null, { delivered }: Pick<CampaignCounts, 'delivered'>): number | null {
  return count === null || delivered === 0 ? null : (100 * count) / delivered
}

async function readKept(deps: ManyCasesDeps, campaignIds: readonly number[]): Promise<Map<number, PlainCounts>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await limitedQuery<CountedRow>(
    deps.pool,
    portableSql`select campaign_id as "campaignId", ${keptCounts} from campaign_count
                 where campaign_id = any(${campaignIds}::int[]) and total > 0`,
    deps.work,
  )
  return byCampaign(rows)
}

interface Known {
  counts: PlainCounts
  until: number
}

/** Counts that took long, by campaign and scope. */
const known = new WeakMap<pg.Pool, Map<string, Known>>()
/** Counts hold for so many times as long as they took, and at most for so many ms. */
const holdFor = { times: 10, atMost: 60_000 }
/** Counts that took less are not kept, in ms. */
const quick = 100
/** Most counts that are kept. */
const maxKnown = 10_000

/**
 * Counts messages one by one. Where the figures' store lacks changes, millions take seconds, which pages of them would all
 * take, so such counts hold for a moment.
 */
async function countSeen(
  deps: ManyCasesDeps,
  access: Access,
  seen: SeenMessages,
  campaignIds: readonly number[],
  few: number,
): Promise<Map<number, PlainCounts>> {
  const stored = await countByStore(deps, access, campaignIds, few)
  if (stored) return stored
  const held = known.get(deps.pool) ?? new Map<string, Known>()
  known.set(deps.pool, held)
  const keyOf = (id: number): string => `${id}/${seen.isAnonymous}/${access.caseScope.key}`
  const found = new Map<number, PlainCounts>()
  const began = Date.now()
  const missing = campaignIds.filter((id) => {
    const one = held.get(keyOf(id))
    if (!one || one.until < began) return true
    found.set(id, one.counts)
    return false
  })
  if (missing.length === 0) return found
  const counted = byCampaign(await inTurn(deps, () => countRows(deps, seen, missing)))
  const took = Date.now() - began
  if (held.size + missing.length > maxKnown) held.clear()
  for (const id of missing) {
    const counts = counted.get(id) ?? noMessages
    if (counts.total > 0) found.set(id, counts)
    if (took >= quick)
      held.set(keyOf(id), { counts, until: Date.now() + Math.min(holdFor.times * took, holdFor.atMost) })
  }
  return found
}

/**
 * Counts by the figures' store, which reads single columns. Null where it lacks changes, of anonymous surveys, whose reminders
 * it does not tell apart, and of few messages, which PostgreSQL counts as quickly.
 */
async function countByStore(
  deps: ManyCasesDeps,
  { model, caseScope }: Access,
  campaignIds: readonly number[],
  few: number,
): Promise<Map<number, PlainCounts> | null> {
  if (model.anonymity !== null) return null
  const kept = await readKept(deps, campaignIds)
  const most = [...kept.values()].reduce((sum, { total }) => sum + total, 0)
  if (most <= few) return null
  const counts = await whileUpToDate(deps, model.id, () => countStoredMessages(deps, model, caseScope, campaignIds))
  return counts && byCampaign(counts)
}

function byCampaign(rows: readonly CountedRow[]): Map<number, PlainCounts> {
  return new Map(rows.map(({ campaignId, ...counts }) => [campaignId, counts]))
}

function countRows(
  deps: ManyCasesDeps,
  { where }: SeenMessages,
  campaignIds: readonly number[],
): Promise<CountedRow[]> {
  return limitedQuery<CountedRow>(
    deps.pool,
    portableSql`
      select m.campaign_id as "campaignId", count(*)::int as total,
             count(*) filter (where m.state in ('PENDING', 'SENDING'))::int as pending,
             count(*) filter (where m.state = 'SENT')::int as sent,
             count(*) filter (where m.state = 'FAILED')::int as failed,
             count(*) filter (where m.state = 'UNKNOWN')::int as unknown,
             count(*) filter (where ${isThere})::int as delivered,
             count(*) filter (where ${cameBack})::int as bounced,
             count(*) filter (where ${isThere} and m.open_count > 0)::int as opened,
             count(*) filter (where ${isThere} and m.click_count > 0)::int as clicked,
             count(*) filter (where ${isThere} and m.answered)::int as answered,
             count(*) filter (where ${isThere} and m.unsubscribed)::int as unsubscribed,
             count(*) filter (where ${isThere} and m.complained)::int as complained
        from recipient m where m.campaign_id = any(${campaignIds}::int[]) and ${where} group by m.campaign_id`,
    deps.work,
  )
}
