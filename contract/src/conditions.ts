import { resolveDateValue } from './date-filters.ts'
import { ILLEGAL_FILTER, SELECTION_NAME, plainText } from './drill-path.ts'
import type { PathToken, PathValue, SplitPath } from './drill-path.ts'
import { decodeCampaign, decodeNumber, decodeRange, decodeSampleState } from './filter-values.ts'
import type { CampaignFilter } from './filter-values.ts'
import { say } from './say.ts'
import type { Words } from './say.ts'

/** Stands among the values of a choice condition for "not answered". */
export const NOT_ANSWERED = 'none'

/** Stands among the values of a choice condition for an answer whose own name is `none`. */
export const LITERAL_NONE = '!6Eone'

/** The answer a choice condition's value stands for; null is "not answered". */
export function answerOf(value: string): string | null {
  if (value === NOT_ANSWERED) return null
  return value === LITERAL_NONE ? NOT_ANSWERED : value
}

/**
 * One demand on a row; the conditions of a list hold together.
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
export type Condition =
  | {
      kind: 'choice'
      variable: string
      include: string[]
      exclude: string[]
      contains: string[]
      excludeContains: string[]
    }
  | { kind: 'range'; variable: string; from: number | null; to: number | null }
  | { kind: 'dates'; variable: string; from: string | null; to: string | null }
  | { kind: 'monthDay'; variable: string; month: number; day: number }
  | ({ kind: 'campaign' } & CampaignFilter)
  | { kind: 'sampleState'; states: number[] }
  | { kind: 'unit'; view: string; depth: number; path: string[] }
  | { kind: 'any'; of: Condition[] }
  | { kind: 'not'; of: Condition }

/** How a variable's values are read: names of choices, numbers, dates, texts, a campaign or a sample state. */
export type FilterKind = 'choice' | 'multiple' | 'numeric' | 'date' | 'text' | 'campaign' | 'sampleState'

/** A name that can be filtered on. `variable` is what it filters when that is not called the same. */
export interface FilterField {
  name: string
  kind: FilterKind
  variable?: string
}

/** A filter that could not be applied: its name, and words for the person who asked for it. */
export interface FilterProblem {
  name: string
  message: Words
}

/** Name of the event date, a field of every survey. */
export const EVENT_DATE = 'date'

/** Names every survey can be filtered on without a question behind them. */
export const builtInFields: readonly FilterField[] = [
  { name: EVENT_DATE, kind: 'date' },
  { name: 'campaign', kind: 'campaign' },
  { name: 'samplestate', kind: 'sampleState' },
]

/**
 * Turns the filters of a path into conditions. `fields` are the survey's variables; the built-in names are known without
 * being given, and a question called `campaign` is filtered by values that are not of a campaign's form. `today` is the
 * survey's date (ISO), which relative dates count from. What cannot be read is named in `problems` and makes no condition:
 * a caller that goes on regardless would show more rows than were asked for. The hidden filter is passed over here, for
 * the server applies its own.
 */
export function resolveConditions(
  tokens: readonly PathToken[],
  fields: Iterable<FilterField>,
  today: string,
): { conditions: Condition[]; problems: FilterProblem[] } {
  const known = new Map<string, FilterField>()
  for (const field of fields) known.set(field.name, field)
  const conditions: Condition[] = []
  const problems: FilterProblem[] = []
  for (const token of tokens) {
    if (token.name === ILLEGAL_FILTER) continue
    try {
      conditions.push(...conditionsOf(token, fieldOf(token, known), today))
    } catch (error) {
      if (!(error instanceof UnreadableFilter)) throw error
      problems.push({ name: token.name, message: error.words })
    }
  }
  return { conditions, problems }
}

/** The condition of a path's place, or null at the top of the view. */
export function unitCondition(path: SplitPath): Condition | null {
  const names = path.place.map((token) => plainText(token) ?? '')
  return names.length === 0 ? null : { kind: 'unit', view: path.view, depth: names.length, path: names }
}

class UnreadableFilter extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(String(words))
    this.words = words
  }
}

function fieldOf(token: PathToken, known: ReadonlyMap<string, FilterField>): FilterField {
  const builtIn = builtInFields.find((field) => field.name === token.name)
  const own = known.get(token.name)
  const isCampaign = token.values.every((value) => decodeCampaign(value.text))
  const field = builtIn && !(own && builtIn.kind === 'campaign' && !isCampaign) ? builtIn : own
  if (field) return field
  const reason =
    token.name === SELECTION_NAME ? say`The stored filters could not be found.` : say`There is no such variable.`
  throw new UnreadableFilter(reason)
}

function conditionsOf(token: PathToken, field: FilterField, today: string): Condition[] {
  const variable = field.variable ?? field.name
  switch (field.kind) {
    case 'choice':
    case 'multiple':
    case 'text':
      return token.values.length === 0 ? [] : [choiceCondition(variable, token.values)]
    case 'numeric':
      return combined(variable, token.values, (text) => rangeCondition(variable, text))
    case 'date':
      return combined(variable, token.values, (text) => dateCondition(variable, text, today)).filter(
        // "All time" limits nothing, so rows without a date belong to it too.
        (one) => !(one.kind === 'dates' && one.from === null && one.to === null),
      )
    case 'campaign':
      return combined(null, token.values, campaignCondition)
    case 'sampleState':
      return combined(null, token.values, stateCondition)
  }
}

function choiceCondition(variable: string, values: readonly PathValue[]): Condition {
  const pick = (exclude: boolean, contains: boolean): string[] =>
    values
      .filter((value) => value.exclude === exclude && value.contains === contains)
      .map((value) => (contains || value.none || value.text !== NOT_ANSWERED ? value.text : LITERAL_NONE))
  return {
    kind: 'choice',
    variable,
    include: pick(false, false),
    exclude: pick(true, false),
    contains: pick(false, true),
    excludeContains: pick(true, true),
  }
}

/** Any of the included values and none of the excluded ones. */
function combined(
  variable: string | null,
  values: readonly PathValue[],
  read: (text: string) => Condition,
): Condition[] {
  const included: Condition[] = []
  const excluded: Condition[] = []
  for (const value of values) {
    if (value.contains) throw new UnreadableFilter(say`Only texts and choices can be searched for a part ("~").`)
    if (value.none && variable === null) throw new UnreadableFilter(say`"none" cannot be asked for here.`)
    const one =
      value.none && variable !== null ? choiceCondition(variable, [{ ...value, exclude: false }]) : read(value.text)
    ;(value.exclude ? excluded : included).push(one)
  }
  return [...anyOf(included), ...anyOf(excluded).map((of): Condition => ({ kind: 'not', of }))]
}

function anyOf(conditions: Condition[]): Condition[] {
  if (conditions.length <= 1) return conditions
  const states = conditions.flatMap((condition) => (condition.kind === 'sampleState' ? condition.states : []))
  return states.length > 0 ? [{ kind: 'sampleState', states }] : [{ kind: 'any', of: conditions }]
}

function rangeCondition(variable: string, text: string): Condition {
  const single = decodeNumber(text)
  const range = single === null ? decodeRange(text) : { from: single, to: single }
  if (!range) throw new UnreadableFilter(say`"${text}" is neither a number nor a range such as range_18_35.`)
  return { kind: 'range', variable, ...range }
}

function dateCondition(variable: string, text: string, today: string): Condition {
  const dates = resolveDateValue(text, today)
  if (!dates)
    throw new UnreadableFilter(say`"${text}" is not a date, a period or an interval of dates that can be read.`)
  if (dates.kind === 'monthDay') return { ...dates, variable }
  return { kind: 'dates', variable, from: dates.from, to: dates.to }
}

function campaignCondition(text: string): Condition {
  const campaign = decodeCampaign(text)
  if (!campaign) throw new UnreadableFilter(say`"${text}" is not a campaign filter such as 12.delivered.yes.any.`)
  return { kind: 'campaign', ...campaign }
}

function stateCondition(text: string): Condition {
  const state = decodeSampleState(text)
  if (state === null) throw new UnreadableFilter(say`"${text}" is not a sample state; they are 0 to 4.`)
  return { kind: 'sampleState', states: [state] }
}
