import type { Grade } from '@gensvar/contract/entities/interview'
import { aggregatedQuestions, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { npsCuts } from '#server/domain/figures/expressions/aggregates.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseRow } from './list-cases.ts'

/** What an answer is graded by: its question, and whether it counts towards a net promoter score or is inverse. */
interface Measure {
  variable: string
  isPromoterScore: boolean
  isInverse: boolean
}

/**
 * The mood of an answer to the question behind a name (a question or an indicator of one question), by the meaning of
 * its indicator. Where that is a net promoter score, promoters are positive, detractors negative, the others neutral;
 * else what is above two thirds of the scale is positive, its lower half negative (on a scale from 1 to 10: 8 to 10, up
 * to 5), and the other way round for an inverse indicator. Null for anything that is not a number on a scale.
 */
export function gradeOf(model: SurveyModel, row: Pick<CaseRow, 'answers'>, name: string): Grade | null {
  const measure = measureOf(model, name)
  const { scaleMin = null, scaleMax = null } = (measure && model.questions.get(measure.variable)) ?? {}
  const answer = measure && row.answers[measure.variable]
  if (!measure || typeof answer !== 'number' || scaleMin === null || scaleMax === null) return null
  const cut = measure.isPromoterScore ? npsCuts[`${scaleMin}-${scaleMax}`] : undefined
  if (cut) return answer >= cut.promoter ? 'positive' : answer <= cut.detractor ? 'negative' : 'neutral'
  const share = (measure.isInverse ? scaleMax - answer : answer - scaleMin) / (scaleMax - scaleMin)
  if (share > 2 / 3) return 'positive'
  return share < 0.5 ? 'negative' : 'neutral'
}

/** The question behind a name: the question itself, or the only one of an indicator's expression; null without one. */
export function measuredVariable(model: SurveyModel, name: string): string | null {
  return measureOf(model, name)?.variable ?? null
}

function measureOf(model: SurveyModel, name: string): Measure | null {
  const { indicators } = model.config
  if (Object.hasOwn(indicators, name)) {
    const variable = questionOfIndicator(model, name)
    return directionOf(model, name) ?? (variable === null ? null : measureOfQuestion(model, variable))
  }
  return measureOfQuestion(model, name)
}

/** A question is graded by the meaning of the first indicator that is about it alone. */
function measureOfQuestion(model: SurveyModel, variable: string): Measure | null {
  if (!model.questions.has(variable)) return null
  const about = Object.keys(model.config.indicators).map((one) => directionOf(model, one))
  return (
    about.find((measure) => measure?.variable === variable) ?? { variable, isPromoterScore: false, isInverse: false }
  )
}

/** Figures that say which end of a question's scale is good. Shares do not: theirs is in the answers they count. */
const directed: ReadonlySet<Aggregate['name']> = new Set(['nps', 'mean', 'median', 'index'])

function directionOf(model: SurveyModel, name: string): Measure | null {
  const variable = questionOfIndicator(model, name)
  if (variable === null) return null
  const { expression = '', inverse = false } = model.config.indicators[name] ?? {}
  const aggregates = aggregatesOf(parseExpression(expression).body)
  if (!aggregates.every((one) => directed.has(one.name))) return null
  return { variable, isPromoterScore: aggregates.some((one) => one.name === 'nps'), isInverse: inverse }
}

/** The only question of an indicator's expression; null where it is about none or several. */
function questionOfIndicator(model: SurveyModel, name: string): string | null {
  const { expression } = model.config.indicators[name] ?? {}
  if (expression === undefined) return null
  const [variable, ...others] = aggregatedQuestions(parseExpression(expression).body)
  return others.length > 0 ? null : (variable ?? null)
}
