import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Seen } from './machines.ts'

type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** Whom a hit is of. */
export interface HitRecipient {
  recipientId: number
  responseId: number
  surveyId: number
  universeId: number
  sentAt: Date | null
}

/** A message that figures see otherwise since its hits were counted. */
export interface TurnedMessage {
  recipientId: number
  responseId: number
  surveyId: number
  /** When a person opened it, and followed a link of it, where these are the first times; else null. */
  openedAt: Date | null
  clickedAt: Date | null
  /** Its clicks turned out to be a program's, and it was not opened in another way. */
  isUnopened: boolean
  isUnclicked: boolean
}

/** A hit with who was behind it. */
export interface CountedHit {
  recipientId: number
  kind: 'open' | 'click'
  at: Date
  isMachine: boolean
  seen: Seen | null
  /** Clicks before it that turn out to be a program's as well. */
  before: number
  /** Of an anonymous survey sums are kept, without times and events. */
  isAnonymous: boolean
  address: string
}

/** Most events that are kept of a message, so that nobody fills the database with one. */
const mostEvents = 200

/** Recipients by their ids. */
export async function readHitRecipients(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, HitRecipient>> {
  const rows = await db
    .selectFrom('recipient as r')
    .innerJoin('campaign as c', 'c.id', 'r.campaign_id')
    .innerJoin('survey as s', 's.id', 'c.survey_id')
    .select([
      'r.id as recipientId',
      'r.response_id as responseId',
      's.id as surveyId',
      's.universe_id as universeId',
      'r.sent_at as sentAt',
    ])
    .where((where) => where(where.ref('r.id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .execute()
  return new Map(rows.map((row) => [row.recipientId, row]))
}

/**
 * Adds hits to the counts of their recipients. A click of a person is an open, too: who follows a link has the message before
 * them, also where the mail program shows no pictures. If such clicks turn out to be a program's, nobody has opened it.
 */
export async function countHitRows({ db }: Tx, hits: readonly CountedHit[]): Promise<TurnedMessage[]> {
  const given = hits.map(({ recipientId, kind, at, isMachine, before, isAnonymous }) => ({
    ...{ id: recipientId, kind, at, machine: isMachine, before, anonymous: isAnonymous },
  }))
  const { rows } = await sql<TurnedMessage>`
    with given as (
      select id, min(at) as at, bool_or(anonymous) as anonymous,
             count(*) filter (where kind = 'open' and not machine) as opens,
             count(*) filter (where kind = 'open' and machine) as machine_opens,
             count(*) filter (where kind = 'click' and not machine) as clicks,
             count(*) filter (where kind = 'click' and machine) as machine_clicks,
             sum(before) as before
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as hit(id bigint, kind text, at timestamptz, machine boolean, before int, anonymous boolean)
       group by id),
    -- In the order of their ids, so that two servers do not wait for each other.
    was as (
      select r.id, r.opened_at, r.clicked_at, r.open_count,
             greatest(0, r.click_count + given.clicks - given.before)::int as people_clicks,
             least(given.before, r.click_count + given.clicks)::int as turned,
             not given.anonymous and given.before >= r.click_count + given.clicks and given.before > 0
             and r.open_count = 1 and given.opens = 0
             and not exists (select from recipient_event e
                              where e.recipient_id = r.id and e.kind = 'open' and not e.is_machine) as is_unopened,
             given.*
        from recipient r join (select id as hit_id, at, anonymous, opens, machine_opens, clicks, machine_clicks, before
                                 from given) as given on given.hit_id = r.id
       order by r.id for update of r),
    changed as (
      update recipient r
         set open_count = case when was.is_unopened then 0
                               when was.open_count + was.opens > 0 then was.open_count + was.opens
                               when was.people_clicks > 0 then 1 else 0 end,
             machine_open_count = r.machine_open_count + was.machine_opens,
             click_count = was.people_clicks,
             machine_click_count = r.machine_click_count + was.machine_clicks + was.turned,
             opened_at = case when was.anonymous or was.is_unopened then null
                              when was.opens > 0 or was.people_clicks > 0 then coalesce(was.opened_at, was.at)
                              else was.opened_at end,
             clicked_at = case when was.anonymous or was.people_clicks = 0 then null
                               when was.clicks > 0 then coalesce(was.clicked_at, was.at) else was.clicked_at end,
             updated_at = case when was.anonymous then r.updated_at else now() end
        from was where was.id = r.id
      returning r.id, r.campaign_id, r.response_id,
                case when was.opened_at is null then r.opened_at end as opened_at,
                case when was.clicked_at is null then r.clicked_at end as clicked_at,
                was.is_unopened, was.clicked_at is not null and r.clicked_at is null as is_unclicked,
                (r.opened_at is null) <> (was.opened_at is null) or (r.clicked_at is null) <> (was.clicked_at is null)
                as is_turned)
    select changed.id as "recipientId", changed.response_id as "responseId", c.survey_id as "surveyId",
           changed.opened_at as "openedAt", changed.clicked_at as "clickedAt", changed.is_unopened as "isUnopened",
           changed.is_unclicked as "isUnclicked"
      from changed join campaign c on c.id = changed.campaign_id where changed.is_turned`.execute(db)
  return rows
}

/** Keeps hits as they came in, with how it was seen who was behind them; of each message only so many. */
export async function insertHitEvents({ db }: Tx, hits: readonly CountedHit[]): Promise<void> {
  if (hits.length === 0) return
  const given = hits.map(({ recipientId, kind, at, isMachine, seen, before, address }) => ({
    ...{ id: recipientId, kind, at, machine: isMachine, before },
    details: { ...(seen && { seen }), ...(kind === 'click' && { address: withoutSecrets(address) }) },
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as hit(id bigint, kind text, at timestamptz, machine boolean, before int, details jsonb)),
    turned as (
      update recipient_event e set is_machine = true, details = e.details || '{"seen": "burst"}'
       where e.id in (
         select early.id from given
           cross join lateral (
             select id from recipient_event
              where recipient_id = given.id and kind = 'click' and not is_machine
              order by id desc limit given.before) as early
          where given.before > 0))
    insert into recipient_event (recipient_id, kind, is_machine, details, at)
    select given.id, given.kind, given.machine, given.details, given.at from given
     where (select count(*) from (select from recipient_event e where e.recipient_id = given.id limit ${mostEvents}) as kept)
           < ${mostEvents}
     order by given.at`.execute(db)
}

/** An address without its query and without long parts of its path, which may be secrets. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/[^/]{30,}/g, '…')
}
