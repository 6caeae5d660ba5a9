import type { Kysely } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Whether it may be kept who did what and when with the messages of a survey: not in an anonymous one, and not where the
 * configuration cannot be read, which must not keep anybody from unsubscribing.
 */
export async function keepsEvents(deps: { db: Kysely<Database> }, surveyId: number): Promise<boolean> {
  try {
    return (await loadSurveyModelById(deps, surveyId)).anonymity === null
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
