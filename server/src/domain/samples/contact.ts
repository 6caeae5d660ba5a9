import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A field of the respondent's contact; of a survey that has a question for it, the answer where nothing else is known. */
export function contactText(
  model: Pick<SurveyModel, 'config'>,
  row: Pick<CaseRow, 'answers' | 'contact'>,
  field: ContactField,
): string {
  const known = row.contact[field]
  if (known) return known
  const variable = model.config.respondent[field]
  const answer = variable === undefined ? undefined : row.answers[variable]
  return typeof answer === 'string' ? answer : ''
}
