import type { CampaignProgress } from '@gensvar/contract/campaign-progress'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { keptCounts } from '#server/domain/campaigns/lists/counts.ts'
import type { PlainCounts } from '#server/domain/campaigns/lists/counts.ts'
import type { SeenMessages } from '#server/domain/campaigns/lists/seen.ts'
import { whereMessages } from '#server/domain/campaigns/lists/tracking-query.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, portableSql } from '#server/platform/sql.ts'

/** Where a campaign is, as it is read. */
export interface StandRow extends PlainCounts {
  id: number
  state: CampaignProgress['state']
  /** The same as long as nothing changed. */
  mark: string
}

/** Where some campaigns are; those that are gone are left out. */
export function readStands({ pool }: Pick<CaseDeps, 'pool'>, ids: readonly number[]): Promise<StandRow[]> {
  return limitedQuery<StandRow>(
    pool,
    portableSql`
      select c.id, c.state, c.state || c.version || to_jsonb(n)::text as mark, ${keptCounts}
        from campaign c join campaign_count n on n.campaign_id = c.id where c.id = any(${ids}::int[])`,
    undefined,
  )
}

/** Those of some messages that are of a campaign and that somebody may see. */
export async function findMessageIds(
  deps: CaseDeps,
  campaignId: number,
  seen: SeenMessages,
  ids: readonly number[],
): Promise<number[]> {
  const where = and([whereMessages(campaignId, seen, null), portableSql`m.id = any(${ids}::bigint[])`])
  const rows = await limitedQuery<{ id: number }>(
    deps.pool,
    portableSql`select m.id from recipient m where ${where}`,
    deps.work,
  )
  return rows.map(({ id }) => id)
}

/** A message that is locked. */
export interface LockedMessage {
  id: number
  state: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN'
}

/** Locks messages of a campaign, in the order in which they are claimed to be sent. */
export function lockMessages({ db }: WriteTx, campaignId: number, ids: readonly number[]): Promise<LockedMessage[]> {
  return db
    .selectFrom('recipient')
    .select(['id', 'state'])
    .where('campaign_id', '=', campaignId)
    .where('id', 'in', ids.length === 0 ? [0] : [...ids])
    .orderBy('send_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Has messages that failed sent as if they had never been tried. Returns the responses that they are for. */
export async function queueFailed({ db }: WriteTx, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('recipient')
    .set((row) => ({
      channel: row.fn.coalesce(
        'channel',
        row.selectFrom('campaign as c').select('c.sending_type').whereRef('c.id', '=', 'recipient.campaign_id'),
      ),
      ...{ state: 'PENDING', reason: null, bounce: null, run_token: null, lease_until: null, attempts: 0 },
      ...{ send_at: now, updated_at: now },
    }))
    .where('id', 'in', [...ids])
    .returning('response_id as responseId')
    .execute()
  return rows.map(({ responseId }) => responseId)
}

/**
 * Makes another message for each of those that were sent, unless one waits for the same person already. Returns the responses
 * that they are for.
 */
export async function queueAgain({ db }: WriteTx, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ responseId: number }>`
    insert into recipient (campaign_id, response_id, wave, kind, address, address_hash, other_hash, language, send_at,
                           template_id, updated_at, channel)
    select distinct on (m.response_id) m.campaign_id, m.response_id, last.wave + 1, 'again', m.address, m.address_hash,
           m.other_hash, m.language, ${now}::timestamptz, m.template_id, ${now}::timestamptz, coalesce(m.channel, c.sending_type)
      from recipient m join campaign c on c.id = m.campaign_id
     cross join lateral (
       select max(o.wave) as wave, bool_or(o.state in ('PENDING', 'SENDING')) as waits
         from recipient o where o.campaign_id = m.campaign_id and o.response_id = m.response_id) last
     where m.id = any(${[...ids]}::bigint[]) and not last.waits
     order by m.response_id, m.wave desc
    returning response_id as "responseId"`.execute(db)
  return rows.map(({ responseId }) => responseId)
}

/**
 * Deletes messages, and notes whom the campaign leaves out from now on. Returns the responses that they were for.
 */
export async function removeMessages({ db }: WriteTx, campaignId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('recipient')
    .where('id', 'in', [...ids])
    .returning('response_id as responseId')
    .execute()
  const responses = rows.map(({ responseId }) => responseId)
  await sql`
    insert into campaign_exclusion (campaign_id, response_id, rule)
    select ${campaignId}::int, r.id, 'removed' from unnest(${responses}::bigint[]) as r (id)
     where not exists (select from recipient o where o.campaign_id = ${campaignId}::int and o.response_id = r.id)
     group by r.id
    on conflict (campaign_id, response_id) do update set rule = excluded.rule`.execute(db)
  return responses
}

/** The campaign of a message of a survey; undefined for none. */
export async function findCampaignOf(
  db: Kysely<Database>,
  surveyId: number,
  messageId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('recipient')
    .innerJoin('campaign', 'campaign.id', 'recipient.campaign_id')
    .select('campaign.id')
    .where('recipient.id', '=', messageId)
    .where('campaign.survey_id', '=', surveyId)
    .executeTakeFirst()
  return row?.id
}
