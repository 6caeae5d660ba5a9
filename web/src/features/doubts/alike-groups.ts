import { doubtKinds } from '@gensvar/contract/doubts'
import type { Doubt, DoubtKind } from '@gensvar/contract/doubts'

/** Several doubts of one kind that can be decided. */
export interface AlikeGroup {
  kind: DoubtKind
  doubts: readonly Doubt[]
}

/** The kinds of which there are several doubts that are not locked. */
export function alikeGroups(doubts: readonly Doubt[]): AlikeGroup[] {
  const open = doubts.filter(({ locked }) => locked === null)
  return doubtKinds
    .map((kind) => ({ kind, doubts: open.filter((doubt) => doubt.kind === kind) }))
    .filter((group) => group.doubts.length > 1)
}

/** Those that a decision for all of them changes: open ones, and those decided otherwise. */
export function toChange(doubts: readonly Doubt[], choice: string): Doubt[] {
  return doubts.filter(({ chosen, decided }) => decided === null || chosen !== choice)
}
