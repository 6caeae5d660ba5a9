import { parsePath } from '@gensvar/contract/drill-path'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * Variables that no respondent is asked: the places, what hides answers, what colleagues fill in, and in an anonymous survey
 * who somebody is and when it was.
 */
export function neverAsked({ config, views, anonymity }: SurveyModel): Set<string> {
  const { stateQuestion, subStateQuestion, evalPeriodQuestion } = config.sample
  const personal = anonymity === null ? [] : [...Object.values(config.respondent), config.eventDate]
  return new Set(
    [
      ...views.flatMap(({ levels }) => levels),
      ...config.filters.hidden.flatMap(({ value }) => parsePath(value).map(({ name }) => name)),
      ...[stateQuestion, subStateQuestion, evalPeriodQuestion],
      ...personal,
    ].filter((name) => name !== undefined),
  )
}

/**
 * What respondents of a survey without a questionnaire are asked: everything but what is never asked, who they are, what the
 * survey is organised by, and what colleagues fill in.
 */
export function askedByDefault(model: SurveyModel): Question[] {
  const { config } = model
  const own = new Set([
    ...neverAsked(model),
    ...Object.values(config.respondent),
    config.eventDate,
    ...filledByColleagues(model),
  ])
  return [...model.questions.values()].filter((question) => !own.has(question.variable) && canBeAnswered(question))
}

/** Whether a question can be answered: a closed one has choices. */
export function canBeAnswered({ type, choices }: Question): boolean {
  return (type !== 'single' && type !== 'multiple') || choices.length > 0
}

/** Fields of the sample page, and columns of records such as notes about calls. */
function filledByColleagues({ config: { interview, sample } }: SurveyModel): string[] {
  const fields = sample.groups.flatMap((group) => group.fields)
  const tables = [...interview.tables, ...interview.records, ...sample.tables]
  return [...fields.map(({ question }) => question), ...tables.flatMap(({ columns }) => columns)]
}
