import type { FilterConfig } from '../configuration/filters.ts'
import type { FilterKind } from '../conditions.ts'
import type { QuestionType } from '../entities/metadata.ts'
import { campaign } from './campaign.ts'
import { choice } from './choice.ts'
import { dates } from './dates.ts'
import type { FilterGrammar } from './filter-kind.ts'
import { range } from './range.ts'
import { sampleState } from './sample-state.ts'
import { units } from './units.ts'

/**
 * The part of every filter kind that server and browser share. The other parts are in the tables
 * `server/src/domain/conditions/condition-kinds.ts` and `web/src/features/filters/filter-controls.ts`.
 */
export const filterKinds: { readonly [K in FilterKind]: FilterGrammar<K> } = {
  choice,
  range,
  dates,
  campaign,
  sampleState,
  units,
}

/** The names of all kinds. */
export const filterKindNames = Object.keys(filterKinds) as FilterKind[]

/** The kinds of the built-in filters, which need no question, by name. */
export const builtInKinds: ReadonlyMap<string, FilterKind> = new Map(
  filterKindNames.flatMap((kind) => {
    const { builtIn } = filterKinds[kind]
    return builtIn === null ? [] : [[builtIn, kind] as const]
  }),
)

/** The filter kind of each question type. */
export const kindOfQuestion = {
  scale: 'range',
  numeric: 'range',
  single: 'choice',
  multiple: 'choice',
  date: 'dates',
  text: 'choice',
} as const satisfies Record<QuestionType, FilterKind>

/**
 * The kind of a configured filter, which picks its control. `question` is the type of the question it is named after. A
 * numeric question offers its options to choose from unless the filter says `range`.
 */
export function kindOfFilter(filter: FilterConfig, question: QuestionType | undefined): FilterKind {
  const named = builtInKinds.get(filter.extName)
  // A question may be called `campaign`; the other built-in names take precedence over a question's.
  if (named !== undefined && !(named === 'campaign' && question !== undefined)) return named
  const flagged = filterKindNames.find((kind) => filterKinds[kind].flags.some((flag) => filter[flag]))
  if (flagged !== undefined) return flagged
  return question === 'date' ? 'dates' : 'choice'
}

/** The variable that a configured filter applies to when no question has its name; null when that is an error. */
export function variableWithoutQuestion(filter: FilterConfig): string | null {
  if (builtInKinds.has(filter.extName)) return filter.extName
  return filterKinds[kindOfFilter(filter, undefined)].withoutQuestion(filter)
}
