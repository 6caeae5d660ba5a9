import { aggregatedQuestions, parseExpression } from '@gensvar/contract/expression'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** An indicator or question that may drive a score, or the score. */
export interface DriverItem {
  indicator: Indicator
  /** Its expression with its rule; null for one that is computed from no answers, such as a rank. */
  expression: string | null
  /** The scale of the question that it is the mean of; null for any other. */
  answered: Scale | null
}

interface Scale {
  min: number
  max: number
}

/** The item of a name. Throws `validation` naming it where the survey has none. */
export function driverItem(model: SurveyModel, name: string): DriverItem {
  const indicator = indicatorOf(model, name)
  const { expression, where } = indicator
  return {
    indicator,
    expression: expression !== null && where !== null ? `${expression} where ${where}` : expression,
    answered: expression === null ? null : answeredScale(model, expression),
  }
}

function answeredScale({ questions }: SurveyModel, expression: string): Scale | null {
  const { body } = parseExpression(expression)
  if (body.kind !== 'aggregate' || (body.name !== 'mean' && body.name !== 'median')) return null
  const { type, scaleMin = null, scaleMax = null } = questions.get(body.variable.name) ?? {}
  return type === 'scale' && scaleMin !== null && scaleMax !== null ? { min: scaleMin, max: scaleMax } : null
}

/**
 * The questions looked at: those named, else those of the driver groups, else those of all groups but the loyalty ones.
 * Throws `validation` for a name that the survey does not have.
 */
export function driverItems(model: SurveyModel, names: readonly string[] | undefined): DriverItem[] {
  if (names) return [...new Set(names)].map((name) => driverItem(model, name))
  const { groups } = model.config
  const drivers = groups.filter(({ driver }) => driver)
  const used = drivers.length > 0 ? drivers : groups.filter(({ loyalty }) => !loyalty)
  // What is wrong in a group is told where the configuration is edited.
  return [...new Set(used.flatMap(({ questions }) => questions))]
    .filter((name) => isIndicator(model, name))
    .map((name) => driverItem(model, name))
}

/** Whether an item is measured on a question that the score is made of: then it goes with it by definition. */
export function isPartOf(item: DriverItem, score: DriverItem): boolean {
  const own = new Set(questionsOf(score))
  return questionsOf(item).some((question) => own.has(question))
}

function questionsOf({ expression }: DriverItem): string[] {
  return expression === null ? [] : aggregatedQuestions(parseExpression(expression).body)
}

/** The ends of an item's figures: those it is shown with, else those of its function or its question; null where it has none. */
export function scaleOf({ indicator, expression, answered }: DriverItem): Scale | null {
  const { minValue, maxValue } = indicator
  if (minValue !== null && maxValue !== null && maxValue > minValue) return { min: minValue, max: maxValue }
  const body = expression === null ? null : parseExpression(expression).body
  if (body?.kind !== 'aggregate') return null
  switch (body.name) {
    case 'nps':
      return { min: -100, max: 100 }
    case 'csi':
    case 'index':
    case 'share':
    case 'topbox':
    case 'bottombox':
      return { min: 0, max: 100 }
    default:
      return answered
  }
}
