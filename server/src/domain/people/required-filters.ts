import type { RoleSheet } from '#server/domain/rights/role-sheets.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { StoredFilter } from './question-filters.ts'

/**
 * Questions that have to limit a user and do not: those that surveys require, where the role gives access. None for a role
 * that sees all data. Of two filters at one place the first counts; one of every survey counts in each.
 */
export function missingFilters(
  surveys: readonly SurveyModel[],
  { role, surveys: open }: RoleSheet,
  filters: readonly StoredFilter[],
): { survey: SurveyModel; variable: string }[] {
  if (role.canSeeAllData) return []
  const isLimited = (surveyId: number | null, variable: string): boolean =>
    (filters.find((one) => one.surveyId === surveyId && one.variable === variable)?.values ?? []).length > 0
  return surveys
    .filter(({ id }) => open.has(id))
    .flatMap((survey) =>
      survey.config.userVariables
        .filter(({ question, required }) => required && !isLimited(survey.id, question) && !isLimited(null, question))
        .map(({ question }) => ({ survey, variable: question })),
    )
}
