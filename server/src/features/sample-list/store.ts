import { insertRows } from '#server/domain/build/insert-rows.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { demandPlaces, holdSurvey } from '#server/domain/samples/sample-store.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** Stores new samples; returns their ids in the given order. Throws `conflict` where a place of one was removed. */
export async function insertSampleRows(
  { db }: WriteTx,
  surveyId: number,
  samples: readonly (SampleDraft & { eventSource: string | null })[],
): Promise<number[]> {
  await holdSurvey({ db }, surveyId)
  await demandPlaces(
    { db },
    samples.flatMap(({ unitIds }) => unitIds),
  )
  return insertRows(
    db,
    'response',
    samples.map(({ answers, contact, eventDate, unitIds, eventSource }) => ({
      survey_id: surveyId,
      state: 1,
      event_date: eventDate,
      answers: answers as Record<string, number | string | string[]>,
      contact,
      unit_ids: unitIds,
      event_source: eventSource,
    })),
  )
}

/** Kinds of event of responses, by id. */
export async function readEventSources(
  { db }: Pick<Ctx, 'db'>,
  surveyId: number,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('response')
    .select(['id', 'event_source as eventSource'])
    .where('survey_id', '=', surveyId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, eventSource }) => [id, eventSource]))
}

/** Adds the same comment by the caller to responses. */
export async function insertCommentRows(
  { db, identity }: WriteTx,
  responseIds: readonly number[],
  message: string,
): Promise<void> {
  const { userId, username, actor } = identity
  const author = {
    user_id: userId,
    username,
    actor_user_id: actor?.userId ?? null,
    actor_username: actor?.username ?? null,
  }
  await db
    .insertInto('response_comment')
    .values(responseIds.map((response_id) => ({ response_id, ...author, message })))
    .execute()
}
