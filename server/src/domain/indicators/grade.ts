import type { Grade } from '@gensvar/contract/entities/interview'
import { aggregatedQuestions, ExpressionError, parseExpression } from '@gensvar/contract/expression'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { npsCuts } from '#server/domain/figures/expressions/aggregates.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { goalAt, goalStatus } from './goal.ts'
import { measureOf } from './indicator.ts'

type Scale = Question & { scaleMin: number; scaleMax: number }

/**
 * The grade of a row's answer to the question behind a name (a question, or an indicator of one question), by what the
 * survey's figures mean: of a net promoter question promoter, passive or detractor; of a question whose mean has a goal
 * on that day, whether it reaches it. Else by the scale: positive above two thirds of it, negative in its lower half (on a
 * scale from 1 to 10: 8 to 10, and up to 5), the other way round where the mean is inverse. Null for anything that is not
 * a number on a scale.
 */
export function gradeOf(model: SurveyModel, row: Pick<CaseRow, 'answers' | 'eventDate'>, name: string): Grade | null {
  const variable = measuredVariable(model, name)
  const question = variable === null ? undefined : model.questions.get(variable)
  const answer = question && row.answers[question.variable]
  if (!question || typeof answer !== 'number' || question.scaleMin === null || question.scaleMax === null) return null
  const scale: Scale = { ...question, scaleMin: question.scaleMin, scaleMax: question.scaleMax }
  return (
    promoterGrade(model, name, scale, answer) ??
    goalGrade(model, scale, answer, row.eventDate) ??
    scaleGrade(scale, answer, measureOf(model, question.variable)?.inverse ?? false)
  )
}

/** The question behind a name: the question itself, or the only one of an indicator's expression; null without one. */
export function measuredVariable(model: SurveyModel, name: string): string | null {
  if (!Object.hasOwn(model.config.indicators, name)) return model.questions.has(name) ? name : null
  const { expression } = model.config.indicators[name] ?? {}
  const body = bodyOf(expression)
  const [variable, ...others] = body === null ? [] : aggregatedQuestions(body)
  return others.length > 0 ? null : (variable ?? null)
}

function promoterGrade(model: SurveyModel, name: string, scale: Scale, answer: number): Grade | null {
  const cut = npsCuts[`${scale.scaleMin}-${scale.scaleMax}`]
  if (!cut || meaningOf(model, name)?.name !== 'nps') return null
  if (answer >= cut.promoter) return 'positive'
  return answer <= cut.detractor ? 'negative' : 'neutral'
}

function goalGrade(model: SurveyModel, scale: Scale, answer: number, day: string): Grade | null {
  const measure = measureOf(model, scale.variable)
  const goal = measure && goalAt(model, measure, { view: '', place: [] }, day)
  if (!measure || !goal) return null
  const isIndex = /^\s*index\b/.test(measure.expression ?? '')
  const value = isIndex ? (100 * (answer - scale.scaleMin)) / (scale.scaleMax - scale.scaleMin) : answer
  if (goalStatus(measure, value, goal)) return 'positive'
  return scaleGrade(scale, answer, measure.inverse) === 'negative' ? 'negative' : 'neutral'
}

function scaleGrade({ scaleMin, scaleMax }: Scale, answer: number, isInverse: boolean): Grade {
  const share = (isInverse ? scaleMax - answer : answer - scaleMin) / (scaleMax - scaleMin)
  if (share > 2 / 3) return 'positive'
  return share < 0.5 ? 'negative' : 'neutral'
}

/** What a name's figure is: an indicator's own, or that of the first indicator which is a figure of a question alone. */
function meaningOf(model: SurveyModel, name: string): Aggregate | null {
  let meanings = meaningsByModel.get(model)
  if (!meanings) {
    meanings = new Map()
    for (const [indicator, { expression, where }] of Object.entries(model.config.indicators)) {
      const aggregate = where === undefined ? figureOf(expression) : null
      if (!aggregate) continue
      meanings.set(indicator, aggregate)
      const { name: variable } = aggregate.variable
      if (!meanings.has(variable)) meanings.set(variable, aggregate)
    }
    meaningsByModel.set(model, meanings)
  }
  return meanings.get(name) ?? null
}

type Aggregate = NonNullable<ReturnType<typeof figureOf>>

/** By survey, because the expressions have to be parsed. */
const meaningsByModel = new WeakMap<SurveyModel, Map<string, Aggregate>>()

/** The figure of one question that an expression is: those that say which answers are good. */
function figureOf(expression: string | undefined) {
  const body = bodyOf(expression)
  if (body?.kind !== 'aggregate') return null
  return body.name === 'nps' || body.name === 'mean' || body.name === 'index' ? body : null
}

/** What an indicator computes; null without an expression or with one that cannot be read. */
function bodyOf(expression: string | undefined) {
  if (expression === undefined) return null
  try {
    return parseExpression(expression).body
  } catch (error) {
    // The error is reported when its figures are requested.
    if (error instanceof ExpressionError) return null
    throw error
  }
}
