import type { Kysely } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * The survey, where it may be kept who did what and when with its messages. Null for an anonymous one, and where the
 * configuration cannot be read, which must not keep anybody from unsubscribing.
 */
export async function modelThatKeepsEvents(
  deps: { db: Kysely<Database> },
  surveyId: number,
): Promise<SurveyModel | null> {
  try {
    const model = await loadSurveyModelById(deps, surveyId)
    return model.anonymity === null ? model : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
