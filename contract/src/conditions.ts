import type { DateFilter } from './date-filters.ts'
import { plainText } from './drill-path.ts'
import type { UNITS_NOW } from './drill-path.ts'
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
 *   for a variable of any kind. Read values with `answerOf`. Parts of texts are compared ignoring case. With `asOf`, a day
 *   (ISO), the variable is a level and its answer the name of the row's unit there as it is on that day.
 * - `range`: both ends are included; null is open. A row without an answer does not pass.
 * - `dates`: ISO, `from` is included, `to` is not; null is open. A row without an answer does not pass.
 * - `monthDay`: that day of any year.
 * - `campaign`: the row is a recipient of the campaign.
 * - `unit`: the row lies under the unit reached by `path` from the top of the view; `depth` is the path's length. With
 *   `asOf`, a day (ISO), under the unit as it is on that day: rows of a unit lie where its successor is.
 * - `units`: asks nothing of a row. The figures grouped by units beside it are by the units as they are on the day `asOf`,
 *   and none of them are published figures.
 * - `any`: at least one of `of` is met.
 * - `not`: `of` is not met, so rows without an answer pass.
 */
interface Conditions {
  choice: {
    variable: string
    include: string[]
    exclude: string[]
    contains: string[]
    excludeContains: string[]
    asOf?: string
  }
  range: { variable: string; from: number | null; to: number | null }
  dates: { variable: string; from: string | null; to: string | null }
  monthDay: { variable: string; month: number; day: number }
  campaign: CampaignFilter
  sampleState: { states: number[] }
  unit: { view: string; depth: number; path: string[]; asOf?: string }
  units: { asOf: string }
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
  units: typeof UNITS_NOW
}

/** The kinds of filter. */
export type FilterKind = keyof FilterValues & ConditionKind

/** A decoded value of a filter of one kind. */
export type FilterValue<K extends FilterKind> = FilterValues[K]

/** Name of the event date, a field of every survey. */
export const EVENT_DATE = 'date'

/**
 * The condition of a path's place, or null at the top of the view. `asOf` is the day whose units are meant (ISO); null for
 * the units as they were.
 */
export function unitCondition(path: SplitPath, asOf: string | null): ConditionOf<'unit'> | null {
  const names = path.place.map((token) => plainText(token) ?? '')
  if (names.length === 0) return null
  return { kind: 'unit', view: path.view, depth: names.length, path: names, ...(asOf !== null && { asOf }) }
}

/** The day whose units conditions mean (ISO); null for the units as they were. */
export function unitsDayOf(conditions: readonly Condition[]): string | null {
  return conditions.find((condition) => condition.kind === 'units')?.asOf ?? null
}
