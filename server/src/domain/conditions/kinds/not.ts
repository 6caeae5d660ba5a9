import type { ServerKind } from '../condition-kind.ts'

/** The opposite of a condition. */
export const not: ServerKind<'not'> = {
  nameOf: ({ of }, nameOf) => nameOf(of),
  demand: ({ of }, source, demandOf) => source.logic.not(demandOf(of, source)),
  isMetBy({ of }, row, survey, isMetBy) {
    const met = isMetBy(of, row, survey)
    return met === null ? null : !met
  },
  publish: null,
}
