import type { AnyComponent } from '../widgets/component.ts'
import type { Column } from '../widgets/column.ts'
import { walkComponents } from '../widgets/find-component.ts'
import { isComponentOf, isKnownType, widgetTypes } from '../widgets/index.ts'
import type { Component } from '../widgets/index.ts'
import type { VariableEntry } from '../widgets/variable-entry.ts'
import { ExpressionError, aggregatedQuestions, parseExpression } from '../expression.ts'
import { alertFields } from './alerts.ts'
import { checkEditor } from './check-editor.ts'
import { sampleFields } from './check-names.ts'
import type { NameCheck } from './check-names.ts'
import { checkPath } from './check-paths.ts'
import type { ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'

/** Checks the pages and every component on them, including those inside other components. */
export function checkPages(check: NameCheck, config: SurveyConfig): void {
  const { pages } = config
  check.unique(
    pages.map((page) => page.extname),
    (at) => ['pages', at, 'extname'],
    'pages',
  )
  const kinds = new Set<string>()
  for (const [at, { kind }] of pages.entries()) {
    if (kind !== undefined && kinds.has(kind)) check.error(['pages', at, 'kind'], `there are two pages of kind ${kind}`)
    if (kind !== undefined) kinds.add(kind)
  }
  const ids = new Map<string, ProblemPath>()
  const placed = [...walkComponents(pages)]
  for (const { component, path } of placed) {
    const full = ['pages', ...path]
    const { id } = component.config
    if (ids.has(id) && id !== '') check.error([...full, 'config', 'id'], `there are two components with the id '${id}'`)
    ids.set(id, full)
    checkComponent(check, full, component, config)
  }
  for (const { component, path } of placed) {
    if (!isComponentOf(component, 'selection-block')) continue
    for (const [at, item] of component.config.items.entries()) {
      if (typeof item !== 'string' || ids.has(item)) continue
      const words = `there is no component with the id '${item}'${didYouMean(item, ids.keys())}`
      check.error(['pages', ...path, 'config', 'items', at], words)
    }
  }
}

/** Checks the survey's own reports: their names, and the components whose figures they hold. */
export function checkReports(check: NameCheck, { reports: { named }, pages }: SurveyConfig): void {
  check.unique(
    named.map((report) => report.extname),
    (at) => ['reports', 'named', at, 'extname'],
    'reports',
  )
  const ids = [...walkComponents(pages)].map(({ component }) => component.config.id)
  for (const [at, { components }] of named.entries()) {
    for (const [index, id] of components.entries()) {
      if (ids.includes(id)) continue
      const words = `there is no component with the id '${id}'${didYouMean(id, ids)}`
      check.error(['reports', 'named', at, 'components', index], words)
    }
  }
}

function checkComponent(check: NameCheck, path: ProblemPath, component: AnyComponent, config: SurveyConfig): void {
  if (!isKnownType(component.type)) {
    const hint = didYouMean(component.type, widgetTypes)
    check.warn([...path, 'type'], `unknown component '${component.type}'${hint}`)
    return
  }
  checkConfig(check, [...path, 'config'], component as Component, config)
}

function checkConfig(check: NameCheck, path: ProblemPath, component: Component, config: SurveyConfig): void {
  switch (component.type) {
    case 'variable-block':
      checkEntries(check, [...path, 'variables'], component.config.variables)
      check.figureList([...path, 'expressions'], component.config.expressions)
      for (const [at, block] of component.config.blocks.entries()) {
        checkEntries(check, [...path, 'blocks', at, 'variables'], block.variables)
      }
      return
    case 'variable-action-block':
    case 'action-plan':
      return checkEntries(check, [...path, 'variables'], component.config.variables)
    case 'development-chart':
      check.unique(
        component.config.customPeriods.map((period) => period.extname),
        (at) => [...path, 'customPeriods', at, 'extname'],
        'custom periods',
      )
      return check.figureList([...path, 'variables'], component.config.variables)
    case 'benchmark':
      if (component.config.against === 'pool' && !config.pool)
        check.error([...path, 'against'], `the survey takes part in no pool; name one in the section 'pool'`)
      return check.figureList([...path, 'variables'], component.config.variables)
    case 'delta':
      return check.figureList([...path, 'variables'], component.config.variables)
    case 'what-changed':
      if (component.config.level !== undefined) check.level([...path, 'level'], component.config.level)
      return check.figure([...path, 'indicator'], component.config.indicator)
    case 'global-values-table':
      return check.figureList([...path, 'indicators'], component.config.indicators)
    case 'grouped':
      check.figureList([...path, 'variables'], component.config.variables)
      check.question([...path, 'by'], component.config.by, ['single', 'multiple'])
      return
    case 'indicator-block':
      check.figure([...path, 'indicator'], component.config.indicator)
      for (const [at, group] of component.config.groups.entries()) {
        for (const [index, text] of group.paths.entries())
          checkPath(check, [...path, 'groups', at, 'paths', index], text)
      }
      return
    case 'priority':
    case 'effect':
      check.figure([...path, 'score'], component.config.score)
      return check.figureList([...path, 'questions'], component.config.questions ?? [])
    case 'choice-line':
      check.asked([...path, 'question'], component.config.question, ['single', 'multiple', 'scale'])
      return
    case 'text-analytics':
      check.page([...path, 'detailsPage'], component.config.detailsPage)
      return check.questionList([...path, 'questions'], component.config.questions, ['text'])
    case 'feedback-overview':
    case 'feedback-sentiment':
      return check.questionList([...path, 'questions'], component.config.questions, ['text'])
    case 'latest-comments':
      if (component.config.score !== undefined) checkScore(check, [...path, 'score'], component.config.score, config)
      return check.questionList([...path, 'variables'], component.config.variables, ['text'])
    case 'feedback-search':
      check.questionList([...path, 'customerInfo'], component.config.customerInfo)
      return check.questionList([...path, 'questions'], component.config.questions, ['text'])
    case 'question-search':
      check.questionList([...path, 'customerInfo'], component.config.customerInfo)
      check.question([...path, 'question'], component.config.question, ['text'])
      return
    case 'ranking-table':
      checkSort(check, [...path, 'sortBy'], component.config.sortBy)
      checkColumns(check, [...path, 'columns'], component.config.columns, config)
      return checkColumns(check, [...path, 'leafColumns'], component.config.leafColumns, config, sampleFields)
    case 'sample-table':
      checkSort(check, [...path, 'sortBy'], component.config.sortBy, sampleFields)
      checkEditor(check, [...path, 'sampleEditor'], component.config.sampleEditor)
      for (const [at, { fields }] of component.config.copyActions.entries())
        for (const [index, name] of fields.entries())
          check.sampleField([...path, 'copyActions', at, 'fields', index], name)
      return checkColumns(check, [...path, 'columns'], component.config.columns, config, sampleFields)
    case 'alert-table':
      checkSort(check, [...path, 'sortBy'], component.config.sortBy, alertColumns)
      return checkColumns(check, [...path, 'columns'], component.config.columns, config, alertColumns)
    case 'data-uploader':
      for (const [at, field] of component.config.fields.entries()) {
        check.question([...path, 'fields', at, 'variable'], field.variable)
      }
      return
    case 'gamification-overview':
      for (const [at, award] of component.config.awards.entries()) {
        if (award.type === 'TopMarksAward')
          check.questionList([...path, 'awards', at, 'questions'], award.questions, ['scale'])
        else check.question([...path, 'awards', at, 'question'], award.question, ['scale', 'numeric'])
      }
      return
    case 'discriminator':
      for (const [at, branch] of component.config.branches.entries()) {
        for (const [index, view] of branch.views.entries())
          checkView(check, [...path, 'branches', at, 'views', index], view, config)
      }
      return
    default:
      // The other types do not refer to anything in the survey.
      return
  }
}

function checkEntries(check: NameCheck, path: ProblemPath, entries: readonly VariableEntry[]): void {
  for (const [at, entry] of entries.entries()) {
    check.figure([...path, at], entry.indicator)
    for (const name of entry.extraVariables) check.figure([...path, at, 'extraVariables'], name)
  }
}

/** Checks the name of a single interview's score: an indicator of several questions has no answer to show. */
function checkScore(check: NameCheck, path: ProblemPath, name: string, config: SurveyConfig): void {
  check.figure(path, name)
  const expression = Object.hasOwn(config.indicators, name) ? config.indicators[name]?.expression : undefined
  if (expression === undefined) return
  try {
    if (aggregatedQuestions(parseExpression(expression).body).length !== 1)
      check.error(path, `the indicator '${name}' is not about a single question; name the question instead`)
  } catch (error) {
    // The expression itself is reported where it is written.
    if (!(error instanceof ExpressionError)) throw error
  }
}

/** Fields of alerts, and of the contact of those who answered. */
const alertColumns: readonly string[] = [...alertFields, ...sampleFields]

function checkSort(check: NameCheck, path: ProblemPath, name: string | undefined, further?: readonly string[]): void {
  if (name !== undefined) check.column(path, name, further)
}

/** Checks columns of figures, or with `further` of single responses or alerts, which have fields of their own. */
function checkColumns(
  check: NameCheck,
  path: ProblemPath,
  columns: readonly Column[],
  config: SurveyConfig,
  further?: readonly string[],
): void {
  for (const [at, column] of columns.entries()) {
    const own = [...path, at]
    if (column.renderType !== 'custom') check.column(own, column.value, further)
    check.figureList([...own, 'of'], column.of ?? [])
    if (column.renderType === 'link') check.template([...own, 'target'], column.target)
    const details = column.detailsVariable
    if (details !== undefined && !Object.hasOwn(config.details, details)) {
      const hint = didYouMean(details, Object.keys(config.details))
      check.error([...own, 'detailsVariable'], `there are no details '${details}'${hint}`)
    }
  }
}

function checkView(check: NameCheck, path: ProblemPath, name: string, config: SurveyConfig): void {
  if (Object.hasOwn(config.views, name)) return
  check.error(path, `there is no view '${name}'${didYouMean(name, Object.keys(config.views))}`)
}
