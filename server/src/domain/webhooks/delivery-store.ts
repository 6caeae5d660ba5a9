import type { webhookDeliveryStates } from '@gensvar/contract/webhooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = { db: Kysely<Database> }

/** When a message that somebody asked for is due: before all others, and whatever its webhook's state. */
export const atOnce = new Date(0)

/** A message that is being sent, with its webhook. */
export interface ClaimedDelivery {
  id: number
  webhookId: number
  webhookTitle: string
  url: string
  secret: Buffer
  formerSecret: Buffer | null
  formerUntil: Date | null
  message: string
  event: string
  surveyId: number | null
  responseId: number | null
  objectId: number | null
  details: Readonly<Record<string, unknown>>
  isAsked: boolean
  /** Which attempt this is, from 1. */
  attempts: number
  createdAt: Date
}

/** How messages are claimed. */
export interface Claim {
  now: Date
  token: string
  leaseUntil: Date
  /** Most messages to one webhook at a time. */
  each: number
}

/**
 * Claims what is due of each webhook: of one that takes its messages up to `each` at a time, of one that fails a single
 * one, when its pause is over. So no queue holds up another.
 */
export async function claimDeliveries({ db }: Db, { now, token, leaseUntil, each }: Claim): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with waiting as (
      select w.id,
             case when w.state = 'ACTIVE' and coalesce(w.retry_at <= ${now}::timestamptz, true)
                  then ${now}::timestamptz else ${atOnce}::timestamptz end as until,
             greatest(0, (case when w.failing_since is null then ${each}::int else 1 end) - (
               select count(*) from webhook_delivery s
                where s.webhook_id = w.id and s.state = 'SENDING' and s.lease_until > ${now}::timestamptz)) as free
        from webhook w
       where exists (select from webhook_delivery d
                      where d.webhook_id = w.id and d.state in ('WAITING', 'SENDING') and d.due_at <= ${now}::timestamptz)),
    picked as (
      select d.id from waiting q cross join lateral (
        select id from webhook_delivery
         where webhook_id = q.id and state in ('WAITING', 'SENDING') and due_at <= q.until
           and (state = 'WAITING' or lease_until <= ${now}::timestamptz)
         order by due_at, id limit q.free for update skip locked) d)
    update webhook_delivery d
       set state = 'SENDING', run_token = ${token}::uuid, lease_until = ${leaseUntil}::timestamptz,
           attempts = d.attempts + 1
      from picked p, webhook w
     where d.id = p.id and w.id = d.webhook_id
    returning d.id, d.webhook_id as "webhookId", w.title as "webhookTitle", w.url, w.secret,
              w.former_secret as "formerSecret", w.former_until as "formerUntil", d.message, d.event,
              d.survey_id as "surveyId", d.response_id as "responseId", d.object_id as "objectId", d.details,
              d.is_asked as "isAsked", d.attempts, d.created_at as "createdAt"`.execute(db)
  return rows
}

/** What became of a message. */
export interface Outcome {
  state: (typeof webhookDeliveryStates)[number]
  dueAt: Date
  status: number | null
  answer: string
  reason: StoredWords | null
  tookMs: number
  sentAt: Date
}

/** Stores what became of a message, while this run still holds it. */
export async function storeOutcome({ db }: Db, { id, token }: { id: number; token: string }, outcome: Outcome) {
  const { state, dueAt, status, answer, reason, tookMs, sentAt } = outcome
  await db
    .updateTable('webhook_delivery')
    .set({
      ...{ state, status, answer, run_token: null, lease_until: null, is_asked: false },
      ...{ due_at: dueAt, reason: reason && JSON.stringify(reason), took_ms: tookMs, sent_at: sentAt },
    })
    .where('id', '=', id)
    .where('run_token', '=', token)
    .execute()
}

/** Removes messages whose object is gone, or must not be told of any more. */
export async function removeDeliveries({ db }: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('webhook_delivery')
      .where('id', 'in', [...ids])
      .execute()
}

/** Notes that a message arrived: its webhook no longer fails. Written only where it says something new. */
export async function noteArrived({ db }: Db, webhookId: number, now: Date): Promise<void> {
  const recently = new Date(now.getTime() - 5000)
  await db
    .updateTable('webhook')
    .set({ failures: 0, failing_since: null, retry_at: null, delivered_at: now })
    .where('id', '=', webhookId)
    .where((where) =>
      where.or([
        where('failing_since', 'is not', null),
        where('delivered_at', 'is', null),
        where('delivered_at', '<', recently),
      ]),
    )
    .execute()
}

/** Longest pause of a webhook that fails, in seconds. */
const longestPause = 300

/**
 * Notes that a message did not arrive: the webhook is tried again after a pause that doubles with each failure, and not
 * before `notBefore`. Returns since when it fails. Of messages that were under way together the first one counts.
 */
export async function noteFailed(
  { db }: Db,
  webhookId: number,
  { now, notBefore }: { now: Date; notBefore: Date | null },
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    update webhook
       set failures = case when is_first then failures + 1 else failures end,
           failing_since = coalesce(failing_since, ${now}::timestamptz),
           retry_at = greatest(${notBefore}::timestamptz, case when is_first
             then ${now}::timestamptz + make_interval(secs => least(${longestPause}::int, case when failures = 0 then 0 else 2 ^ least(failures - 1, 20) end))
             else retry_at end)
      from (select id as found, coalesce(retry_at <= ${now}::timestamptz, true) as is_first
              from webhook where id = ${webhookId} for update) as pause
     where id = pause.found
    returning failing_since as since`.execute(db)
  return rows[0]?.since ?? null
}

/** When the next message is due that is not under way; null where none waits. */
export async function nextDelivery({ db }: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(d.due, w.retry_at)) as at
      from webhook w
     cross join lateral (
       select case when state = 'SENDING' then lease_until else due_at end as due from webhook_delivery
        where webhook_id = w.id and state in ('WAITING', 'SENDING') order by due_at, id limit 1) d
     where w.state = 'ACTIVE'`.execute(db)
  return rows[0]?.at ?? null
}

/** Active webhooks for which more than `most` messages wait. */
export async function fullWebhooks({ db }: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhook w
     where w.state = 'ACTIVE' and ${most}::int < (
       select count(*) from (select from webhook_delivery d
                              where d.webhook_id = w.id and d.state in ('WAITING', 'SENDING') limit ${most + 1}) as waiting)
     order by w.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes messages older than a moment, also those that still wait; returns how many. */
export async function removeOldDeliveries({ db }: Pick<WriteTx<WriteContext>, 'db'>, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('webhook_delivery').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
