import type { Condition } from '../conditions.ts'
import { say } from '../say.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'
import { oneByOne } from './one-by-one.ts'

/** States of a sample: 0 completed, 1 new, 2 no response, 3 unapproved, 4 cancelled. */
export const sampleStates = [0, 1, 2, 3, 4] as const

/** Filters on the state of a sample: a value is the state's number. */
export const sampleState: FilterGrammar<'sampleState'> = {
  builtIn: 'samplestate',
  flags: [],
  needs: null,
  withoutQuestion: () => null,
  decode: decodeSampleState,
  conditions: ({ values }) =>
    oneByOne(values, {
      read: (text) => {
        const state = decodeSampleState(text)
        if (state === null) throw new UnreadableFilter(say`"${text}" is not a sample state; they are 0 to 4.`)
        return { kind: 'sampleState', states: [state] }
      },
      notAnswered: null,
      either: (conditions) => ({ kind: 'sampleState', states: conditions.flatMap(statesOf) }),
    }),
}

function statesOf(condition: Condition): number[] {
  return condition.kind === 'sampleState' ? condition.states : []
}

/** Reads a sample state; null when there is none such. */
export function decodeSampleState(text: string): number | null {
  return sampleStates.find((state) => String(state) === text) ?? null
}
