import { isAlias, isMap, isSeq } from 'yaml'
import type { YAMLMap, YAMLSeq } from 'yaml'
import {
  afterBreak,
  dashOf,
  endOf,
  flowItemEnd,
  flowItemStart,
  isFirstInLine,
  isFlow,
  itemLines,
  keyEnd,
  linesOf,
  startOf,
} from './text-parts.ts'
import type { Path, Span } from './text-parts.ts'
import { indexOfKey, pairsOf, read, splice, walk } from './text-place.ts'
import type { Place } from './text-place.ts'

/**
 * The text without what stands at a path, with the comments right above it in its column; what does not stand there leaves
 * it as it is. Throws `UnreadableText`.
 */
export function removeAt(text: string, path: Path): string {
  const document = read(text)
  const key = path.at(-1)
  const { rest, ...place } = walk(document, path.slice(0, -1))
  const { node, inFlow } = place
  if (key === undefined || rest.length > 0) return text
  if (isAlias(node)) return text
  if (!isMap(node) && !isSeq(node)) return text
  const index = isMap(node) ? indexOfKey(node, key) : Number(key)
  if (index < 0 || index >= node.items.length) return text
  if (inFlow || isFlow(node)) return removeInFlow(text, node, index)
  const lines = isMap(node) ? pairLines(text, node, index) : itemLines(text, node as YAMLSeq, index)
  if (node.items.length === 1) return removeLast(text, place, lines)
  const startAt = (at: number) =>
    isMap(node) ? startOf(pairsOf(node as YAMLMap)[at]?.key) : dashOf(node as YAMLSeq, at)
  if (!isFirstInLine(text, startAt(index))) {
    const gap = { from: startAt(index), to: startAt(index + 1) }
    const end = isMap(node) ? flowItemEnd(text, node, index) : endOf(text, node.items[index])
    return splice(text, text.slice(end, gap.to).includes('#') ? { from: gap.from, to: end } : gap, '')
  }
  const after = afterBreak(text, lines.to)
  if (after > lines.to) return splice(text, { from: lines.from, to: after }, '')
  return text.slice(0, lines.from).replace(/\r?\n$/, '')
}

function pairLines(text: string, map: YAMLMap, index: number): Span {
  const pair = pairsOf(map)[index]
  return linesOf(text, startOf(pair?.key), flowItemEnd(text, map, index))
}

function removeInFlow(text: string, node: YAMLMap | YAMLSeq, index: number): string {
  const [from, to] = [flowItemStart(node, index), flowItemEnd(text, node, index)]
  const { length } = node.items
  const isLast = index === length - 1
  const [start, end] = [startOf(node), endOf(text, node)]
  const before = index === 0 ? start + 1 : flowItemEnd(text, node, index - 1)
  const after = isLast ? end - 1 : flowItemStart(node, index + 1)
  if (!`${text.slice(before, from)}${text.slice(to, after)}`.includes('#')) {
    if (length === 1) return splice(text, { from: start, to: end }, isMap(node) ? '{}' : '[]')
    return splice(text, isLast ? { from: before, to } : { from, to: after }, '')
  }
  // Comments stay: only the entry goes, with its comma.
  const comma = /^\s*,/.exec(text.slice(to))?.[0].length ?? 0
  const lead = isFirstInLine(text, from) ? 0 : (/ *$/.exec(text.slice(0, from))?.[0].length ?? 0)
  return splice(text, { from: from - lead, to: to + comma }, '')
}

/** Removes the only entry of a list or map over several lines, which is empty then. */
function removeLast(text: string, { node, pair }: Place, { from, to }: Span): string {
  const empty = isMap(node) ? '{}' : '[]'
  const at = pair === null ? 0 : keyEnd(pair)
  if (pair === null || from < at) return splice(text, { from: startOf(node), to: endOf(text, node) }, empty)
  const between = text.slice(at, from).replace(/\r?\n$/, '')
  return `${text.slice(0, at)} ${empty}${between}${text.slice(to)}`
}
