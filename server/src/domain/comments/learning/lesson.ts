import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { analyzerOf, asksFor } from '../survey-analyzer.ts'
import { ratingsOf } from './ratings.ts'
import type { Ratings } from './ratings.ts'

/** What comments of a survey are learnt from. */
export interface Lesson {
  /** Open questions that ask neither for good nor for bad things alone: what answers to others say has little to do with ratings. */
  questions: readonly Question[]
  ratings: Ratings
}

/**
 * What a survey's comments are learnt from; null where there is nothing. Nothing is learnt from an anonymous survey: what was
 * learnt would change with single answers, and tell when they came.
 */
export function lessonOf(model: SurveyModel): Lesson | null {
  if ((model.published ?? model).anonymity !== null || model.anonymity !== null) return null
  const ratings = ratingsOf(model)
  const questions = analyzerOf(model).questions.filter((question) => asksFor(question) === 'open')
  return ratings === null || questions.length === 0 ? null : { questions, ratings }
}
