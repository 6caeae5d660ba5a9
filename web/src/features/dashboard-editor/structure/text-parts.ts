import { isCollection, isMap, isScalar } from 'yaml'
import type { Pair, ParsedNode, YAMLMap, YAMLSeq } from 'yaml'

/** Part of a text: offsets of its first character and of the one after its last. */
export interface Span {
  from: number
  to: number
}

/** Keys and positions in lists that lead to a part of a configuration. */
export type Path = readonly (string | number)[]

/** Beginning of the line of an offset. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

/** End of the line of an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  if (at < 0) return text.length
  return text[at - 1] === '\r' && at > offset ? at - 1 : at
}

/** Offset after the line break at the end of a line. */
export const afterBreak = (text: string, end: number): number => {
  if (text[end] === '\r') return end + 2
  return end < text.length ? end + 1 : end
}

/** Line break of a text: that of its first line. */
export const eolOf = (text: string): string => (/^[^\n]*\r\n/.test(text) ? '\r\n' : '\n')

/** Column of an offset, from 0. */
export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset)

/** Whether the beginning of a line up to an offset is blank. */
export const isFirstInLine = (text: string, offset: number): boolean =>
  /^ *$/.test(text.slice(lineStart(text, offset), offset))

interface Ranged {
  range?: readonly [number, number, number] | null | undefined
}

/** Where the value of a node begins. */
export const startOf = (node: unknown): number => (node as Ranged).range?.[0] ?? 0

/** Where the value of a node ends, without the comments and line breaks after it. */
export function endOf(text: string, node: unknown): number {
  if (isCollection(node) && node.flow !== true && node.items.length > 0) {
    const last: unknown = node.items.at(-1)
    if (isMap(node)) {
      const { key, value } = last as Pair<ParsedNode, ParsedNode | null>
      const sep = keyEnd(last as Pair<ParsedNode, ParsedNode | null>)
      return value === null || startOf(value) === (value as Ranged).range?.[1]
        ? sep
        : Math.max(endOf(text, value), startOf(key))
    }
    return endOf(text, last)
  }
  const [from = 0, to = 0] = (node as Ranged).range ?? []
  if (!isScalar(node) || (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED')) return to
  // A block text that keeps its last blank lines has them; else they stand between it and what follows.
  const head = text.slice(from, lineEnd(text, from))
  const whole = text.slice(from, to)
  return head.includes('+') ? from + whole.replace(/\r?\n$/, '').length : from + whole.trimEnd().length
}

interface SourceToken {
  type: string
  offset: number
  source: string
}

interface SourceItem {
  start?: readonly SourceToken[]
  sep?: readonly SourceToken[]
}

/** Offset after the colon of a pair; after its key where it has none. */
export function keyEnd({ key, srcToken }: Pair<ParsedNode, ParsedNode | null>): number {
  const colon = (srcToken as SourceItem | undefined)?.sep?.find(({ type }) => type === 'map-value-ind')
  return colon === undefined ? ((key as Ranged).range?.[1] ?? 0) : colon.offset + 1
}

/** Where an entry of a list in brackets begins, with its anchor or tag. */
export function flowItemStart(list: YAMLSeq | YAMLMap, index: number): number {
  const item: unknown = list.items[index]
  const source = (list.srcToken as unknown as { items?: readonly SourceItem[] } | undefined)?.items?.[index]
  const mark = source?.start?.find(({ type }) => type === 'anchor' || type === 'tag')
  return mark?.offset ?? startOf(isMap(list) ? (item as Pair).key : item)
}

/** Where an entry of a list or map in brackets ends. */
export function flowItemEnd(text: string, list: YAMLSeq | YAMLMap, index: number): number {
  const item: unknown = list.items[index]
  if (!isMap(list)) return endOf(text, item)
  const pair = item as Pair<ParsedNode, ParsedNode | null>
  const [from = 0, to = 0] = (pair.value as Ranged | null)?.range ?? []
  return from === to ? keyEnd(pair) : endOf(text, pair.value)
}

/** Offset of the dash of an entry of a list over several lines. */
export function dashOf(list: YAMLSeq, index: number): number {
  const source = (list.srcToken as unknown as { items?: readonly SourceItem[] } | undefined)?.items?.[index]
  return source?.start?.find(({ type }) => type === 'seq-item-ind')?.offset ?? startOf(list.items[index])
}

/**
 * The lines of a part that begins at `start` and ends at `end`, without the last line break: with the comments that stand
 * right above it in its column and those right below it that are deeper.
 */
export function linesOf(text: string, start: number, end: number): Span {
  const column = columnOf(text, start)
  const above = new RegExp(`^ {${column}}#`)
  let from = lineStart(text, start)
  while (from > 0) {
    const before = lineStart(text, from - 1)
    if (!above.test(text.slice(before, from))) break
    from = before
  }
  const below = new RegExp(`^ {${column + 1},}#`)
  let to = lineEnd(text, end)
  for (;;) {
    const next = afterBreak(text, to)
    if (next === to || next >= text.length || !below.test(text.slice(next, lineEnd(text, next)))) return { from, to }
    to = lineEnd(text, next)
  }
}

/** The lines of an entry of a list over several lines, as `linesOf` has them. */
export function itemLines(text: string, list: YAMLSeq, index: number): Span {
  const dash = dashOf(list, index)
  const item: unknown = list.items[index]
  const [from = dash + 1, to = dash + 1] = (item as Ranged).range ?? []
  return linesOf(text, dash, from === to ? dash + 1 : endOf(text, item))
}

/** Whether a part is a list or map in braces or brackets. */
export const isFlow = (node: unknown): boolean => isCollection(node) && node.flow === true
