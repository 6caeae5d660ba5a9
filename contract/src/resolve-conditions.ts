import { ILLEGAL_FILTER, SELECTION_NAME } from './drill-path.ts'
import type { PathToken } from './drill-path.ts'
import { unitsDayOf } from './conditions.ts'
import type { Condition, FilterKind } from './conditions.ts'
import { UnreadableFilter } from './filter-kinds/filter-kind.ts'
import type { KnownChoices } from './filter-kinds/filter-kind.ts'
import { builtInKinds, filterKinds } from './filter-kinds/index.ts'
import { say } from './say.ts'
import type { Words } from './say.ts'

/**
 * A name that can be filtered on. `variable` is given when the variable it applies to has another name. With `choices`
 * a filter on any other answer is a problem; without, such a filter matches no row.
 */
export interface FilterField {
  name: string
  kind: FilterKind
  variable?: string
  choices?: KnownChoices | undefined
  /** A level of a hierarchy: its answers are names of units. */
  isLevel?: boolean
}

/** A filter that could not be applied: its name, and words for the person who asked for it. */
export interface FilterProblem {
  name: string
  message: Words
}

/**
 * Turns the filters of a path into conditions. `fields` are the survey's variables; the built-in names need not be
 * given, and a question called `campaign` is filtered by values that do not have the form of a campaign filter. `today`
 * is the survey's date (ISO), which relative dates count from. A filter that cannot be read is listed in `problems` and
 * makes no condition: a caller that ignores `problems` shows more rows than were asked for. The hidden filter is
 * skipped: the server applies its own. Where the filters read units as they are now, so do those on levels.
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
      const { kind, name, variable = name, choices } = fieldOf(token, known)
      conditions.push(...filterKinds[kind].conditions({ variable, values: token.values, today, choices }))
    } catch (error) {
      if (!(error instanceof UnreadableFilter)) throw error
      problems.push({ name: token.name, message: error.words })
    }
  }
  return { conditions: asOfTheirDay(conditions, known), problems }
}

function asOfTheirDay(conditions: Condition[], known: ReadonlyMap<string, FilterField>): Condition[] {
  const asOf = unitsDayOf(conditions)
  if (asOf === null) return conditions
  return conditions.map((one) =>
    one.kind === 'choice' && known.get(one.variable)?.isLevel === true ? { ...one, asOf } : one,
  )
}

function fieldOf(token: PathToken, known: ReadonlyMap<string, FilterField>): FilterField {
  const builtIn = builtInKinds.get(token.name)
  const own = known.get(token.name)
  const isCampaign = (): boolean => token.values.every((value) => filterKinds.campaign.decode(value.text))
  if (builtIn && !(own && builtIn === 'campaign' && !isCampaign())) return { name: token.name, kind: builtIn }
  if (own) return own
  const reason =
    token.name === SELECTION_NAME ? say`The stored filters could not be found.` : say`There is no such variable.`
  throw new UnreadableFilter(reason)
}
