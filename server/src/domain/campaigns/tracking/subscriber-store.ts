import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { MessageWay, RecipientEventTable } from '#server/platform/db-campaign-types.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** Whom a message went to, as far as ending such messages needs it. */
export interface Subscriber {
  recipientId: number
  responseId: number
  campaignId: number
  surveyId: number
  universeId: number
  address: string
  addressHash: string
  /** The way the message goes by now. */
  channel: MessageWay
  /** Where copies of the campaign's messages go; null for nowhere. */
  copyTo: string | null
  /** As stored; any text. */
  language: string
  organisation: Readonly<Record<string, string>>
  isUnsubscribed: boolean
  /** Why nothing is sent to the address; null where something is. */
  suppressed: string | null
}

/** Whom a message of a universe went to; null where it is gone. */
export async function findSubscriber(db: Db, universeId: number, recipientId: number): Promise<Subscriber | null> {
  const row = await db
    .selectFrom('recipient as r')
    .innerJoin('campaign as c', 'c.id', 'r.campaign_id')
    .innerJoin('survey as s', 's.id', 'c.survey_id')
    .innerJoin('universe as u', 'u.id', 's.universe_id')
    .leftJoin('suppression as x', (on) =>
      on.onRef('x.universe_id', '=', 'u.id').onRef('x.address_hash', '=', 'r.address_hash'),
    )
    .select([
      'r.id as recipientId',
      'r.response_id as responseId',
      'c.id as campaignId',
      's.id as surveyId',
      'u.id as universeId',
      'r.address',
      'r.address_hash as addressHash',
      (expression) => expression.fn.coalesce('r.channel', 'c.sending_type').as('channel'),
      'c.bcc as copyTo',
      'r.language',
      'u.title as organisation',
      'r.unsubscribed as isUnsubscribed',
      'x.reason as suppressed',
    ])
    .where('r.id', '=', recipientId)
    .where('u.id', '=', universeId)
    .executeTakeFirst()
  return row ?? null
}

/** As `findSubscriber`; nobody else changes the message until the write ends. */
export async function lockSubscriber(db: Db, universeId: number, recipientId: number): Promise<Subscriber | null> {
  await db.selectFrom('recipient').select('id').where('id', '=', recipientId).forUpdate().execute()
  return findSubscriber(db, universeId, recipientId)
}

/** Stores whether whoever a message went to has unsubscribed by it. */
export async function setUnsubscribed({ db }: Tx, recipientId: number, isUnsubscribed: boolean): Promise<void> {
  await db.updateTable('recipient').set({ unsubscribed: isUnsubscribed }).where('id', '=', recipientId).execute()
}

/** Takes an address off the list that its owner put there by unsubscribing. False where it is not there for that reason. */
export async function removeOwnSuppression({ db }: Tx, universeId: number, addressHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppression')
    .where('universe_id', '=', universeId)
    .where('address_hash', '=', addressHash)
    .where('reason', '=', 'unsubscribed')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A message that was given up. */
export interface FailedRow {
  id: number
  campaignId: number
  surveyId: number
  responseId: number
}

/**
 * Gives up messages to an address that wait to be sent, letters only where `withLetters`; returns which. A hash is of one universe
 * only.
 */
export async function failWaitingRows(
  { db }: Tx,
  { addressHash, withLetters }: { addressHash: string; withLetters: boolean },
  reason: StoredWords,
): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    with waiting as (
      select id from recipient where address_hash = ${addressHash} and address_hash <> '' and state = 'PENDING'
       order by id for update)
    update recipient r set state = 'FAILED', reason = ${JSON.stringify(reason)}::jsonb, updated_at = now()
      from waiting, campaign c
     where r.id = waiting.id and c.id = r.campaign_id and r.state = 'PENDING' and c.fixed_recipient is null
       and (${withLetters} or coalesce(r.channel, c.sending_type) <> 'LETTER')
    returning r.id, r.campaign_id as "campaignId", c.survey_id as "surveyId", r.response_id as "responseId"`.execute(db)
  return rows
}

/** Keeps what happened to a message. */
export async function insertEventRow(
  { db }: Tx,
  {
    recipientId,
    kind,
    at,
    details = {},
  }: {
    recipientId: number
    kind: RecipientEventTable['kind']
    at: Date
    details?: Readonly<Record<string, string>>
  },
): Promise<void> {
  await db
    .insertInto('recipient_event')
    .values({ recipient_id: recipientId, kind, at, details: JSON.stringify(details) })
    .execute()
}
