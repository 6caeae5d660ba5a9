import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { rememberErasedKeys } from './erased-keys.ts'
import { removeKeptCopies, removePaths } from './kept-copies.ts'

/** A response that is to be erased, with the texts by which it can be found elsewhere. */
export interface ErasedResponse {
  id: number
  foreignId: string | null
  /** E-mail, phone and name. */
  texts: readonly string[]
}

/**
 * Erases responses of a survey with everything that is held of them, in the caller's write: comments, records, alerts,
 * notices, mails, sendings, copies of imports, files, addresses and figures. What was erased is noted without anything of
 * it, so that a restored backup does not bring it back; and the foreign ids, unless they may be imported again. Returns
 * how many there were.
 */
export async function eraseResponses(
  tx: WriteTx<WriteContext>,
  surveyId: number,
  responses: readonly ErasedResponse[],
  { mayImportAgain }: { mayImportAgain: boolean },
): Promise<number> {
  const { db } = tx
  // First the survey, as when an import is undone, so that neither waits for the other.
  await removeKeptCopies(tx, surveyId)
  const wanted = responses.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select id from response where survey_id = ${surveyId} and id = any(${wanted}::bigint[]) order by id for update`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (!mayImportAgain)
    await rememberErasedKeys(
      tx,
      surveyId,
      responses.flatMap(({ foreignId }) => foreignId ?? []),
    )
  const texts = responses.flatMap((one) => (one.foreignId === null ? one.texts : [...one.texts, one.foreignId]))
  await removePaths(tx, surveyId, texts)
  await sql`
    insert into erasure (survey_id, act, response_hash)
    select survey_id, 'erase', response_hash(survey_id, id, created_at) from response
     where id = any(${ids}::bigint[])`.execute(db)
  await sql`select erase_responses(${ids}::bigint[])`.execute(db)
  await tx.changed(surveyId, ids)
  return ids.length
}
