import { neverPublished } from '@gensvar/contract/configuration/check-anonymity'
import type { IndicatorConfig } from '@gensvar/contract/configuration/indicators'
import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import { printVariable } from '@gensvar/contract/row-rule'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** An indicator with all defaults filled in. */
export interface Indicator {
  name: string
  title: LocalText
  /** Null for a rank, which is computed from the siblings' values and not from rows. */
  expression: string | null
  /** Name of the indicator a rank ranks by. */
  rank: string | null
  where: string | null
  unit: string | null
  /** The indicator's own goal; goals for places override it. */
  goal: number | null
  /** Name of the indicator whose goals for places are also its own: itself, unless it is a question's figure. */
  goalsOf: string
  inverse: boolean
  decimals: number
  minValue: number | null
  maxValue: number | null
  base: IndicatorConfig['base']
  hideProgressBar: boolean
  helpText: LocalText | null
  type: string | null
  alertMode: string | null
  shortcutPage: string | null
  shortcutDrillPath: string | null
  /** True for a count (of interviews, samples, alerts). */
  counts: boolean
}

/** Name of the built-in indicator for the number of interviews. */
export const countName = 'n'

const countTitle: LocalText = { en: 'Answers', sv: 'Svar', no: 'Svar', da: 'Svar', fi: 'Vastaukset' }

/**
 * The indicator of a name: one of the configuration's, a question's variable (its mean, or for a yes/no question the
 * share of yes), or `n`. Throws `validation` for any other name, and for a question that has no mean.
 */
export function indicatorOf(model: SurveyModel, name: string): Indicator {
  const configured = model.config.indicators[name]
  if (configured) return fromConfig(name, configured)
  const question = model.questions.get(name)
  if (question) return fromQuestion(model, question)
  if (name === countName)
    return {
      ...plainIndicator,
      name,
      goalsOf: name,
      title: countTitle,
      expression: 'count()',
      decimals: 0,
      counts: true,
    }
  throw new AppError('validation', say`"${name}" is neither an indicator nor a question of this survey.`, {
    [name]: say`unknown`,
  })
}

/** Whether a name is one that `indicatorOf` accepts. */
export function isIndicator(model: SurveyModel, name: string): boolean {
  if (Object.hasOwn(model.config.indicators, name) || name === countName) return true
  const type = model.questions.get(name)?.type
  return type === 'scale' || type === 'numeric'
}

/** Whether an anonymous survey can show an indicator: some kinds of figures it never shows. */
export function isEverPublished(model: SurveyModel, { expression }: Pick<Indicator, 'expression'>): boolean {
  if (expression === null) return true
  const typeOf = (variable: string) => model.questions.get(variable)?.type
  try {
    return aggregatesOf(parseExpression(expression).body).every((one) => neverPublished(one, typeOf).length === 0)
  } catch (error) {
    // The error is reported when its figures are requested.
    if (error instanceof ExpressionError) return true
    throw error
  }
}

/** The indicator shown for a survey in lists: the first computed from rows, else the first scale; null without any. */
export function mainIndicatorName(model: SurveyModel): string | null {
  const configured = Object.entries(model.config.indicators).find(([, indicator]) => indicator.expression !== undefined)
  if (configured) return configured[0]
  return [...model.questions.values()].find((question) => question.type === 'scale')?.variable ?? null
}

/** Whether it is a yes/no question, with answers stored as 1 and 0. */
export function isYesNo(question: Question): boolean {
  return question.type === 'scale' && question.scaleMin === 0 && question.scaleMax === 1
}

/** What an indicator without settings of its own has. */
export const plainIndicator = {
  rank: null,
  where: null,
  unit: null,
  goal: null,
  inverse: false,
  minValue: null,
  maxValue: null,
  base: 'trend',
  hideProgressBar: false,
  helpText: null,
  type: null,
  alertMode: null,
  shortcutPage: null,
  shortcutDrillPath: null,
  counts: false,
} as const

function fromConfig(name: string, config: IndicatorConfig): Indicator {
  return {
    name,
    title: config.title ?? name,
    expression: config.expression ?? null,
    rank: config.rank ?? null,
    where: config.where ?? null,
    unit: config.unit ?? null,
    goal: config.goal ?? null,
    goalsOf: name,
    inverse: config.inverse,
    decimals: config.rank === undefined ? config.decimals : 0,
    minValue: config.minValue ?? null,
    maxValue: config.maxValue ?? null,
    base: config.base,
    hideProgressBar: config.hideProgressBar,
    helpText: config.helpText ?? null,
    type: config.type ?? null,
    alertMode: config.alertMode ?? null,
    shortcutPage: config.shortcutPage ?? null,
    shortcutDrillPath: config.shortcutDrillPath ?? null,
    counts: /^\s*(count|samples|alerts|messages)\s*\([^()]*\)\s*$/.test(config.expression ?? ''),
  }
}

function fromQuestion(model: SurveyModel, question: Question): Indicator {
  if (question.type !== 'scale' && question.type !== 'numeric')
    throw new AppError('validation', say`"${question.variable}" has no number to show.`, {
      [question.variable]: say`has no number`,
    })
  const variable = printVariable({ name: question.variable, position: 0 })
  const shared = { ...plainIndicator, name: question.variable, goalsOf: question.variable, title: titleOf(question) }
  const measure = measureOf(model, question.variable)
  if (measure) {
    const { expression, unit, goal, goalsOf, inverse, decimals, base } = measure
    const isIndex = /^\s*index\b/.test(expression ?? '')
    const minValue = measure.minValue ?? (isIndex ? 0 : question.scaleMin)
    const maxValue = measure.maxValue ?? (isIndex ? 100 : question.scaleMax)
    return { ...shared, expression, unit, goal, goalsOf, inverse, decimals, base, minValue, maxValue }
  }
  if (isYesNo(question))
    return { ...shared, expression: `share(${variable}, 1)`, unit: '%', decimals: 0, minValue: 0, maxValue: 100 }
  return {
    ...shared,
    expression: `mean(${variable})`,
    decimals: 1,
    minValue: question.scaleMin,
    maxValue: question.scaleMax,
  }
}

/** The indicators that are one question's mean or index over all its answers, by question: cached as they are parsed. */
const measuresByModel = new WeakMap<SurveyModel, Map<string, Indicator>>()

/**
 * The indicator that decides how a question's figure is shown (scale, decimals, unit, goal): the first that is its mean or
 * index over all its answers. Null where the configuration has none, and the question is shown as it was asked.
 */
export function measureOf(model: SurveyModel, variable: string): Indicator | null {
  let measures = measuresByModel.get(model)
  if (!measures) {
    measures = new Map()
    for (const [name, config] of Object.entries(model.config.indicators)) {
      const measured = config.where === undefined ? measuredQuestion(config.expression) : null
      if (measured !== null && !measures.has(measured)) measures.set(measured, fromConfig(name, config))
    }
    measuresByModel.set(model, measures)
  }
  return measures.get(variable) ?? null
}

function measuredQuestion(expression: string | undefined): string | null {
  if (expression === undefined) return null
  try {
    const { body, where } = parseExpression(expression)
    const isMeasure = body.kind === 'aggregate' && (body.name === 'mean' || body.name === 'index') && where === null
    return isMeasure ? body.variable.name : null
  } catch (error) {
    // The error is reported when its figures are requested.
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** Title of a question, or its variable when it has none. */
export function titleOf(question: Pick<Question, 'title' | 'variable'>): LocalText {
  return Object.keys(question.title).length > 0 ? { ...question.title } : question.variable
}
