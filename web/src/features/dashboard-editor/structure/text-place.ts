import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Document, Pair, ParsedNode, YAMLMap } from 'yaml'
import { isFlow } from './text-parts.ts'
import type { Path, Span } from './text-parts.ts'

/** A key of a map with its value, as it was read. */
export type TextPair = Pair<ParsedNode, ParsedNode | null>

/** A part of a text that a path leads to. */
export interface Place {
  node: ParsedNode | null
  /** The pair whose value it is, if it is one. */
  pair: TextPair | null
  /** Whether it stands inside braces or brackets. */
  inFlow: boolean
}

/** A text that cannot be changed by its parts, because it cannot be read. */
export class UnreadableText extends Error {}

/** What was read last: each change begins with the text that the one before it ended with. */
let last: { text: string; document: Document.Parsed<ParsedNode> } | null = null

/** Reads a text. The same document is given again for the same text: it is not to be changed. Throws `UnreadableText`. */
export function read(text: string): Document.Parsed<ParsedNode> {
  if (last?.text !== text)
    last = { text, document: parseDocument(text, { keepSourceTokens: true, prettyErrors: false }) }
  const [error] = last.document.errors
  if (error !== undefined) throw new UnreadableText(error.message)
  return last.document
}

/** A text with another one in place of a part. */
export const splice = (text: string, { from, to }: Span, by: string): string =>
  text.slice(0, from) + by + text.slice(to)

/** A text with one more in it. */
export const insert = (text: string, at: number, added: string): string => splice(text, { from: at, to: at }, added)

/** The pairs of a map. */
export const pairsOf = (map: YAMLMap): TextPair[] => map.items as TextPair[]

/** Position of a key in a map; -1 where it has none of this name. */
export const indexOfKey = (map: YAMLMap, key: string | number): number =>
  map.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))

/** Nothing at all, such as after a key without a value. */
export const isNothing = (node: ParsedNode | null): boolean => node === null || (isScalar(node) && node.source === '')

/** Walks to a place as far as the text has it; `rest` is what is missing. */
export function walk(document: Document.Parsed<ParsedNode>, path: Path): Place & { rest: Path } {
  let place: Place = { node: document.contents, pair: null, inFlow: false }
  for (const [at, key] of path.entries()) {
    const { node } = place
    const inFlow = place.inFlow || isFlow(node)
    if (isMap(node)) {
      const pair = pairsOf(node)[indexOfKey(node, key)]
      if (pair === undefined) return { ...place, rest: path.slice(at) }
      place = { node: pair.value, pair, inFlow }
    } else if (isSeq(node) && Number(key) < node.items.length) {
      place = { node: node.items[Number(key)] as ParsedNode, pair: null, inFlow }
    } else return { ...place, rest: path.slice(at) }
  }
  return { ...place, rest: [] }
}
