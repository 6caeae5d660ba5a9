import type { ServerKind } from '../condition-kind.ts'

/** At least one of several conditions. */
export const any: ServerKind<'any'> = {
  nameOf: ({ of: [first] }, nameOf) => (first ? nameOf(first) : 'filter'),
  demand: ({ of }, source, demandOf) => source.logic.any(of.map((one) => demandOf(one, source))),
  isMetBy({ of }, row, survey, isMetBy) {
    const met = of.map((one) => isMetBy(one, row, survey))
    if (met.includes(true)) return true
    return met.includes(null) ? null : false
  },
  publish: null,
}
