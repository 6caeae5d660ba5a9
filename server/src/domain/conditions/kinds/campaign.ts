import type { ServerKind } from '../condition-kind.ts'

/** Recipients of a campaign. */
export const campaign: ServerKind<'campaign'> = {
  nameOf: () => 'campaign',
  demand: (condition, source) => source.isRecipient(condition),
  // Recipients are in another table.
  isMetBy: () => null,
  publish: null,
  options: 'none',
}
