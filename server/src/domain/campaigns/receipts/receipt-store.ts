import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** What an operator has reported of a part. */
export interface NamedReceipt {
  name: string
  outcome: 'delivered' | 'failed'
  isHard: boolean
  said: string
  at: Date
}

/** A report of a part whose message is known. */
export interface MatchedReceipt extends NamedReceipt {
  id: number
  recipientId: number
  universeId: number
  /** The way that the message went. */
  way: MessageWay
}

/** A message that has reached its phone. */
export interface ArrivedMessage {
  recipientId: number
  surveyId: number
}

/** Keeps reports until their message is known. */
export async function insertReceiptRows({ db }: Tx, receipts: readonly NamedReceipt[]): Promise<void> {
  await db
    .insertInto('sms_receipt')
    .values(receipts.map(({ isHard, ...receipt }) => ({ ...receipt, is_hard: isHard })))
    .execute()
}

/** Keeps what an operator calls the parts of messages; a name that it uses anew is that of the newer message. */
export async function insertPartRows(
  { db }: Tx,
  parts: readonly { name: string; recipientId: number }[],
  now: Date,
): Promise<void> {
  const named = new Map(parts.map((part) => [part.name, part.recipientId]))
  if (named.size === 0) return
  await sql`
    insert into sms_part (name, recipient_id, sent_at)
    select g.name, g.recipient, ${now}::timestamptz
      from unnest(${[...named.keys()]}::text[], ${[...named.values()]}::bigint[]) as g (name, recipient) order by g.name
    on conflict (name) do update
       set recipient_id = excluded.recipient_id, has_arrived = false, sent_at = excluded.sent_at`.execute(db)
}

/** Reports whose message is known and no longer being sent, the oldest first. */
export async function matchedReceipts(db: Kysely<Database>, most: number): Promise<MatchedReceipt[]> {
  const { rows } = await sql<MatchedReceipt>`
    select x.id, x.name, x.outcome, x.is_hard as "isHard", x.said, x.at, p.recipient_id as "recipientId",
           s.universe_id as "universeId", coalesce(r.channel, c.sending_type) as way
      from sms_receipt x join sms_part p on p.name = x.name join recipient r on r.id = p.recipient_id
      join campaign c on c.id = r.campaign_id join survey s on s.id = c.survey_id
     where r.state <> 'SENDING' order by x.id limit ${most}`.execute(db)
  return rows
}

/** Removes reports. */
export async function removeReceiptRows({ db }: Tx, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('sms_receipt')
    .where('id', 'in', [...ids])
    .execute()
}

/** Removes reports older than a moment, which are of no message of ours, and the names of parts that nobody reports any more. */
export async function removeOldRows({ db }: Tx, receiptsBefore: Date, partsBefore: Date): Promise<void> {
  await db.deleteFrom('sms_receipt').where('at', '<', receiptsBefore).execute()
  await sql`
    delete from sms_part where name in (
      select name from sms_part where sent_at < ${partsBefore}::timestamptz limit 10000)`.execute(db)
}

/** How many reports wait for their message. */
export async function countReceipts(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('sms_receipt')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Notes that parts have reached their phone; returns the messages of which all parts have now. */
export async function setArrived({ db }: Tx, names: readonly string[]): Promise<ArrivedMessage[]> {
  if (names.length === 0) return []
  const { rows } = await sql<ArrivedMessage>`
    with parts as (
      update sms_part set has_arrived = true where name = any(${[...names]}::text[]) returning name, recipient_id
    ), whole as (
      select distinct p.recipient_id as id from parts p
       where not exists (select from sms_part o where o.recipient_id = p.recipient_id and not o.has_arrived
                            and o.name not in (select name from parts))
       order by 1
    )
    update recipient r set arrived = true from whole w, campaign c
     where r.id = w.id and c.id = r.campaign_id and r.state = 'SENT' and r.bounce is null and not r.arrived
    returning r.id as "recipientId", c.survey_id as "surveyId"`.execute(db)
  return rows
}

/** Keeps when messages reached their phones. */
export async function insertArrivalRows({ db }: Tx, recipientIds: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into recipient_event (recipient_id, kind, at)
    select id, 'delivered', ${at}::timestamptz from unnest(${[...recipientIds]}::bigint[]) as g (id)`.execute(db)
}
