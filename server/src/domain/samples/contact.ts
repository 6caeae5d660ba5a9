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

/** The postal address of a respondent, a line each for street, place and country; without what is not known. */
export function postalLines(model: Pick<SurveyModel, 'config'>, row: Pick<CaseRow, 'answers' | 'contact'>): string[] {
  const text = (field: ContactField): string => contactText(model, row, field).trim()
  return [text('street'), `${text('postcode')} ${text('city')}`.trim(), text('country')].filter((line) => line !== '')
}
