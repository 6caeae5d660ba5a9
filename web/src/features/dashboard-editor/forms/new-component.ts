import type { QuestionType } from '@gensvar/contract/entities/metadata'
import { isKnownType } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import type { SurveyFacts } from './survey-facts.ts'
import { kindTitle, text } from './texts.ts'

type Settings = Record<string, unknown>

/** A component as it stands in a configuration. */
export interface NewComponent {
  type: string
  config: Settings
}

/** Most tiles and columns that a new component begins with. */
const mostAtFirst = 3

/** An `id` that no component of the survey has, nor any of `more`: the kind's name, with a number where it is taken. */
export function freeId(kind: string, { components }: SurveyFacts, more: readonly string[] = []): string {
  const base = kind.replaceAll('-', '_')
  const taken = new Set([...components.map(({ name }) => name), ...more])
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}_${number}`
  return id
}

/** Names that new components of a survey can show. */
function offerOf({ indicators, questions }: SurveyFacts) {
  const ofTypes = (...types: QuestionType[]) =>
    questions.filter(({ type }) => types.includes(type)).map(({ variable }) => variable)
  const named = indicators.map(({ name }) => name)
  return {
    indicators: named,
    /** Indicators, or questions with a figure where there are none. */
    figures: named.length > 0 ? named : ofTypes('scale', 'numeric'),
    closed: ofTypes('single', 'multiple'),
    open: ofTypes('text'),
  }
}

/** Settings with a list of names; null where there is none to name. */
function listing(key: string, names: readonly string[], most: number, more: Settings = {}): Settings | null {
  return names.length === 0 ? null : { [key]: names.slice(0, most), ...more }
}

/** Settings with one name; null where there is none to name. */
function naming(key: string, [name]: readonly string[], more: Settings = {}): Settings | null {
  return name === undefined ? null : { [key]: name, ...more }
}

/** The settings besides `id` that a component of a kind begins with; null where the survey has nothing it could show. */
function beginning(kind: WidgetType, facts: SurveyFacts, id: string): Settings | null {
  const { indicators, figures, closed, open } = offerOf(facts)
  switch (kind) {
    case 'variable-block':
    case 'variable-action-block':
      return listing('variables', figures, mostAtFirst)
    case 'development-chart':
    case 'benchmark':
    case 'delta':
      return listing('variables', figures, 1)
    case 'grouped': {
      const [by] = closed
      return by === undefined ? null : listing('variables', figures, mostAtFirst, { by })
    }
    case 'ranking-table':
      return listing('columns', figures, mostAtFirst, { sortBy: figures[0] })
    case 'global-values-table':
      return listing('indicators', indicators, mostAtFirst)
    case 'indicator-block':
      return naming('indicator', figures, { groups: [{ title: text('wholeSurvey'), paths: ['root'] }] })
    case 'what-changed':
      return naming('indicator', figures)
    case 'effect':
    case 'priority':
      return naming('score', figures)
    case 'choice-line':
      return naming('question', closed)
    case 'question-search':
      return naming('question', open)
    case 'latest-comments':
      return listing('variables', open, mostAtFirst)
    case 'text-analytics':
    case 'feedback-overview':
    case 'feedback-search':
    case 'feedback-sentiment':
      return listing('questions', open, mostAtFirst)
    case 'data-uploader': {
      const [variable] = facts.questions.map((question) => question.variable)
      return variable === undefined ? null : { fields: [{ variable }] }
    }
    case 'alert-table':
      return { columns: ['state', 'due'] }
    case 'sample-table':
      return { columns: ['eventdate', 'state'] }
    case 'record-table':
      return { recordset: 'records' }
    case 'data-table':
      return { source: 'static', headers: [{ text: text('firstColumn') }] }
    case 'discriminator':
      return { branches: [{}] }
    case 'menu-block': {
      const config = { id: freeId('results-block', facts, [id]) }
      return { items: [{ title: kindTitle('results-block'), component: { type: 'results-block', config } }] }
    }
    case 'selection-block': {
      const chart = facts.components.find(({ kind: shown }) => shown === 'development-chart') ?? facts.components[0]
      return chart === undefined ? null : { items: [chart.name] }
    }
    default:
      return {}
  }
}

/**
 * A new component of a kind, with settings that its schema accepts, made of what the survey has; null where the survey has
 * nothing that it could show. `more` are ids that are taken besides those of the survey.
 */
export function startingValue(kind: WidgetType, facts: SurveyFacts, more: readonly string[] = []): NewComponent | null {
  const id = freeId(kind, facts, more)
  const settings = beginning(kind, facts, id)
  return settings && { type: kind, config: { id, ...settings } }
}

/** A new component of a kind whose settings are filled in where the survey has something for them. */
export function componentOf(kind: string, facts: SurveyFacts): NewComponent {
  const value = isKnownType(kind) ? startingValue(kind, facts) : null
  return value ?? { type: kind, config: { id: freeId(kind, facts) } }
}
