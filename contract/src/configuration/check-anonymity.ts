import { backgroundsOfRule, isOneOrBand } from '../backgrounds.ts'
import { decodeDateFilter } from '../date-filters.ts'
import type { QuestionType } from '../entities/metadata.ts'
import { ExpressionError, aggregatesOf, parseExpression } from '../expression.ts'
import type { Aggregate } from '../expression.ts'
import { arePublishedChartDates, arePublishedDates, publishedChartPeriods } from '../published-dates.ts'
import { parseRule } from '../row-rule.ts'
import type { Rule } from '../row-rule.ts'
import { defaultChartPeriods } from '../widgets/development-chart.ts'
import { walkComponents } from '../widgets/find-component.ts'
import { isComponentOf } from '../widgets/index.ts'
import type { WidgetConfig } from '../widgets/index.ts'
import type { NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import type { AnonymityConfig, SurveyConfig } from './survey-config.ts'

/** Functions that an anonymous survey never shows: the noise would not hide a single person in them. */
const neverShown: readonly Aggregate['name'][] = [
  ...(['median', 'sum', 'alerts', 'alerttime', 'alertshare', 'alertreason'] as const),
  // Who opened or answered a message is told in the sums of its campaign alone.
  ...(['messages', 'messageshare'] as const),
  'sentiment',
]

/** Functions that an anonymous survey shows for scale questions only: one answer can dominate an unlimited number. */
const ofScales: readonly Aggregate['name'][] = ['mean', 'index', 'csi', 'nps', 'topbox', 'bottombox']

/** Checks what is published: backgrounds, bands, and in an anonymous survey every indicator. */
export function checkPublished(check: NameCheck, config: SurveyConfig): void {
  check.questionList(['comparable'], config.comparable ?? [], ['single'])
  for (const [variable, bands] of Object.entries(config.bands)) checkBands(check, variable, bands)
  if (config.anonymity === 'off') return
  const { filters } = config.anonymity
  const path = ['anonymity', 'filters']
  check.questionList(path, filters, ['single'])
  check.unique(filters, (at) => [...path, at], 'filters')
  for (const [at, name] of filters.entries())
    if (check.levels.has(name))
      check.error([...path, at], `'${name}' is a level of the hierarchy, which is never a filter`)
  for (const [name, indicator] of Object.entries(config.indicators)) {
    const at = ['indicators', name]
    readable(() => {
      if (indicator.expression !== undefined) {
        const { body, where } = parseExpression(indicator.expression)
        for (const aggregate of aggregatesOf(body)) checkAggregate(check, [...at, 'expression'], aggregate)
        if (where) checkWhere(check, [...at, 'expression'], where, config, config.anonymity)
      }
      if (indicator.where !== undefined)
        checkWhere(check, [...at, 'where'], parseRule(indicator.where), config, config.anonymity)
    })
  }
  checkPeriods(check, config, config.anonymity)
}

/** Checks that pages and components ask for periods that an anonymous survey has figures of. */
function checkPeriods(check: NameCheck, { pages }: SurveyConfig, { period: base }: AnonymityConfig): void {
  for (const [at, { selectionInterval }] of pages.entries())
    checkInterval(check, ['pages', at, 'selectionInterval'], selectionInterval, base)
  for (const { component, path } of walkComponents(pages)) {
    const config = ['pages', ...path, 'config']
    const interval = [...config, 'selectionInterval']
    if (isComponentOf(component, 'development-chart')) {
      checkChartInterval(check, interval, component.config.selectionInterval, base)
      checkChart(check, config, component.config, base)
    } else if (isComponentOf(component, 'choice-line')) {
      checkChartInterval(check, interval, component.config.selectionInterval, base)
      checkPeriodLinks(check, config, component.config.periods, base)
    } else checkInterval(check, interval, component.config['selectionInterval'], base)
  }
}

function checkInterval(check: NameCheck, path: ProblemPath, interval: unknown, base: AnonymityConfig['period']): void {
  const dates = typeof interval === 'string' ? decodeDateFilter(interval) : null
  if (dates && !arePublishedDates(base, dates))
    check.error(
      path,
      `an anonymous survey has figures of one ${base} or a longer calendar period; write ${examplesOf[base]}`,
    )
}

function checkChartInterval(
  check: NameCheck,
  path: ProblemPath,
  interval: string | undefined,
  base: AnonymityConfig['period'],
): void {
  const dates = interval === undefined ? null : decodeDateFilter(interval)
  if (dates && !arePublishedChartDates(base, dates))
    check.error(
      path,
      `a chart of an anonymous survey covers whole periods no shorter than one ${base}; write ${chartExamplesOf[base]}`,
    )
}

const chartExamplesOf = {
  month: 'last_12m, last_8q, last_2y or all_time',
  quarter: 'last_8q, last_2y or all_time',
} as const

const examplesOf = {
  month: 'last_1m, this_m, last_1q, this_q, last_1y, this_y or all_time',
  quarter: 'last_1q, this_q, last_1y, this_y or all_time',
} as const

function checkChart(
  check: NameCheck,
  path: ProblemPath,
  { periods, customPeriods }: WidgetConfig<'development-chart'>,
  base: AnonymityConfig['period'],
): void {
  if (customPeriods.length > 0)
    check.error([...path, 'customPeriods'], 'an anonymous survey has figures of calendar periods alone')
  checkPeriodLinks(check, path, periods, base)
}

function checkPeriodLinks(
  check: NameCheck,
  path: ProblemPath,
  periods: WidgetConfig<'development-chart'>['periods'],
  base: AnonymityConfig['period'],
): void {
  // A chart that names no periods offers those of the default ones that have figures.
  if (String(periods) === String(defaultChartPeriods)) return
  const published = publishedChartPeriods(base, periods)
  for (const [at, period] of periods.entries())
    if (!published.includes(period))
      check.error([...path, 'periods', at], `an anonymous survey with the period ${base} has no figures of ${period}`)
}

function checkBands(check: NameCheck, variable: string, bands: readonly (readonly string[])[]): void {
  const question = check.question(['bands', variable], variable, ['single'])
  for (const [at, band] of bands.entries())
    for (const [index, value] of band.entries())
      if (question?.choices && !question.choices.includes(value))
        check.error(['bands', variable, at, index], `'${variable}' has no choice '${value}'`)
}

function checkAggregate(check: NameCheck, path: ProblemPath, aggregate: Aggregate): void {
  for (const problem of neverPublished(aggregate, (name) => check.questions.get(name)?.type)) check.error(path, problem)
}

/** Why an anonymous survey never shows an aggregate; empty for one that it can show. */
export function neverPublished(aggregate: Aggregate, typeOf: (variable: string) => QuestionType | undefined): string[] {
  if (neverShown.includes(aggregate.name)) return [`an anonymous survey shows no ${aggregate.name}()`]
  if (!ofScales.includes(aggregate.name)) return []
  const used = 'variables' in aggregate ? aggregate.variables : 'variable' in aggregate ? [aggregate.variable] : []
  return used.flatMap(({ name }) => {
    const type = typeOf(name)
    if (type === undefined || type === 'scale') return []
    return [`an anonymous survey shows ${aggregate.name}() of scales alone, and '${name}' is ${type}`]
  })
}

function checkWhere(
  check: NameCheck,
  path: ProblemPath,
  rule: Rule,
  config: SurveyConfig,
  anonymity: SurveyConfig['anonymity'],
): void {
  if (anonymity === 'off') return
  const demands = backgroundsOfRule(rule)
  const isKnown = demands?.every(
    ({ variable, values }) => anonymity.filters.includes(variable) && isOneOrBand(values, config.bands[variable]),
  )
  if (!demands || !isKnown)
    check.error(path, `in an anonymous survey 'where' takes one choice of a question listed in anonymity.filters`)
  else if (demands.length > mostBackgrounds(anonymity))
    check.error(path, `in an anonymous survey 'where' takes at most ${mostBackgrounds(anonymity)} of its filters`)
}

/** How many background questions may be filtered by at once: two of up to four, one of more. */
export function mostBackgrounds({ filters }: Pick<AnonymityConfig, 'filters'>): 1 | 2 {
  return filters.length > 4 ? 1 : 2
}

function readable(check: () => void): void {
  try {
    check()
  } catch (error) {
    // An expression that does not parse is reported by checkExpression.
    if (!(error instanceof ExpressionError)) throw error
  }
}
