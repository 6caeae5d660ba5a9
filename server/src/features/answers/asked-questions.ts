import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * The questions that a respondent is asked: all but the places, who they are, what the survey is organised by, and what is known
 * of them already.
 */
export function askedQuestions(model: SurveyModel, { answers }: Pick<CaseRow, 'answers'>): Question[] {
  const { config } = model
  const { stateQuestion, subStateQuestion, evalPeriodQuestion } = config.sample
  const own = new Set([
    ...model.views.flatMap(({ levels }) => levels),
    ...Object.values(config.respondent),
    ...[config.eventDate, stateQuestion, subStateQuestion, evalPeriodQuestion],
  ])
  return [...model.questions.values()].filter(
    ({ variable, type, choices }) =>
      !own.has(variable) &&
      answers[variable] === undefined &&
      ((type !== 'single' && type !== 'multiple') || choices.length > 0),
  )
}
