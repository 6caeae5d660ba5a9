import { isSeq } from 'yaml'
import type { YAMLSeq } from 'yaml'
import { columnOf, dashOf, endOf, eolOf, flowItemEnd, flowItemStart, isFlow, itemLines, startOf } from './text-parts.ts'
import type { Path, Span } from './text-parts.ts'
import { insert, read, walk } from './text-place.ts'

/** The text with an entry of the list at a path at another position of it, comments and all. Throws `UnreadableText`. */
export function moveAt(text: string, path: Path, from: number, to: number): string {
  const { node, inFlow, rest } = walk(read(text), path)
  if (rest.length > 0 || !isSeq(node)) return text
  const spans = node.items.map((_, index): Span => {
    if (inFlow || isFlow(node)) return { from: flowItemStart(node, index), to: flowItemEnd(text, node, index) }
    const lines = itemLines(text, node, index)
    return { from: lineOwn(text, node, lines), to: lines.to }
  })
  const first = spans[0]
  if (first === undefined || spans[from] === undefined || spans[to] === undefined) return text
  const between = spans.map((span, index) => text.slice(span.to, spans[index + 1]?.from ?? text.length))
  const parts = spans.map((span) => text.slice(span.from, span.to))
  const order = parts.toSpliced(from, 1).toSpliced(to, 0, parts[from] ?? '')
  return text.slice(0, first.from) + order.map((part, index) => part + between[index]).join('')
}

/** Where the lines of an entry begin, after the indent that all entries have. */
const lineOwn = (text: string, list: YAMLSeq, { from }: Span): number => from + columnOf(text, dashOf(list, 0))

/** The text with an entry of the list at a path once more after it, as it is written. Throws `UnreadableText`. */
export function duplicateAt(text: string, path: Path, index: number): string {
  const { node, inFlow, rest } = walk(read(text), path)
  if (rest.length > 0 || !isSeq(node) || index >= node.items.length) return text
  if (inFlow || isFlow(node)) {
    const [from, to] = [flowItemStart(node, index), flowItemEnd(text, node, index)]
    const gap = index + 1 < node.items.length ? text.slice(to, flowItemStart(node, index + 1)) : ', '
    return insert(text, to, `${gap.includes('#') ? ', ' : gap}${text.slice(from, to)}`)
  }
  const dash = dashOf(node, index)
  const { to } = itemLines(text, node, index)
  return insert(text, to, `${eolOf(text)}${' '.repeat(columnOf(text, dash))}${text.slice(dash, to)}`)
}

/** The lines of what stands at a path, from 1; null where nothing does. Throws `UnreadableText`. */
export function linesAt(text: string, path: Path): { line: number; endLine: number } | null {
  const { node, pair, rest } = walk(read(text), path)
  if (rest.length > 0 || node === null) return null
  const count = (offset: number) => text.slice(0, offset).split('\n').length
  return { line: count(pair === null ? startOf(node) : startOf(pair.key)), endLine: count(endOf(text, node)) }
}
