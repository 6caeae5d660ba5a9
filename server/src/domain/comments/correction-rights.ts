import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'

/** Whether somebody may correct what was found in comments: who may change responses may. */
export function mayCorrect({ identity }: Pick<Ctx, 'identity'>, { rights, canViewInterviews }: SurveyAccess): boolean {
  const { canEditOpenPeriods, canEditClosedPeriods } = rights.flags
  return canViewInterviews && (identity.isRoot || canEditOpenPeriods || canEditClosedPeriods)
}
