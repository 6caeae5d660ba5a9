import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { YAMLMap, YAMLSeq } from 'yaml'
import { removeAt } from './remove-at.ts'
import { isSame } from './same-value.ts'
import {
  columnOf,
  dashOf,
  endOf,
  eolOf,
  flowItemEnd,
  flowItemStart,
  isFirstInLine,
  isFlow,
  itemLines,
  keyEnd,
  lineEnd,
  linesOf,
  startOf,
} from './text-parts.ts'
import type { Path } from './text-parts.ts'
import { insert, isNothing, read, splice, walk } from './text-place.ts'
import type { Place } from './text-place.ts'
import { writeBlock, writeFlow, writeItem, writePair, writeScalar } from './write-value.ts'
import type { Value } from './write-value.ts'

export { duplicateAt, linesAt, moveAt } from './move-at.ts'
export { removeAt } from './remove-at.ts'
export type { Path } from './text-parts.ts'
export { UnreadableText } from './text-place.ts'

function nested(path: Path, value: Value): Value {
  return path.reduceRight<Value>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)
}

/** The value with another one at a path. */
function withAt(whole: Value, path: Path, value: Value): Value {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof whole !== 'object' || whole === null) return nested(path, value)
  const inner = withAt(Reflect.get(whole, key), rest, value)
  if (!Array.isArray(whole)) return { ...whole, [key]: inner }
  return Object.assign([...(whole as Value[])], { [key]: inner })
}

/**
 * The text with another value at a path, which is added where it is missing. Of lists and maps only what differs is written,
 * all else keeps its characters, order and comments. Throws `UnreadableText`.
 */
export function setAt(text: string, path: Path, value: Value): string {
  const document = read(text)
  const { rest, ...place } = walk(document, path)
  const { node, pair, inFlow } = place
  const [key, ...inner] = rest
  if (isNothing(node)) return fill(text, place, nested(rest, value))
  if (key === undefined) return change(text, path, { place, value, old: node?.toJS(document) })
  if (isAlias(node)) return replace(text, place, withAt(node.toJS(document), rest, value))
  if (isSeq(node)) return insertAt(text, path.slice(0, -rest.length), node.items.length, nested(inner, value))
  if (!isMap(node)) return replace(text, { node, pair, inFlow }, nested(rest, value))
  return addPair(text, place, { key: String(key), value: nested(inner, value) })
}

function change(text: string, path: Path, { place, value, old }: { place: Place; value: Value; old: Value }): string {
  const { node } = place
  if (isSame(old, value)) return text
  if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const wanted = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const gone = Object.keys(old as object).filter((key) => !wanted.some(([name]) => name === key))
    const set = wanted.reduce((whole, [key, inner]) => setAt(whole, [...path, key], inner as Value), text)
    return gone.reduce((whole, key) => removeAt(whole, [...path, key]), set)
  }
  if (isSeq(node) && Array.isArray(value)) return changeList(text, path, old as Value[], value)
  return replace(text, place, value)
}

function changeList(text: string, path: Path, old: readonly Value[], value: readonly Value[]): string {
  const shorter = Math.min(old.length, value.length)
  let head = 0
  while (head < shorter && isSame(old[head], value[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSame(old.at(-1 - tail), value.at(-1 - tail))) tail += 1
  let changed = text
  for (let at = head; at < shorter - tail; at += 1) changed = setAt(changed, [...path, at], value[at])
  for (let at = shorter - tail; at < value.length - tail; at += 1) changed = insertAt(changed, path, at, value[at])
  for (let at = old.length - tail - 1; at >= shorter - tail; at -= 1) changed = removeAt(changed, [...path, at])
  return changed
}

function replace(text: string, { node, inFlow }: Place, value: Value): string {
  const span = { from: startOf(node), to: endOf(text, node) }
  if (typeof value === 'object' && value !== null) return splice(text, span, writeFlow(value))
  const quotes = isScalar(node) && typeof value === 'string' ? node.type : undefined
  if (quotes === 'QUOTE_DOUBLE') return splice(text, span, JSON.stringify(value))
  if (quotes === 'QUOTE_SINGLE' && !/[\n\r\t]/.test(String(value)))
    return splice(text, span, `'${String(value).replaceAll("'", "''")}'`)
  return splice(text, span, writeScalar(value, inFlow))
}

/** Writes a value where a key has none, or into a text without any. */
function fill(text: string, { pair, inFlow, node }: Place, value: Value): string {
  const eol = eolOf(text)
  if (pair === null) {
    if (node !== null && text.slice(0, startOf(node)).trimEnd().endsWith('-'))
      return insert(text, text.slice(0, startOf(node)).trimEnd().length, ` ${writeFlow(value)}`)
    const lead = text === '' || text.endsWith('\n') ? '' : eol
    return `${text}${lead}${writeBlock(value, { indent: 0, eol })}${eol}`
  }
  const at = keyEnd(pair)
  const colon = text[at - 1] === ':' ? '' : ':'
  if (inFlow) return insert(text, at, `${colon} ${writeFlow(value)}`)
  const indent = columnOf(text, startOf(pair.key))
  const written = writePair('x', value, { indent, eol }).slice(2)
  if (written.startsWith(' ')) return insert(text, at, colon + written)
  return insert(text, lineEnd(text, at), written)
}

function addPair(text: string, { node, inFlow }: Place, { key, value }: { key: string; value: Value }): string {
  const map = node as YAMLMap.Parsed
  if (inFlow || isFlow(map)) {
    const pair = writeFlow({ [key]: value }).slice(2, -2)
    if (map.items.length > 0) return insert(text, flowItemEnd(text, map, map.items.length - 1), `, ${pair}`)
    return splice(text, { from: startOf(map), to: endOf(text, map) }, `{ ${pair} }`)
  }
  const start = startOf(map.items[0]?.key)
  const indent = columnOf(text, start)
  const eol = eolOf(text)
  const { to } = linesOf(text, start, endOf(text, map))
  return insert(text, to, `${eol}${' '.repeat(indent)}${writePair(key, value, { indent, eol })}`)
}

/**
 * The text with one more entry of the list at a path, before the one that has the position now. It is written as the
 * entries beside it are: over several lines, or in braces. Throws `UnreadableText`.
 */
export function insertAt(text: string, path: Path, index: number, value: Value): string {
  const document = read(text)
  const { rest, ...place } = walk(document, path)
  const { node, inFlow } = place
  if (rest.length > 0 || isNothing(node)) return setAt(text, path, [value])
  if (isAlias(node)) return replace(text, place, (node.toJS(document) as Value[]).toSpliced(index, 0, value))
  if (!isSeq(node)) return replace(text, place, [value])
  const { length } = node.items
  if (inFlow || isFlow(node)) return insertInFlow(text, place, { index, value })
  const indent = columnOf(text, dashOf(node, 0))
  const eol = eolOf(text)
  const space = ' '.repeat(indent)
  const beside: unknown = node.items[Math.max(0, index - 1)]
  const item = isFlow(beside) ? `- ${writeFlow(value)}` : writeItem(value, { indent, eol })
  if (index >= length) return insert(text, itemLines(text, node, length - 1).to, `${eol}${space}${item}`)
  const dash = dashOf(node, index)
  if (!isFirstInLine(text, dash)) return insert(text, dash, `${item}${eol}${space}`)
  return insert(text, itemLines(text, node, index).from, `${space}${item}${eol}`)
}

function insertInFlow(
  text: string,
  { node, pair, inFlow }: Place,
  { index, value }: { index: number; value: Value },
): string {
  const list = node as YAMLSeq.Parsed
  const { length } = list.items
  if (index < length) return insert(text, flowItemStart(list, index), `${writeFlow(value)}, `)
  if (length > 0) return insert(text, flowItemEnd(text, list, length - 1), `, ${writeFlow(value)}`)
  const span = { from: startOf(list), to: endOf(text, list) }
  const isBlock =
    pair !== null && !inFlow && typeof value === 'object' && /^\[ *\]$/.test(text.slice(span.from, span.to))
  if (!isBlock || pair === null) return splice(text, span, `[${writeFlow(value)}]`)
  const indent = columnOf(text, startOf(pair.key)) + 2
  const eol = eolOf(text)
  const added = `${eol}${' '.repeat(indent)}${writeItem(value, { indent, eol })}`
  return splice(insert(text, lineEnd(text, span.to), added), { from: keyEnd(pair), to: span.to }, '')
}
