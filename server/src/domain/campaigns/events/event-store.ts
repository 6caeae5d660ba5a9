import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { HookInput } from '@gensvar/contract/script-types/index'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>
type Kind = HookInput<'HANDLE_MSG_EVENT'>['event']['kind']

/** Something that became of a message. */
export interface MessageEvent {
  recipientId: number
  kind: Kind
  at: Date
  /** Of one that came back: whether for good. */
  bounce?: 'soft' | 'hard'
}

/** An event that scripts are told of, with its message. */
export interface NotedEvent {
  id: number
  kind: Kind
  at: Date
  bounce: 'soft' | 'hard' | null
  channel: SendingType
  campaign: string
  isReminder: boolean
  responseId: number
}

/**
 * Notes events of a survey's messages, each with the moment from which it may be told. Those of campaigns that send everything
 * to one address say nothing of the respondents and are left out. Returns how many were noted.
 */
export async function insertEventRows(
  { db }: Db,
  surveyId: number,
  events: readonly (MessageEvent & { dueAt: Date })[],
): Promise<number> {
  const given = events.map(({ recipientId, kind, bounce, at, dueAt }) => ({
    ...{ recipient_id: recipientId, kind, bounce, at, due_at: dueAt },
  }))
  const { rows } = await sql<{ id: number }>`
    insert into message_event (survey_id, recipient_id, kind, bounce, at, due_at)
    select c.survey_id, r.id, g.kind, g.bounce, g.at, g.due_at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
           as g (recipient_id bigint, kind text, bounce text, at timestamptz, due_at timestamptz)
      join recipient r on r.id = g.recipient_id
      join campaign c on c.id = r.campaign_id
     where c.survey_id = ${surveyId} and c.fixed_recipient is null
     order by g.at
    returning id`.execute(db)
  return rows.length
}

/** Removes opens and clicks that scripts were not told of yet. */
export async function takeBackEventRows(
  { db }: Db,
  events: readonly Pick<MessageEvent, 'recipientId' | 'kind'>[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    delete from message_event e
     using jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as g ("recipientId" bigint, kind text)
     where e.recipient_id = g."recipientId" and e.kind = g.kind`.execute(db)
}

/** The surveys with events that are due. */
export async function listDueSurveys(db: Kysely<Database>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('message_event')
    .select('survey_id')
    .distinct()
    .where('due_at', '<=', now)
    .orderBy('survey_id')
    .execute()
  return rows.map((row) => row.survey_id)
}

/** When the next event of a survey is due; null where none waits. */
export async function nextEventDue({ db }: Db, surveyId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('message_event')
    .select((all) => all.fn.min('due_at').as('at'))
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row?.at ?? null
}

/**
 * The oldest events of a survey that are due, with ids from `from` on, that nobody else is telling; nobody else gets them until
 * the write ends, nor can their responses be deleted. Those whose response is being deleted are passed over.
 */
export async function claimEventRows(
  { db }: Db,
  surveyId: number,
  { from, most, now }: { from: number; most: number; now: Date },
): Promise<NotedEvent[]> {
  const { rows } = await sql<NotedEvent>`
    select e.id, e.kind, e.at, e.bounce, case r.channel when 'PUSH' then 'SMS' else coalesce(r.channel, c.sending_type) end as channel, c.title as campaign, r.kind = 'reminder' as "isReminder",
           r.response_id as "responseId"
      from message_event e
      join recipient r on r.id = e.recipient_id
      join campaign c on c.id = r.campaign_id
      join response p on p.id = r.response_id
     where e.survey_id = ${surveyId} and e.id >= ${from} and e.due_at <= ${now}::timestamptz
     order by e.id limit ${most}
       for update of e skip locked for key share of p skip locked`.execute(db)
  return rows
}

/** Removes events that were told. */
export async function removeEventRows({ db }: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from message_event where id = any(${[...ids]}::bigint[])`.execute(db)
}

/** Has samples sent no more reminders. Returns those of which that is new. */
export async function insertReminderStops({ db }: Db, responseIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into reminder_stop (response_id)
    select id from unnest(${[...responseIds]}::bigint[]) as given (id) order by id
    on conflict do nothing returning response_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
