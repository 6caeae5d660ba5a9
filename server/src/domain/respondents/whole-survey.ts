import { say } from '@gensvar/contract/say'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/** Whether somebody sees all responses of a survey: no place or filter of their own limits them, and samples are open. */
export function isWhole({ caseScope, compareScope, canViewSamples }: SurveyAccess): boolean {
  return canViewSamples && caseScope.conditions.length === compareScope.fixed.length
}

/** Throws `forbidden` for whoever sees only a part of a survey: what is done for respondents is done for all of it. */
export function demandWhole(access: SurveyAccess): void {
  if (!isWhole(access))
    throw new AppError('forbidden', say`Only administrators who see all responses of the survey may do this.`)
}

/**
 * Throws `forbidden` unless single respondents of a survey may be looked for. In an anonymous one nobody may, whatever
 * their role: who was asked and who answered would be told.
 */
export function demandNamedWhole(access: SurveyAccess): void {
  demandWhole(access)
  if (access.model.anonymity !== null)
    throw new AppError('forbidden', say`This survey is anonymous: single respondents cannot be looked for.`)
}
