import { canBeAnswered, neverAsked } from '#server/domain/questionnaire/asked-questions.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The stored questions that respondents can be asked, by variable: places, for one, are not theirs to answer. */
export function askableQuestions(model: SurveyModel): ReadonlyMap<string, Question> {
  const never = neverAsked(model)
  const all = [...model.questions.values()].filter(
    (question) => !never.has(question.variable) && canBeAnswered(question),
  )
  return new Map(all.map((question) => [question.variable, question]))
}
