import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { campaignOf, campaignRows } from '#server/domain/campaigns/campaign.ts'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import { byWay } from '#server/domain/campaigns/ways.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { CallState } from './call-state.ts'

type Db = Kysely<Database>

/** A message that is a call, with its campaign. */
export interface CalledMessage {
  id: number
  responseId: number
  kind: string
  reminder: number | null
  templateId: number | null
  /** As it is sent by calls. */
  campaign: Campaign
}

/** A call of a universe; null where its message is gone or has gone on by another way, or its respondent was forgotten. */
export async function findCalled(db: Db, universeId: number, recipientId: number): Promise<CalledMessage | null> {
  const row = await campaignRows(db)
    .innerJoin('recipient as r', 'r.campaign_id', 'c.id')
    .select([
      'r.id as messageId',
      'r.response_id as responseId',
      'r.kind',
      'r.reminder',
      'r.template_id as ownTemplate',
      'r.channel',
    ])
    .where('r.id', '=', recipientId)
    .where('s.universe_id', '=', universeId)
    .where('r.address', '<>', '')
    .where((where) => where(where.fn.coalesce('r.channel', 'c.sending_type'), '=', 'PHONE'))
    .executeTakeFirst()
  if (!row) return null
  const { messageId: id, responseId, kind, reminder, ownTemplate: templateId, channel } = row
  return { id, responseId, kind, reminder, templateId, campaign: byWay(campaignOf(row), channel) }
}

/**
 * Whether the provider's call of a name is the call of a message: its name was stored when it was ordered, or is stored now where the
 * provider was faster. A message has no other call, and a call no other message.
 */
export async function isCallOf({ db, clock }: WriteTx, name: string, recipientId: number): Promise<boolean> {
  const { rows } = await sql<{ name: string; recipientId: number }>`
    with made as (
      insert into sms_part (name, recipient_id, sent_at)
      select ${name}::text, ${recipientId}::bigint, ${clock.now()}::timestamptz
       where not exists (select from sms_part where recipient_id = ${recipientId}::bigint)
      on conflict (name) do nothing
      returning name, recipient_id
    )
    select name, recipient_id as "recipientId" from made
    union all
    select name, recipient_id from sms_part where name = ${name}::text`.execute(db)
  return rows.some((row) => row.recipientId === recipientId)
}

/** The state of a call, held until the write ends; null before its first one, `ended` after the last. */
export async function lockCallState({ db }: WriteTx, recipientId: number): Promise<CallState | 'ended' | null> {
  await db
    .insertInto('phone_call')
    .values({ recipient_id: recipientId })
    .onConflict((conflict) => conflict.column('recipient_id').doNothing())
    .execute()
  const row = await db
    .selectFrom('phone_call')
    .select(['content', 'has_ended as hasEnded'])
    .where('recipient_id', '=', recipientId)
    .forUpdate()
    .executeTakeFirst()
  return row?.hasEnded ? 'ended' : (row?.content ?? null)
}

/** The state of a call that is under way; null where none is. */
export async function readCallState(db: Db, recipientId: number): Promise<CallState | null> {
  const row = await db
    .selectFrom('phone_call')
    .select('content')
    .where('recipient_id', '=', recipientId)
    .where('has_ended', '=', false)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Stores the state of a call; null once it has ended. */
export async function saveCallState({ db }: WriteTx, recipientId: number, state: CallState | null): Promise<void> {
  await db
    .updateTable('phone_call')
    .set({ content: state && JSON.stringify(state), has_ended: state === null })
    .where('recipient_id', '=', recipientId)
    .execute()
}
