import type { DateFilter } from './date-filters.ts'
import { plainText } from './drill-path.ts'
import type { SplitPath } from './drill-path.ts'

/** Stands among the values of a choice condition for "not answered". */
export const NOT_ANSWERED = 'none'

/** Stands among the values of a choice condition for an answer whose own name is `none`. */
export const LITERAL_NONE = '!6Eone'

/** The answer a choice condition's value stands for; null is "not answered". */
export function answerOf(value: string): string | null {
  if (value === NOT_ANSWERED) return null
  return value === LITERAL_NONE ? NOT_ANSWERED : value
}

/** Numbers from `from` to `to`, both included. */
export interface NumberRange {
  from: number
  to: number
}

/** Delivery states a campaign filter chooses from. */
export const campaignStates = ['any', 'delivered', 'pending', 'failed', 'unsub'] as const

/** What a campaign filter asks about opening and clicking. */
export const campaignAnswers = ['any', 'yes', 'no'] as const

/** One of the delivery states of a campaign filter. */
export type CampaignState = (typeof campaignStates)[number]

/** One of the answers about opening and clicking. */
export type CampaignAnswer = (typeof campaignAnswers)[number]

/** What a campaign filter asks for; `campaign` is the campaign's id. */
export interface CampaignFilter {
  campaign: number
  state: CampaignState
  opened: CampaignAnswer
  clicked: CampaignAnswer
}

/**
 * What a condition of each kind holds. A kind added here is demanded by the compiler in the server's table.
 *
 * `choice`: passes when the answer is one of `include` or holds one of `contains` as a part of its name or text (or both
 * lists are empty), and is none of `exclude` and holds none of `excludeContains`. A multiple answer "is" each of its
 * choices. A row without an answer passes the exclusions, save that of NOT_ANSWERED. Read values through `answerOf`.
 * On a variable of any kind, `include` or `exclude` may hold NOT_ANSWERED. Parts are compared without regard to case.
 * `range`: both ends included; null is open. `dates`: ISO, `from` included, `to` not; null is open. Neither is passed by
 * a row without an answer. `monthDay`: that day of any year. `campaign`: the row is a recipient of the campaign.
 * `unit`: the row lies under the unit reached by `path` from the top of the view; `depth` is the path's length.
 * `any`: at least one of `of` holds. `not`: `of` does not hold, so rows without an answer pass.
 */
interface Conditions {
  choice: { variable: string; include: string[]; exclude: string[]; contains: string[]; excludeContains: string[] }
  range: { variable: string; from: number | null; to: number | null }
  dates: { variable: string; from: string | null; to: string | null }
  monthDay: { variable: string; month: number; day: number }
  campaign: CampaignFilter
  sampleState: { states: number[] }
  unit: { view: string; depth: number; path: string[] }
  any: { of: Condition[] }
  not: { of: Condition }
}

/** What a condition can demand of a row. */
export type ConditionKind = keyof Conditions

/** A condition of one kind. */
export type ConditionOf<K extends ConditionKind> = { [P in K]: { kind: P } & Conditions[P] }[K]

/** One demand on a row; the conditions of a list hold together. */
export type Condition = ConditionOf<ConditionKind>

/**
 * What a value of each kind of filter says. A kind of filter is a condition that somebody chooses values of; the other
 * conditions come from the place (`unit`), from a value of a filter on dates (`monthDay`), or hold conditions together.
 * A kind added here is demanded by the compiler in `filter-kinds/index.ts` and in the browser's table.
 */
interface FilterValues {
  choice: string
  range: NumberRange
  dates: DateFilter
  campaign: CampaignFilter
  sampleState: number
}

/** What can be filtered by. */
export type FilterKind = keyof FilterValues & ConditionKind

/** What a value of a filter of one kind says. */
export type FilterValue<K extends FilterKind> = FilterValues[K]

/** Name of the event date, a field of every survey. */
export const EVENT_DATE = 'date'

/** The condition of a path's place, or null at the top of the view. */
export function unitCondition(path: SplitPath): ConditionOf<'unit'> | null {
  const names = path.place.map((token) => plainText(token) ?? '')
  return names.length === 0 ? null : { kind: 'unit', view: path.view, depth: names.length, path: names }
}
