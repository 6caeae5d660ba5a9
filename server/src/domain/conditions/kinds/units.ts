import { UNITS_NAME, UNITS_NOW } from '@gensvar/contract/drill-path'
import type { ServerKind } from '../condition-kind.ts'

/** How units are read. Two readings of published figures could be subtracted from each other, so there is one of those. */
export const units: ServerKind<'units'> = {
  nameOf: () => UNITS_NAME,
  demand: (_, { logic }) => logic.always,
  isMetBy: () => true,
  publish(_, request) {
    request.refuseUnits()
    return false
  },
  options: [UNITS_NOW],
}
