import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { completedState } from '#server/domain/samples/sample-rights.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { Gathered } from '#server/platform/gathered.ts'
import type { Entry } from './entry.ts'

/** A sample as its respondent answers it. */
export type AnsweredRow = Pick<
  CaseRow,
  'id' | 'state' | 'version' | 'answers' | 'contact' | 'eventDate' | 'unitIds'
> & {
  surveyId: number
  universeId: number
  /** Of the survey, when this was read. */
  surveyVersion: number
  /** Whether its link was used, in an anonymous survey. */
  isUsed: boolean
}

const readers = new WeakMap<Kysely<Database>, Gathered<{ universeId: number; id: number }, AnsweredRow | null>>()

/** Rows that are read at once for those who answer at the same time. */
const readTogether = 200

/** A response of a universe; null where it is gone. Those that are asked for at the same time are read together. */
export function findAnsweredRow(db: Kysely<Database>, universeId: number, id: number): Promise<AnsweredRow | null> {
  let reader = readers.get(db)
  if (!reader)
    readers.set(
      db,
      (reader = new Gathered(async (asked) => {
        const rows = await findAnsweredRows(
          db,
          asked.map((one) => one.id),
        )
        return asked.map((one) => {
          const row = rows.get(one.id)
          return row?.universeId === one.universeId ? row : null
        })
      }, readTogether)),
    )
  return reader.add({ universeId, id })
}

/** Responses by id; those that are gone are missing. */
export async function findAnsweredRows(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, AnsweredRow>> {
  const rows = await db
    .selectFrom('response as r')
    .innerJoin('survey as s', 's.id', 'r.survey_id')
    .leftJoin('used_answer_link as used', 'used.response_id', 'r.id')
    .select([
      'r.id',
      'r.survey_id as surveyId',
      's.universe_id as universeId',
      's.model_version as surveyVersion',
      'r.state',
      'r.version',
      'r.answers',
      'r.contact',
      'r.event_date as eventDate',
      'r.unit_ids as unitIds',
      sql<boolean>`used.response_id is not null`.as('isUsed'),
    ])
    .where((where) => where(where.ref('r.id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .execute()
  return new Map((rows as AnsweredRow[]).map((row) => [row.id, row]))
}

/** Notes that the links of samples were used. Returns those that had not been before: of two at once, one is the first. */
export async function useLinks({ db }: WriteTx, responseIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    insert into used_answer_link (response_id, recipient_id)
    select id, answered_message(id) from unnest(${[...responseIds]}::bigint[]) as id
    on conflict do nothing returning response_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Notes that forms of open links were sent. Returns those that had not been before, as hexadecimal digits. */
export async function useForms(
  { db }: WriteTx,
  surveyId: number,
  forms: readonly Buffer[],
  day: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ form: string }>`
    insert into used_form (form, survey_id, day)
    select decode(form, 'hex'), ${surveyId}, ${day}::date
      from unnest(${forms.map((form) => form.toString('hex'))}::text[]) as form
    on conflict do nothing returning encode(form, 'hex') as form`.execute(db)
  return new Set(rows.map(({ form }) => form))
}

/** Removes what is kept of forms that nobody can send any more. Returns how many. */
export async function removeUsedForms({ db }: WriteTx, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('used_form')
    .where(sql<boolean>`day < ${before}::timestamptz::date`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Keeps when the messages of samples were answered. */
export async function insertAnswerEvents({ db, clock }: WriteTx, responseIds: readonly number[]): Promise<void> {
  await sql`
    insert into recipient_event (recipient_id, kind, at)
    select id, 'answer', ${clock.now()}::timestamptz from recipient
     where response_id = any(${[...responseIds]}::bigint[]) and answered`.execute(db)
}

/** What somebody has entered and not sent; null where there is nothing. */
export async function readEntry(db: Kysely<Database>, responseId: number): Promise<Entry | null> {
  const row = await db
    .selectFrom('partial_answer')
    .select('content')
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  return row ? { ...row.content, entered: new Map(Object.entries(row.content.entered)) } : null
}

/** Keeps what somebody has entered, while their response is not completed. */
export async function saveEntryRow({ db }: WriteTx, responseId: number, entry: Entry): Promise<void> {
  const content = JSON.stringify({ ...entry, entered: Object.fromEntries(entry.entered) })
  // Locked, so that what is kept late does not outlive the answer.
  await sql`
    insert into partial_answer (response_id, content)
    select id, ${content}::jsonb from response where id = ${responseId} and state <> ${completedState} for update
    on conflict (response_id) do update set content = excluded.content, saved_at = now()`.execute(db)
}

/** Which links that anybody may answer at are valid. */
export async function readRotation(db: Kysely<Database>, surveyId: number): Promise<number> {
  const row = await db.selectFrom('open_link').select('rotation').where('survey_id', '=', surveyId).executeTakeFirst()
  return row?.rotation ?? 1
}

/** Ends all such links that were handed out. Returns the number of the next ones. */
export async function raiseRotation({ db }: WriteTx, surveyId: number): Promise<number> {
  const { rotation } = await db
    .insertInto('open_link')
    .values({ survey_id: surveyId, rotation: 2 })
    .onConflict((conflict) =>
      conflict.column('survey_id').doUpdateSet((row) => ({ rotation: row('open_link.rotation', '+', 1) })),
    )
    .returning('rotation')
    .executeTakeFirstOrThrow()
  return rotation
}
