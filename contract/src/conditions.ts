import type { DateFilter } from './date-filters.ts'
import { plainText } from './drill-path.ts'
import type { SplitPath } from './drill-path.ts'

/** The value of a choice condition that means "not answered". */
export const NOT_ANSWERED = 'none'

/** The value of a choice condition that means an answer actually named `none`. */
export const LITERAL_NONE = '!6Eone'

/** The answer that a choice condition's value means; null is "not answered". */
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
export const deliveryStates = ['any', 'delivered', 'pending', 'failed', 'unsub'] as const

/** What a campaign filter asks about opening and clicking. */
export const campaignAnswers = ['any', 'yes', 'no'] as const

/** One of the delivery states of a campaign filter. */
export type DeliveryState = (typeof deliveryStates)[number]

/** One of the answers about opening and clicking. */
export type CampaignAnswer = (typeof campaignAnswers)[number]

/** What a campaign filter asks for; `campaign` is the campaign's id. */
export interface CampaignFilter {
  campaign: number
  state: DeliveryState
  opened: CampaignAnswer
  clicked: CampaignAnswer
}

/**
 * The fields of a condition of each kind. The compiler requires every kind in the server's table of conditions.
 *
 * - `choice`: the answer is one of `include` or has one of `contains` in its name or text (or both lists are empty),
 *   and it is none of `exclude` and has none of `excludeContains` in it. A multiple answer counts as each of its
 *   choices. A row without an answer passes every exclusion but NOT_ANSWERED, which `include` and `exclude` may hold
 *   for a variable of any kind. Read values with `answerOf`. Parts of texts are compared ignoring case.
 * - `range`: both ends are included; null is open. A row without an answer does not pass.
 * - `dates`: ISO, `from` is included, `to` is not; null is open. A row without an answer does not pass.
 * - `monthDay`: that day of any year.
 * - `campaign`: the row is a recipient of the campaign.
 * - `unit`: the row lies under the unit reached by `path` from the top of the view; `depth` is the path's length.
 * - `any`: at least one of `of` is met.
 * - `not`: `of` is not met, so rows without an answer pass.
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

/** The kinds of condition. */
export type ConditionKind = keyof Conditions

/** A condition of one kind. */
export type ConditionOf<K extends ConditionKind> = { [P in K]: { kind: P } & Conditions[P] }[K]

/** One condition on a row. A row must meet every condition of a list. */
export type Condition = ConditionOf<ConditionKind>

/**
 * The type of a decoded value in each kind of filter. A filter kind is a condition whose values a user chooses. The
 * other conditions come from the place (`unit`), from a value of a date filter (`monthDay`), or combine conditions
 * (`any`, `not`). The compiler requires every kind in `filter-kinds/index.ts` and in the browser's table.
 */
interface FilterValues {
  choice: string
  range: NumberRange
  dates: DateFilter
  campaign: CampaignFilter
  sampleState: number
}

/** The kinds of filter. */
export type FilterKind = keyof FilterValues & ConditionKind

/** A decoded value of a filter of one kind. */
export type FilterValue<K extends FilterKind> = FilterValues[K]

/** Name of the event date, a field of every survey. */
export const EVENT_DATE = 'date'

/** The condition of a path's place, or null at the top of the view. */
export function unitCondition(path: SplitPath): ConditionOf<'unit'> | null {
  const names = path.place.map((token) => plainText(token) ?? '')
  return names.length === 0 ? null : { kind: 'unit', view: path.view, depth: names.length, path: names }
}
