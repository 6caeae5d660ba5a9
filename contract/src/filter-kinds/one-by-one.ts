import type { Condition } from '../conditions.ts'
import type { PathValue } from '../drill-path.ts'
import { say } from '../say.ts'
import { UnreadableFilter } from './filter-kind.ts'

/** How to turn a filter's values into conditions one at a time. */
interface OneByOne {
  /** The condition of one value's text. */
  read: (text: string) => Condition
  /** The condition of "not answered"; null where every row has an answer. */
  notAnswered: Condition | null
  /** Combines conditions of which at least one must be met; `any` unless given. */
  either?: (conditions: Condition[]) => Condition
}

/** Conditions for any of the included values and none of the excluded ones. Throws UnreadableFilter. */
export function oneByOne(
  values: readonly PathValue[],
  { read, notAnswered, either = (of) => ({ kind: 'any', of }) }: OneByOne,
): Condition[] {
  const included: Condition[] = []
  const excluded: Condition[] = []
  for (const value of values) {
    if (value.contains) throw new UnreadableFilter(say`Only texts and choices can be searched for a part ("~").`)
    if (value.none && notAnswered === null) throw new UnreadableFilter(say`"none" cannot be asked for here.`)
    const one = value.none && notAnswered !== null ? notAnswered : read(value.text)
    ;(value.exclude ? excluded : included).push(one)
  }
  const joined = (conditions: Condition[]) => (conditions.length > 1 ? [either(conditions)] : conditions)
  return [...joined(included), ...joined(excluded).map((of): Condition => ({ kind: 'not', of }))]
}
