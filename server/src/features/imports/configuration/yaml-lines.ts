import { stringify } from 'yaml'

/** A value on one line, as YAML. */
export function flow(value: unknown): string {
  const text = stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: true,
    lineWidth: 0,
    singleQuote: false,
  })
  return text.trim()
}

/** Lines of a list, one item each. */
export function list(items: readonly unknown[], indent: number): string[] {
  return items.map((item) => `${' '.repeat(indent)}- ${flow(item)}`)
}

/** Lines of a mapping, one entry each. */
export function mapping(entries: readonly (readonly [string, unknown])[], indent: number): string[] {
  return entries.map(([key, value]) => `${' '.repeat(indent)}${flow(key)}: ${flow(value)}`)
}
