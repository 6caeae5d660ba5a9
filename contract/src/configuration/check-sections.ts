import { checkExpression, checkRule } from './check-expressions.ts'
import {
  builtInKinds,
  filterKindNames,
  filterKinds,
  kindOfQuestion,
  variableWithoutQuestion,
} from '../filter-kinds/index.ts'
import type { NameCheck } from './check-names.ts'
import { checkPath } from './check-paths.ts'
import type { FilterConfig } from './filters.ts'
import { isPercentage, percentDecimals } from './indicators.ts'
import type { ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'

/** Variables of a mail filter that need no question: when somebody was last written to. */
const mailFilterFields = ['lastsent'] as const

/** Checks the views: every level is a single-choice question, once per view. */
export function checkViews(check: NameCheck, views: SurveyConfig['views']): void {
  for (const [name, view] of Object.entries(views)) {
    const path = ['views', name, 'levels']
    check.questionList(path, view.levels, ['single'])
    check.unique(view.levels, (at) => [...path, at], 'levels')
  }
}

/** Checks the indicators: their expressions, the ones they rank by, the pages they lead to. */
export function checkIndicators(check: NameCheck, indicators: SurveyConfig['indicators']): void {
  for (const [name, indicator] of Object.entries(indicators)) {
    const path = ['indicators', name]
    if (indicator.expression !== undefined) checkExpression(check, [...path, 'expression'], indicator.expression)
    if (indicator.where !== undefined) checkRule(check, [...path, 'where'], indicator.where)
    if (indicator.rank !== undefined) checkRank(check, [...path, 'rank'], indicator.rank, indicators)
    if (isPercentage(indicator) && indicator.decimals !== percentDecimals)
      check.warn([...path, 'decimals'], 'percentages are always shown with one decimal')
    check.page([...path, 'shortcutPage'], indicator.shortcutPage)
    if (indicator.shortcutDrillPath !== undefined) {
      checkPath(check, [...path, 'shortcutDrillPath'], indicator.shortcutDrillPath)
    }
  }
}

function checkRank(check: NameCheck, path: ProblemPath, name: string, all: SurveyConfig['indicators']): void {
  if (all[name]?.rank !== undefined)
    check.error(path, `'${name}' is itself a rank; name an indicator with an expression`)
  else check.figure(path, name)
}

/** Checks goals, result groups and effects. */
export function checkResults(check: NameCheck, config: SurveyConfig): void {
  for (const [at, goal] of config.goals.entries()) {
    check.figure(['goals', at, 'indicator'], goal.indicator)
    checkPath(check, ['goals', at, 'path'], goal.path)
  }
  const names = config.groups.map((group) => group.extname)
  check.unique(names, (at) => ['groups', at, 'extname'], 'groups')
  for (const [at, group] of config.groups.entries()) {
    for (const [index, name] of group.questions.entries()) check.figure(['groups', at, 'questions', index], name)
    if (group.indicator !== undefined) check.figure(['groups', at, 'indicator'], group.indicator)
  }
  if (typeof config.effects === 'string') return
  for (const [at, block] of config.effects.entries()) {
    check.names(['effects', at, 'drillPath'], 'path', block.drillPath)
    for (const [row, { questionVariable }] of block.rows.entries()) {
      check.question(['effects', at, 'rows', row, 'questionVariable'], questionVariable)
    }
  }
}

/** Checks the filter sets: each filter is a question of a type that suits its control, or a built-in field. */
export function checkFilters(check: NameCheck, filters: SurveyConfig['filters']): void {
  for (const type of ['standard', 'time'] as const) {
    check.unique(
      filters[type].map((group) => group.key),
      (at) => ['filters', type, at, 'key'],
      'filter groups',
    )
    for (const [at, group] of filters[type].entries()) {
      for (const [index, filter] of group.filters.entries()) {
        checkFilter(check, ['filters', type, at, 'filters', index], filter)
      }
    }
  }
  for (const [at, hidden] of filters.hidden.entries())
    checkPath(check, ['filters', 'hidden', at, 'value'], hidden.value)
}

function checkFilter(check: NameCheck, path: ProblemPath, filter: FilterConfig): void {
  check.names([...path, 'extName'], 'name', filter.extName)
  const question = check.questions.get(filter.extName) ?? check.facets.get(filter.extName)
  if (!question) {
    // Filters on days and campaigns need no question: they use the event date and what was sent.
    if (variableWithoutQuestion(filter) !== null) return
    const known = [...check.questions.keys(), ...builtInKinds.keys()]
    check.error([...path, 'extName'], `there is no question '${filter.extName}'${didYouMean(filter.extName, known)}`)
    return
  }
  for (const kind of filterKindNames) {
    const { flags, needs } = filterKinds[kind]
    const flag = flags.find((one) => filter[one])
    if (flag === undefined || needs === null || kindOfQuestion[question.type] === kind) continue
    check.error([...path, flag], `'${filter.extName}' is a question of type ${question.type}; ${flag} needs ${needs}`)
  }
}

/** Checks what the interview and sample pages show. */
export function checkCasePages(check: NameCheck, { interview, sample, details }: SurveyConfig): void {
  const path: ProblemPath = ['interview']
  check.template([...path, 'title'], interview.title)
  check.template([...path, 'subtitle'], interview.subtitle)
  for (const key of ['face', 'rating', 'developmentChart'] as const) {
    check.optionalQuestion([...path, key], interview[key], ['scale', 'numeric'])
  }
  check.questionList([...path, 'background'], interview.background)
  check.questionList([...path, 'open'], interview.open, ['text'])
  check.questionList([...path, 'starred'], interview.starred)
  check.questionList([...path, 'headerVariable', 'highlights'], interview.headerVariable?.highlights ?? [])
  check.optionalQuestion([...path, 'links', 'by'], interview.links?.by)
  check.optionalQuestion([...path, 'links', 'label'], interview.links?.label)
  for (const [at, group] of interview.backgroundGroups.entries()) {
    check.questionList([...path, 'backgroundGroups', at, 'fields'], group.fields)
  }
  for (const key of ['stateQuestion', 'subStateQuestion', 'evalPeriodQuestion'] as const) {
    check.optionalQuestion(['sample', key], sample[key])
  }
  for (const [at, group] of sample.groups.entries()) {
    for (const [index, field] of group.fields.entries()) {
      check.sampleField(['sample', 'groups', at, 'fields', index], field.question)
    }
  }
  for (const [name, detail] of Object.entries(details)) {
    for (const [at, section] of detail.sections.entries()) {
      for (const [index, text] of section.paragraphs.entries()) {
        check.template(['details', name, 'sections', at, 'paragraphs', index], text)
      }
    }
    check.template(['details', name, 'gotoZendeskLink'], detail.gotoZendeskLink)
  }
}

/** Checks the alert rules, their texts and who they go to. */
export function checkAlerts(check: NameCheck, { alerts, anonymity }: SurveyConfig): void {
  if (anonymity !== 'off' && alerts.length > 0)
    check.warn(['alerts'], 'an anonymous survey raises no alerts: nobody may open its single interviews')
  check.unique(
    alerts.map((alert) => alert.extname),
    (at) => ['alerts', at, 'extname'],
    'alerts',
  )
  for (const [at, alert] of alerts.entries()) {
    checkRule(check, ['alerts', at, 'when'], alert.when)
    check.template(['alerts', at, 'info'], alert.info)
    if (alert.owner !== undefined) check.level(['alerts', at, 'owner'], alert.owner)
    for (const [step, { to }] of alert.escalate.entries()) check.level(['alerts', at, 'escalate', step, 'to'], to)
    const ids = alert.questions.map((question) => question.questionId)
    check.unique(ids, (index) => ['alerts', at, 'questions', index, 'questionId'], 'questions')
  }
}

/** Checks the rest: dates, people, actions, campaigns, the public display and the page the survey opens on. */
export function checkSurvey(check: NameCheck, config: SurveyConfig): void {
  check.optionalQuestion(['eventDate'], config.eventDate, ['date'])
  if (!config.dated && config.eventDate !== undefined)
    check.error(['dated'], 'must be true, because there is an eventDate')
  for (const [key, name] of Object.entries(config.respondent)) check.optionalQuestion(['respondent', key], name)
  for (const [at, { question }] of config.userVariables.entries())
    check.question(['userVariables', at, 'question'], question)
  check.page(['defaultPage'], config.defaultPage)
  for (const [at, item] of config.actions.items.entries()) check.figure(['actions', 'items', at], item.indicator)
  for (const [at, plan] of config.actions.compound.entries()) {
    for (const [index, item] of plan.items.entries()) {
      check.figure(['actions', 'compound', at, 'items', index, 'value'], item.value)
    }
  }
  for (const [at, { filter }] of config.campaigns.mailFilters.entries()) {
    checkPath(check, ['campaigns', 'mailFilters', at, 'filter'], filter, mailFilterFields)
  }
  const screen = config.bigScreen
  if (!screen) return
  checkPath(check, ['bigScreen', 'path'], screen.path)
  check.question(['bigScreen', 'rating'], screen.rating, ['scale', 'numeric'])
  check.optionalQuestion(['bigScreen', 'comment'], screen.comment, ['text'])
  check.figureList(['bigScreen', 'expressions'], screen.expressions)
  if (screen.goal !== undefined) check.figure(['bigScreen', 'goal'], screen.goal)
}
