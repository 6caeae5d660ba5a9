import { sampleStates } from '@gensvar/contract/filter-kinds/sample-state'
import type { ServerKind } from '../condition-kind.ts'

/** Responses by state: completed, new, no response, unapproved, cancelled. */
export const sampleState: ServerKind<'sampleState'> = {
  nameOf: () => 'samplestate',
  demand: ({ states }, source) => source.isInState(states),
  isMetBy: ({ states }, row) => states.includes(row.state),
  publish: null,
  options: sampleStates.map(String),
}
