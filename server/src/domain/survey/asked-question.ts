import type { Question, SurveyShape } from './survey-model.ts'

/** What can be filtered, counted and ruled by under a name: a question, or a facet of the comments to one. */
export function askedQuestion(survey: Pick<SurveyShape, 'questions' | 'facets'>, name: string): Question | undefined {
  return survey.questions.get(name) ?? survey.facets?.get(name)
}
