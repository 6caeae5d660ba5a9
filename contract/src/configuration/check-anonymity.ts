import { backgroundsOfRule, isOneOrBand } from '../backgrounds.ts'
import { ExpressionError, aggregatesOf, parseExpression, type Aggregate } from '../expression.ts'
import { parseRule, type Rule } from '../row-rule.ts'
import type { NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import type { AnonymityConfig, SurveyConfig } from './survey-config.ts'

/** Functions whose figures cannot be blurred by few people's worth of noise, so an anonymous survey shows none. */
const neverShown: readonly Aggregate['name'][] = ['median', 'sum', 'alerts']

/** Functions that an anonymous survey shows of scales alone: of a number without ends one answer can weigh most. */
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
}

function checkBands(check: NameCheck, variable: string, bands: readonly (readonly string[])[]): void {
  const question = check.question(['bands', variable], variable, ['single'])
  for (const [at, band] of bands.entries())
    for (const [index, value] of band.entries())
      if (question?.choices && !question.choices.includes(value))
        check.error(['bands', variable, at, index], `'${variable}' has no choice '${value}'`)
}

function checkAggregate(check: NameCheck, path: ProblemPath, aggregate: Aggregate): void {
  if (neverShown.includes(aggregate.name)) {
    check.error(path, `an anonymous survey shows no ${aggregate.name}()`)
    return
  }
  if (!ofScales.includes(aggregate.name)) return
  const used = 'variables' in aggregate ? aggregate.variables : 'variable' in aggregate ? [aggregate.variable] : []
  for (const { name } of used) {
    const type = check.questions.get(name)?.type
    if (type !== undefined && type !== 'scale')
      check.error(path, `an anonymous survey shows ${aggregate.name}() of scales alone, and '${name}' is ${type}`)
  }
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
    // What cannot be read is said where expressions are checked.
    if (!(error instanceof ExpressionError)) throw error
  }
}
