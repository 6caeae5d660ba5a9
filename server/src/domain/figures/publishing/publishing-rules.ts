import { mostBackgrounds } from '@gensvar/contract/configuration/check-anonymity'
import type { FilterConfig } from '@gensvar/contract/configuration/filters'
import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { periodIndex, periodStart } from '@gensvar/contract/periods'
import type { PeriodKind } from '@gensvar/contract/periods'
import { addToDate, toDayNumber } from '@gensvar/contract/dates'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { FrozenScores } from './frozen-scores.ts'

/** Most choices of a question that comparisons can be filtered by, unless the configuration lists it. */
const mostChoices = 50
/** Least answers behind a comparison without a background, and with one. */
export const comparisonMinimum = [5, 25] as const

/** What can be requested of published figures, and how many answers they need. */
export interface PublishingRules {
  /** True for an anonymous survey; false for comparisons with places outside the reader's own in a named one. */
  isAnonymous: boolean
  /** Least number of answers by number of backgrounds; its length limits the number of backgrounds. */
  minimum: readonly number[]
  /** Background questions by variable, with the first day of the periods they can be used for; '' for all periods. */
  backgrounds: ReadonlyMap<string, string>
  /** Which questions' one figure with a background is the net promoter score, by period; for others it is the mean. */
  scores: FrozenScores
  bands: Readonly<Record<string, readonly (readonly string[])[]>>
  /** The shortest period of an anonymous survey; null in a named one, where any calendar period can be used. */
  base: 'month' | 'quarter' | null
  /** First day of the earliest base period that is not closed yet; '' without a base. */
  runningFrom: string
}

/** The frozen rules of an anonymous survey: see `freezeRules`. */
export interface FrozenRules {
  period: 'month' | 'quarter'
  minimum: readonly number[]
  filters: Readonly<Record<string, string>>
  scores: FrozenScores
}

/** Rules of comparisons in a named survey. */
export function comparisonRules(model: SurveyModel): PublishingRules {
  const { config } = model
  const listed =
    config.comparable ?? filtersOf(model).flatMap(({ extName }) => (isSmall(model, extName) ? [extName] : []))
  return {
    isAnonymous: false,
    minimum: comparisonMinimum,
    backgrounds: new Map(listed.map((variable) => [variable, ''])),
    scores: new Map(),
    bands: config.bands,
    base: null,
    runningFrom: '',
  }
}

/** Rules of an anonymous survey. `today` is the survey's date (ISO). */
export function anonymousRules(model: SurveyModel, frozen: FrozenRules, today: string): PublishingRules {
  const { filters = [], closing = 0 } = model.anonymity ?? {}
  return {
    isAnonymous: true,
    minimum: frozen.minimum.slice(0, mostBackgrounds({ filters }) + 1),
    backgrounds: new Map(filters.map((variable) => [variable, frozen.filters[variable] ?? ''])),
    scores: frozen.scores,
    bands: model.config.bands,
    base: frozen.period,
    runningFrom: startOfPeriod(frozen.period, addToDate(today, -closing, 'd')),
  }
}

/** First day of the period a date (ISO) lies in. */
export function startOfPeriod(kind: PeriodKind, date: string): string {
  return periodStart(kind, periodIndex(kind, toDayNumber(date)))
}

function filtersOf({ config }: SurveyModel): FilterConfig[] {
  return [...config.filters.standard, ...config.filters.time].flatMap((group) => group.filters)
}

function isSmall(model: SurveyModel, variable: string): boolean {
  const question = model.questions.get(variable)
  return question?.type === 'single' && question.choices.length <= mostChoices
}

/** The scales by variable, and whether the configuration has the net promoter score of each. */
export function configuredScores({ config, questions }: SurveyModel): Map<string, boolean> {
  const aggregates = Object.values(config.indicators).flatMap(({ expression }) => readable(expression ?? '0'))
  const scored = new Set(aggregates.flatMap((one) => (one.name === 'nps' ? [one.variable.name] : [])))
  const scales = [...questions.values()].filter(({ type }) => type === 'scale')
  return new Map(scales.map(({ variable }) => [variable, scored.has(variable)]))
}

function readable(expression: string): Aggregate[] {
  try {
    return aggregatesOf(parseExpression(expression).body)
  } catch (error) {
    // The error is reported when the indicator is requested.
    if (error instanceof ExpressionError) return []
    throw error
  }
}
