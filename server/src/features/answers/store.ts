import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A sample as its respondent answers it. */
export type AnsweredRow = Pick<
  CaseRow,
  'id' | 'state' | 'version' | 'answers' | 'contact' | 'eventDate' | 'unitIds'
> & {
  surveyId: number
  /** Whether its link was used, in an anonymous survey. */
  isUsed: boolean
}

/** A response of a universe; null where it is gone. */
export async function findAnsweredRow(
  db: Kysely<Database>,
  universeId: number,
  responseId: number,
): Promise<AnsweredRow | null> {
  const row = await db
    .selectFrom('response as r')
    .innerJoin('survey as s', 's.id', 'r.survey_id')
    .leftJoin('used_answer_link as used', 'used.response_id', 'r.id')
    .select([
      'r.id',
      'r.survey_id as surveyId',
      'r.state',
      'r.version',
      'r.answers',
      'r.contact',
      'r.event_date as eventDate',
      'r.unit_ids as unitIds',
      sql<boolean>`used.response_id is not null`.as('isUsed'),
    ])
    .where('r.id', '=', responseId)
    .where('s.universe_id', '=', universeId)
    .executeTakeFirst()
  return (row as AnsweredRow | undefined) ?? null
}

/** Notes that the link of a sample was used. False where it was used before: of two at once, one is the first. */
export async function useLink({ db }: WriteTx, responseId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_answer_link')
    .values({ response_id: responseId, recipient_id: sql`answered_message(${responseId})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Stores the answers of somebody in an anonymous survey as a response without a contact. It was made at the beginning of its
 * day: nothing tells when, or by whose link. Returns its id.
 */
export async function insertAnonymousAnswer(
  { db }: WriteTx,
  surveyId: number,
  { answers, eventDate, unitIds }: Omit<SampleDraft, 'contact'>,
): Promise<number> {
  const { id } = await db
    .insertInto('response')
    .values({
      survey_id: surveyId,
      state: 0,
      event_date: eventDate,
      answers: JSON.stringify(answers),
      contact: '{}',
      unit_ids: unitIds,
      created_at: eventDate,
      updated_at: eventDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps when the messages of a sample were answered. */
export async function insertAnswerEvents({ db, clock }: WriteTx, responseId: number): Promise<void> {
  await sql`
    insert into recipient_event (recipient_id, kind, at)
    select id, 'answer', ${clock.now()}::timestamptz from recipient where response_id = ${responseId} and answered`.execute(
    db,
  )
}
