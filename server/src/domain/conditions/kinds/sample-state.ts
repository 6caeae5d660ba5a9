import { sampleStates } from '@gensvar/contract/filter-kinds/sample-state'
import type { ServerKind } from '../condition-kind.ts'

/** Responses by how far they have come. */
export const sampleState: ServerKind<'sampleState'> = {
  nameOf: () => 'samplestate',
  demand: ({ states }, source) => source.isInState(states),
  isMetBy: ({ states }, row) => states.includes(row.state),
  publish: null,
  options: sampleStates.map(String),
}
