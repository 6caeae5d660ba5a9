import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/**
 * Locks a survey until the transaction ends: against imports, changes of its units, and samples that are saved or created,
 * because what these may name is about to be moved or removed.
 */
export async function lockSurveyAlone(db: Kysely<Database>, surveyId: number): Promise<void> {
  await db.selectFrom('survey').select('id').where('id', '=', surveyId).forUpdate().execute()
}
