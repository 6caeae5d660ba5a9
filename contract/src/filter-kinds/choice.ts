import { LITERAL_NONE, NOT_ANSWERED } from '../conditions.ts'
import type { ConditionOf } from '../conditions.ts'
import { noneValue } from '../drill-path.ts'
import type { PathValue } from '../drill-path.ts'
import { say } from '../say.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'

/** Filters on choices and texts: a value is the choice's name or the text itself. */
export const choice: FilterGrammar<'choice'> = {
  builtIn: null,
  flags: [],
  needs: null,
  withoutQuestion: () => null,
  decode: (text) => text,
  conditions({ variable, values, choices }) {
    const unknown = values.find(({ text, contains, none }) => !contains && !none && choices?.has(text) === false)
    if (unknown) throw new UnreadableFilter(say`"${unknown.text}" is not one of its answers.`)
    return values.length === 0 ? [] : [choiceCondition(variable, values)]
  },
}

/** The condition of rows without an answer. */
export function notAnswered(variable: string): ConditionOf<'choice'> {
  return choiceCondition(variable, [noneValue()])
}

function choiceCondition(variable: string, values: readonly PathValue[]): ConditionOf<'choice'> {
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
