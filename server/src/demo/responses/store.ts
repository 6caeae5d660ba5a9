import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { refusedWords } from '#server/platform/mail/mail-server.ts'
import type { Database } from '#server/platform/db-types.ts'
import { insertAlerts } from './alerts-store.ts'
import type { PlannedRecipient, PlannedResponse } from '../plan.ts'
import type { WrittenStructure } from '../structure/store.ts'

/** Reserves ids for responses to be written, in rising order. */
export async function reserveIds(db: Kysely<Database>, count: number): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('response', 'id')) as id from generate_series(1, ${count}::int)`.execute(db)
  return result.rows.map((row) => row.id)
}

/**
 * Writes responses with everything that belongs to them, under reserved ids. Throws when one is in a unit the survey
 * does not have.
 */
export async function writeResponses(
  trx: Kysely<Database>,
  structure: WrittenStructure,
  ids: readonly number[],
  responses: readonly PlannedResponse[],
): Promise<void> {
  const written = responses.map((response, index): Written => ({ response, id: ids[index] ?? 0 }))
  await insertResponses(trx, structure, written)
  await insertAlerts(
    trx,
    structure.surveyId,
    written.flatMap(({ response, id }) => (response.alerts ?? []).map((alert) => ({ responseId: id, alert }))),
  )
  await insertRecipients(trx, structure, written)
  await insertRecords(trx, written)
  await insertComments(trx, written)
}

/** A response with its reserved id. */
interface Written {
  response: PlannedResponse
  id: number
}

// One JSON document per statement is the fastest plain SQL for many rows that are mostly JSON.
async function insertResponses(
  trx: Kysely<Database>,
  structure: WrittenStructure,
  written: readonly Written[],
): Promise<void> {
  const rows = written.map(({ response, id }) => ({
    id,
    foreign_id: response.foreignId,
    state: response.state,
    event_date: response.eventDate,
    completed_at: response.completedAt,
    answers: response.answers,
    contact: response.contact,
    unit_ids: response.places.map((place, view) => unitId(structure, view, place)),
  }))
  await sql`
    insert into response (id, survey_id, foreign_id, state, event_date, completed_at, answers, contact, unit_ids,
                          created_at, updated_at)
    overriding system value
    select id, ${structure.surveyId}, foreign_id, state, event_date, completed_at, answers, contact, unit_ids,
           coalesce(completed_at, event_date), coalesce(completed_at, event_date)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as row (id bigint, foreign_id text, state smallint, event_date date, completed_at timestamptz, answers jsonb,
                   contact jsonb, unit_ids int[])
  `.execute(trx)
}

function unitId(structure: WrittenStructure, view: number, place: readonly string[]): number {
  const found = structure.unitIds[view]?.get(place.join('/'))
  if (found === undefined) throw new Error(`The survey has no unit ${place.join('/')}`)
  return found
}

async function insertRecipients(
  trx: Kysely<Database>,
  structure: WrittenStructure,
  written: readonly Written[],
): Promise<void> {
  const rows = written.flatMap(({ response, id }) =>
    (response.recipients ?? []).map((recipient) => ({
      campaign_id: structure.campaignIds.get(recipient.campaign),
      response_id: id,
      wave: recipient.wave,
      kind: recipient.isReminder ? 'reminder' : 'first',
      reminder: recipient.isReminder ? 0 : null,
      address: addressOf(structure, response, recipient).toLowerCase(),
      language: response.contact['language'] ?? '',
      answered: recipient.state === 'SENT' && response.state === 0,
      answered_at: recipient.state === 'SENT' ? response.completedAt : null,
      state: recipient.state,
      unsubscribed: recipient.unsubscribed,
      sent_at: recipient.sentAt,
      opened_at: recipient.openedAt,
      clicked_at: recipient.clickedAt,
      open_count: recipient.opens,
      click_count: recipient.clicks,
    })),
  )
  if (rows.length === 0) return
  await sql`
    insert into recipient (campaign_id, response_id, wave, kind, reminder, address, address_hash, language, answered,
                           answered_at, state, unsubscribed, sent_at, opened_at, clicked_at, open_count, click_count,
                           reason, is_followed, send_at, updated_at)
    select row.campaign_id, row.response_id, row.wave, row.kind, row.reminder, row.address,
           hashed_address(${structure.secret}, row.address), row.language, row.answered, row.answered_at, row.state,
           row.unsubscribed, row.sent_at, row.opened_at, row.clicked_at, row.open_count, row.click_count,
           case row.state when 'FAILED' then ${JSON.stringify(storeWords(refused))}::jsonb end,
           -- Reminders are made for those of the last days alone, as if the others had theirs.
           coalesce(row.sent_at, now()) < now() - interval '5 days', coalesce(row.sent_at, now() + interval '1 day'),
           coalesce(row.clicked_at, row.opened_at, row.sent_at, now())
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as row (campaign_id int, response_id bigint, wave int, kind text, reminder int, address text, language text,
                   answered boolean, answered_at timestamptz, state text, unsubscribed boolean, sent_at timestamptz,
                   opened_at timestamptz, clicked_at timestamptz, open_count int, click_count int)
  `.execute(trx)
}

const refused = refusedWords('550 5.1.1 No such mailbox')

/** Where a message went to. */
function addressOf(structure: WrittenStructure, { contact }: PlannedResponse, { campaign }: PlannedRecipient): string {
  return contact[structure.textCampaigns.has(campaign) ? 'phone' : 'email'] ?? ''
}

async function insertRecords(trx: Kysely<Database>, written: readonly Written[]): Promise<void> {
  const rows = written.flatMap(({ response, id }) =>
    (response.records ?? []).map((record, order) => ({ response_id: id, ...record, sorder: order })),
  )
  if (rows.length === 0) return
  await sql`
    insert into response_record (response_id, recordset, cells, sorder)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as row (response_id bigint, recordset text, cells jsonb, sorder int)
  `.execute(trx)
}

async function insertComments(trx: Kysely<Database>, written: readonly Written[]): Promise<void> {
  const rows = written.flatMap(({ response, id }) =>
    (response.comments ?? []).map((comment) => ({
      response_id: id,
      username: comment.username,
      message: comment.message,
      created_at: comment.createdAt,
    })),
  )
  if (rows.length === 0) return
  await sql`
    insert into response_comment (response_id, user_id, username, message, created_at)
    select row.response_id, app_user.id, row.username, row.message, row.created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as row (response_id bigint, username text, message text, created_at timestamptz)
      left join app_user on app_user.username = row.username
  `.execute(trx)
}
