import { UNITS_NAME, UNITS_NOW } from '../drill-path.ts'
import { say } from '../say.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'

/** How units are read: as they were, unless a path asks for them as they are now. It asks nothing of a response. */
export const units: FilterGrammar<'units'> = {
  builtIn: UNITS_NAME,
  flags: [],
  needs: null,
  withoutQuestion: () => null,
  decode: decodeUnits,
  conditions({ values, today }) {
    const [value, ...others] = values
    if (!value) return []
    const isPlain = others.length === 0 && !value.exclude && !value.contains && !value.none
    if (!isPlain || decodeUnits(value.text) === null)
      throw new UnreadableFilter(say`Units are read as they were, or with "${UNITS_NOW}" as they are now.`)
    return [{ kind: 'units', asOf: today }]
  },
}

function decodeUnits(text: string): typeof UNITS_NOW | null {
  return text === UNITS_NOW ? UNITS_NOW : null
}
