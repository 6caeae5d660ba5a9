import { ExpressionError, aggregatedQuestions, parseExpression } from '@gensvar/contract/expression'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** Ends of the scale that ratings are told in. */
export const ratingScale = [0, 100] as const

/** The questions that rate what a response is about. */
export interface Ratings {
  questions: readonly Question[]
  /** Whether a low answer is the good one. */
  inverse: boolean
}

/** The scale questions that the survey's main indicator is computed from; null where it has none. */
export function ratingsOf(model: SurveyModel): Ratings | null {
  const name = mainIndicatorName(model)
  if (name === null) return null
  const { expression, inverse } = indicatorOf(model, name)
  const questions = askedIn(expression ?? '').flatMap((variable) => {
    const question = model.questions.get(variable)
    return question?.type === 'scale' && question.scaleMin !== null && question.scaleMax !== null ? [question] : []
  })
  return questions.length === 0 ? null : { questions, inverse }
}

function askedIn(expression: string): string[] {
  try {
    return aggregatedQuestions(parseExpression(expression).body)
  } catch (error) {
    // The check of the configuration tells it.
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/** The mean of a response's ratings from 0 (bad) to 100 (good); null where it has none. */
export function ratingOf({ questions, inverse }: Ratings, answers: Readonly<Record<string, unknown>>): number | null {
  const shares = questions.flatMap(({ variable, scaleMin, scaleMax }) => {
    const answer = answers[variable]
    if (typeof answer !== 'number' || scaleMin === null || scaleMax === null || scaleMin === scaleMax) return []
    return [(100 * (answer - scaleMin)) / (scaleMax - scaleMin)]
  })
  if (shares.length === 0) return null
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  return inverse ? 100 - mean : mean
}
