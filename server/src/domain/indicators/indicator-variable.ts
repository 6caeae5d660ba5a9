import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { countedKind } from '#server/domain/cases/counted-cases.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { hasDistribution } from '#server/domain/distributions/distributed-questions.ts'
import { countText, fewText } from './counted-words.ts'
import { definitionOf } from './definition.ts'
import { differenceOf, requestedSpan } from './figures.ts'
import type { FigureRequest } from './figure-request.ts'
import type { Figure } from './figures.ts'
import { weightOf } from './evidence.ts'
import { diffArrow, formatDifference, formatNumber, formatValue } from './figure-text.ts'
import { goalAt, goalStatus } from './goal.ts'
import type { Goal } from './goal.ts'
import type { Indicator } from './indicator.ts'
import { localWords } from './local-words.ts'
import { isOwnPlace } from './own-place.ts'
import { runningSpanText } from './running.ts'

/** A figure as shown in a tile. Texts with numbers are in the caller's language. */
export function indicatorVariableOf(
  request: FigureRequest,
  figure: Figure,
  extraVariables: IndicatorVariable[] = [],
): IndicatorVariable {
  const { access, requested } = request
  const { model } = access
  const { indicator, now } = figure
  const { locale } = request.ctx
  const goal = goalAt(model, indicator, requested.path, requested.today)
  const difference = differenceOf(figure)
  const shown = now.suppressed ? null : now.value
  const isRounded = !access.canViewInterviews
  const weight = weightOf(model, indicator, now, goal)
  return {
    name: indicator.name,
    universeName: model.universeName,
    metaInterviewName: model.extName,
    nodeName: requested.unit ? unitText(requested.unit, locale) : everything(locale),
    title: indicator.title,
    formattedValue: withAmong(formatValue(indicator, shown, locale), figure.among),
    value: shown,
    goalValue: goal?.value ?? null,
    formattedGoal: goal ? formatValue(indicator, goal.value, locale) : null,
    nInterviews: now.suppressed ? null : now.n,
    isRounded,
    interviewsTooltip: now.suppressed ? null : perLocale((one) => answersText(indicator, now, one, isRounded)),
    goalTooltip: goal ? perLocale((one) => goalText(goal, formatValue(indicator, goal.value, one) ?? '', one)) : null,
    diffArrow: diffArrow(indicator, difference),
    inverse: indicator.inverse,
    formattedDiff: formatDifference(indicator, difference, locale),
    formattedBase: formatValue(indicator, figure.base?.value ?? null, locale),
    chance: figure.comparison.chance,
    against: figure.against,
    baseWithheld: figure.comparison.why && localWords(figure.comparison.why),
    minValue: indicator.minValue,
    maxValue: indicator.maxValue,
    hideProgressBar: indicator.hideProgressBar,
    helpText: indicator.helpText,
    extraVariables,
    type: indicator.type,
    shortcutPage: indicator.shortcutPage,
    shortcutDrillPath: indicator.shortcutDrillPath,
    alertMode: indicator.alertMode,
    suppressed: now.suppressed,
    withheld: now.why ? localWords(now.why) : null,
    low: now.suppressed ? null : now.low,
    high: now.suppressed ? null : now.high,
    weight,
    few: weight === 'few' ? fewText(indicator.expression, model.config.lowBase) : null,
    lowBase: model.config.lowBase,
    goalStatus: goalStatus(indicator, shown, goal),
    unit: indicator.unit,
    decimals: indicator.decimals,
    expression: indicator.expression,
    cases: casesOf(access, indicator, isOwnPlace(request)),
    definition: definitionOf(model, indicator),
    ...(hasDistribution(model, indicator) && { hasDistribution: true }),
    period: isDated(model) ? runningSpanText(requestedSpan(request), requested.today) : null,
  }
}

/**
 * What can be listed of what a figure counts at a place: nothing where that would be fewer, as the caller may not open all.
 * `isOwn`: they may open every response there.
 */
export function casesOf(
  access: Pick<SurveyAccess, 'canViewInterviews' | 'canViewSamples'>,
  indicator: Indicator,
  isOwn: boolean,
): IndicatorVariable['cases'] {
  const kind = access.canViewInterviews ? countedKind(indicator) : null
  if (kind === null) return null
  return isOwn && (kind !== 'samples' || access.canViewSamples) ? kind : 'closed'
}

function withAmong(text: string | null, among: number | null): string | null {
  return text !== null && among !== null ? `${text} / ${among}` : text
}

function perLocale(text: (locale: Locale) => string): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, text(locale)]))
}

/** As `countText`, and how exact weighted answers are. */
function answersText(indicator: Figure['indicator'], now: Figure['now'], locale: Locale, isRounded: boolean): string {
  const counted = countText(indicator.expression, now.n, locale, isRounded)
  if (!now.weighted) return counted
  const n = formatNumber(Math.round(now.weighted.effectiveN), 0, locale)
  return `${counted}, ${exactWords[locale].replace('{n}', n)}`
}

const exactWords: Record<Locale, string> = {
  en: 'as exact as {n} equally weighted ones',
  sv: 'lika säkert som {n} lika viktade',
  no: 'like sikkert som {n} likt vektede',
  da: 'lige så sikkert som {n} lige vægtede',
  fi: 'yhtä tarkka kuin {n} samanpainoista',
}

const goalWords: Record<Locale, [string, string]> = {
  en: ['Goal', 'from'],
  sv: ['Mål', 'från'],
  no: ['Mål', 'fra'],
  da: ['Mål', 'fra'],
  fi: ['Tavoite', 'alkaen'],
}

function goalText(goal: Goal, value: string, locale: Locale): string {
  const [word, from] = goalWords[locale]
  return goal.from === null ? `${word} ${value}` : `${word} ${value} (${from} ${goal.from})`
}
