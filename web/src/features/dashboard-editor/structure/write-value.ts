import { stringify } from 'yaml'

/** A value as a configuration holds it. */
export type Value = unknown

/** Longest value that is written in one line, in characters. */
const longestInline = 100

const isMap = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entriesOf = (value: Record<string, Value>) => Object.entries(value).filter(([, inner]) => inner !== undefined)

/** A text, number, boolean or null in one line; `inFlow` quotes what braces and brackets would end. */
export function writeScalar(value: Value, inFlow: boolean): string {
  if (typeof value === 'string' && /[\n\r\t]/.test(value)) return JSON.stringify(value)
  if (!inFlow) return stringify(value, { lineWidth: 0 }).trimEnd()
  const list = stringify([value], { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false }).trimEnd()
  return list.slice(1, -1)
}

/** A value in one line, collections in braces and brackets. */
export function writeFlow(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (!isMap(value)) return writeScalar(value, true)
  const pairs = entriesOf(value).map(([key, inner]) => `${writeScalar(key, true)}: ${writeFlow(inner)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

const isShort = (value: Value, flow: string): boolean =>
  !(isMap(value) || Array.isArray(value)) ||
  flow === '{}' ||
  flow === '[]' ||
  (flow.length <= longestInline && !(Array.isArray(value) && value.some(isMap)))

/**
 * The lines of a pair of a map, the first one without its indent. `indent` is the column of the key, `eol` ends lines
 * inside the text; the last one has none.
 */
export function writePair(key: string, value: Value, { indent, eol }: { indent: number; eol: string }): string {
  const name = writeScalar(key, false)
  const flow = writeFlow(value)
  if (!isMap(value) && !Array.isArray(value)) return `${name}: ${writeScalar(value, false)}`
  if (isShort(value, flow)) return `${name}: ${flow}`
  const inner = ' '.repeat(indent + 2)
  return `${name}:${eol}${inner}${writeBlock(value, { indent: indent + 2, eol })}`
}

/** A value over as many lines as it needs; `indent`, `eol` and the first line as `writePair` has them. */
export function writeBlock(value: Value, { indent, eol }: { indent: number; eol: string }): string {
  const next = `${eol}${' '.repeat(indent)}`
  if (Array.isArray(value) && value.length > 0) return value.map((item) => writeItem(item, { indent, eol })).join(next)
  if (!isMap(value) || entriesOf(value).length === 0)
    return Array.isArray(value) || isMap(value) ? writeFlow(value) : writeScalar(value, false)
  return entriesOf(value)
    .map(([key, inner]) => writePair(key, inner, { indent, eol }))
    .join(next)
}

/** An entry of a list with its dash; `indent` is the column of the dash. */
export function writeItem(value: Value, { indent, eol }: { indent: number; eol: string }): string {
  if (Array.isArray(value)) return `- ${writeFlow(value)}`
  return `- ${writeBlock(value, { indent: indent + 2, eol })}`
}
