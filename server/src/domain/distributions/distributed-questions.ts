import { ExpressionError, aggregatedQuestions, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Rule } from '@gensvar/contract/row-rule'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The questions behind a figure whose answers can be shown as a distribution; none for numbers, texts and counts. */
export function distributedQuestions(model: SurveyModel, { expression }: Pick<Indicator, 'expression'>): Question[] {
  if (expression === null) return []
  try {
    return aggregatedQuestions(parseExpression(expression).body).flatMap((name) => {
      const question = model.questions.get(name)
      return question && (question.type === 'scale' || question.type === 'single' || question.type === 'multiple')
        ? [question]
        : []
    })
  } catch (error) {
    // The error is reported when the indicator's figures are requested.
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/** Whether the answers behind a figure can be shown as a distribution. */
export function hasDistribution(model: SurveyModel, indicator: Pick<Indicator, 'expression'>): boolean {
  return distributedQuestions(model, indicator).length > 0
}

/** Whether an expression is a net promoter score, so that its answers are first seen as promoters and detractors. */
export function isNetPromoterScore({ expression }: Pick<Indicator, 'expression'>): boolean {
  return expression !== null && aggregatesOf(parseExpression(expression).body).some(({ name }) => name === 'nps')
}

/** The rules of an indicator's own expression, which the distribution of its answers follows too. */
export function rulesOfExpression({ expression }: Pick<Indicator, 'expression'>): Rule[] {
  const where = expression === null ? null : parseExpression(expression).where
  return where ? [where] : []
}
