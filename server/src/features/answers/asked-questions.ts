import { parsePath } from '@gensvar/contract/drill-path'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * The questions that a respondent is asked: all but the places, who they are, what the survey is organised by, what colleagues
 * fill in, what hides answers, and what is known of them already.
 */
export function askedQuestions(model: SurveyModel, { answers }: Pick<CaseRow, 'answers'>): Question[] {
  const { config } = model
  const { stateQuestion, subStateQuestion, evalPeriodQuestion } = config.sample
  const own = new Set([
    ...model.views.flatMap(({ levels }) => levels),
    ...Object.values(config.respondent),
    ...[config.eventDate, stateQuestion, subStateQuestion, evalPeriodQuestion],
    ...filledByColleagues(model),
    ...config.filters.hidden.flatMap(({ value }) => parsePath(value).map(({ name }) => name)),
  ])
  return [...model.questions.values()].filter(
    ({ variable, type, choices }) =>
      !own.has(variable) &&
      answers[variable] === undefined &&
      ((type !== 'single' && type !== 'multiple') || choices.length > 0),
  )
}

/** Fields of the sample page, and columns of records such as notes about calls. */
function filledByColleagues({ config: { interview, sample } }: SurveyModel): string[] {
  const fields = sample.groups.flatMap((group) => group.fields)
  const tables = [...interview.tables, ...interview.records, ...sample.tables]
  return [...fields.map(({ question }) => question), ...tables.flatMap(({ columns }) => columns)]
}
