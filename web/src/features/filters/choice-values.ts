import { plainValue } from '@gensvar/contract/drill-path'
import type { PathToken, PathValue } from '@gensvar/contract/drill-path'

/** Whether the values of a filter are included or excluded. */
export type Mode = 'included' | 'excluded'

/** The mode of a filter: that of its values, or `otherwise` if it has none. */
export function modeOf(token: PathToken | undefined, otherwise: Mode): Mode {
  const first = token?.values[0]
  if (first === undefined) return otherwise
  return first.exclude ? 'excluded' : 'included'
}

/** The filter with all values included or all excluded. */
export function withMode(token: PathToken, mode: Mode): PathToken {
  return { ...token, values: token.values.map((value) => ({ ...value, exclude: mode === 'excluded' })) }
}

/** Names of the options chosen in a filter, without parts of texts and "not answered". */
export function chosenOptions(token: PathToken | undefined): string[] {
  return (token?.values ?? []).filter((value) => !value.contains && !value.none).map((value) => value.text)
}

/** The parts of texts that a filter looks for. */
export function chosenParts(token: PathToken | undefined): string[] {
  return (token?.values ?? []).filter((value) => value.contains).map((value) => value.text)
}

function sameValue(one: PathValue, other: PathValue): boolean {
  return one.text === other.text && one.contains === other.contains && one.none === other.none
}

/** The filter with a value toggled; it replaces the others if only one may be chosen. */
export function withValue(name: string, token: PathToken | undefined, value: PathValue, several: boolean): PathToken {
  const values = token?.values ?? []
  const others = values.filter((other) => !sameValue(other, value))
  if (others.length < values.length) return { name, values: others }
  return { name, values: several ? [...values, value] : [value] }
}

/** A chosen option in a mode. */
export function optionValue(text: string, mode: Mode): PathValue {
  return { ...plainValue(text), exclude: mode === 'excluded' }
}

/** A part of a text in a mode. */
export function partValue(text: string, mode: Mode): PathValue {
  return { text, exclude: mode === 'excluded', contains: true }
}
