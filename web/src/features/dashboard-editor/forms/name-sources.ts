import type { NameSource } from './inputs.ts'

const figure: NameSource = { of: 'figure' }
const question: NameSource = { of: 'question' }
const column: NameSource = { of: 'column' }
const open: NameSource = { of: 'question', types: ['text'] }

/** What names are names of, by the setting; by the last key where the setting is not listed itself. */
const sources: Readonly<Record<string, NameSource>> = {
  indicator: figure,
  indicators: figure,
  variables: figure,
  expressions: figure,
  extraVariables: figure,
  score: figure,
  of: figure,
  question,
  questions: question,
  customerInfo: question,
  highlighted: question,
  main: question,
  mailVariable: question,
  value: column,
  sortBy: column,
  detailsPage: { of: 'page' },
  shortcutPage: { of: 'page' },
  views: { of: 'view' },
  items: { of: 'component' },
  rank: { of: 'figure' },
  'choice-line.question': { of: 'question', types: ['single', 'multiple', 'scale'] },
  'grouped.by': { of: 'question', types: ['single', 'multiple'] },
  'effect.questions': figure,
  'priority.questions': figure,
  'text-analytics.questions': open,
  'feedback-overview.questions': open,
  'feedback-sentiment.questions': open,
  'feedback-search.questions': open,
  'question-search.question': open,
  'latest-comments.variables': open,
  'data-uploader.fields.variable': question,
  'gamification-overview.awards.questions': { of: 'question', types: ['scale'] },
  'gamification-overview.awards.question': { of: 'question', types: ['scale', 'numeric'] },
  'sample-table.copyActions.fields': question,
}

/** Settings whose names are those of something else, which is typed: not of what the survey's keys suggest. */
const typed: ReadonlySet<string> = new Set(['record-table.columns.value', 'record-table.sortBy'])

/** What the name in a setting is the name of; undefined where it is typed. */
export function nameSource(id: string): NameSource | undefined {
  return typed.has(id) ? undefined : (sources[id] ?? sources[id.split('.').at(-1) ?? ''])
}
