import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { XMLSerializer } from '@xmldom/xmldom'
import type { Document, Element, Node } from '@xmldom/xmldom'
import { Marks } from '#server/domain/messages/marks.ts'
import { cutAtTags } from '#server/domain/messages/merge-tags.ts'
import type { Tag, TagPart } from '#server/domain/messages/merge-tags.ts'
import { NestingFault, fillPieces, nestPieces } from '#server/domain/messages/message-text.ts'
import type { Piece, TagValues } from '#server/domain/messages/message-text.ts'
import { codeTag } from '#server/domain/messages/tag-list.ts'
import { isElement, nodesOf } from './letter-file.ts'
import { odfNames } from './odf-names.ts'

/** A letter whose gaps are filled for each recipient. */
export interface CompiledLetter {
  /** Language it is written in. */
  language: string
  pieces: readonly Piece[]
}

/** A letter that was read: what it is filled with, and what is wrong with its tags. */
export interface ReadLetter {
  pieces: readonly Piece[]
  /** Names of its tags. */
  tags: string[]
  problems: Words[]
}

/** A part of a paragraph's text: a node, and the text it stands for. */
interface Chunk {
  node: Node
  text: string
}

const unfit = say`A condition has to begin and end within one paragraph and one way of writing, or in paragraphs of their own.`

/**
 * Finds the merge tags of a cleaned letter, also those that a writer has split into several spans, and cuts the document at
 * them. The document is changed. A paragraph that holds nothing but a part of a condition is not printed: so conditions
 * can hold whole paragraphs.
 */
export function compileLetter(document: Document, known: ReadonlySet<string>): ReadLetter {
  const marks = new Marks()
  const problems: Words[] = []
  const tags = new Set<string>()
  const conditions = new Map<Node, Tag[]>()
  const place = (tag: Tag, written: string, parent: Node): string => {
    if ('name' in tag) {
      if (!known.has(tag.name)) problems.push(say`There is no merge tag "${tag.name}".`)
      tags.add(tag.name)
    }
    if (tag.kind !== 'value') conditions.set(parent, [...(conditions.get(parent) ?? []), tag])
    return marks.mark({ tag, context: isCode(tag) ? 'letter-code' : 'letter' }, written)
  }
  for (const paragraph of paragraphsOf(document)) {
    const chunks = chunksOf(paragraph)
    const text = chunks.map((chunk) => chunk.text).join('')
    const parts = cutAtTags(text)
    for (const part of parts) if ('fault' in part) problems.push(say`In "${nearby(text, part.at)}": ${part.fault}`)
    const alone = conditionAlone(parts)
    const parent = paragraph.parentNode
    if (alone && parent) {
      const mark = place(alone.tag, alone.written, parent)
      parent.replaceChild(document.createTextNode(mark), paragraph)
      continue
    }
    replaceTags(chunks, parts, place)
  }
  if (![...conditions.values()].every(areWhole)) problems.push(unfit)
  if (problems.length > 0) return { pieces: [], tags: [...tags], problems }
  return { pieces: marks.cut(new XMLSerializer().serializeToString(document)), tags: [...tags], problems }
}

/** The document of one recipient. Throws `BrokenTag`, which names what stops it. */
export function fillLetter({ pieces }: CompiledLetter, values: TagValues): string {
  return fillPieces(pieces, values)
}

function paragraphsOf(document: Document): Element[] {
  const root = document.documentElement
  return root ? [...nodesOf(root)].filter(isParagraph) : []
}

function isParagraph(node: Node | null): node is Element {
  return isElement(node) && node.namespaceURI === odfNames.text && (node.localName === 'p' || node.localName === 'h')
}

/** The text of a paragraph, without that of paragraphs within it, as in a text frame. */
function chunksOf(paragraph: Element): Chunk[] {
  const chunks: Chunk[] = []
  for (const node of nodesOf(paragraph)) {
    const text = textOf(node)
    if (text !== '' && ownerOf(node) === paragraph) chunks.push({ node, text })
  }
  return chunks
}

function textOf(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? ''
  if (!isElement(node) || node.namespaceURI !== odfNames.text) return ''
  if (node.localName === 's') return ' '.repeat(Number(node.getAttributeNS(odfNames.text, 'c') || 1))
  return node.localName === 'tab' || node.localName === 'line-break' ? ' ' : ''
}

function ownerOf(node: Node): Node | null {
  let at = node.parentNode
  while (at && !isParagraph(at)) at = at.parentNode
  return at
}

/** Puts the marks of tags where the tags are, the last one first, so that places before it stay as they are. */
function replaceTags(
  chunks: readonly Chunk[],
  parts: readonly TagPart[],
  place: (tag: Tag, written: string, parent: Node) => string,
): void {
  const starts: number[] = []
  let length = 0
  for (const { text } of chunks) {
    starts.push(length)
    length += text.length
  }
  const placed = parts.flatMap((part) => {
    if (!('tag' in part)) return []
    const first = chunks[chunkAt(starts, part.at)]?.node
    if (!first?.parentNode) return []
    return { at: part.at, end: part.at + part.written.length, mark: place(part.tag, part.written, first.parentNode) }
  })
  for (const { at, end, mark } of placed.toReversed()) {
    const first = chunkAt(starts, at)
    for (let index = first; index < chunks.length && (starts[index] ?? 0) < end; index++) {
      const chunk = chunks[index]
      const start = starts[index] ?? 0
      if (!chunk) break
      if (isElement(chunk.node)) {
        chunk.node.parentNode?.removeChild(chunk.node)
        continue
      }
      const value = chunk.node.nodeValue ?? ''
      const until = Math.min(end - start, chunk.text.length)
      chunk.node.nodeValue = `${value.slice(0, Math.max(at - start, 0))}${index === first ? mark : ''}${value.slice(until)}`
    }
  }
}

/** The chunk that holds the character at a place. */
function chunkAt(starts: readonly number[], at: number): number {
  return starts.findLastIndex((start) => start <= at)
}

/** Whether a tag stands for a picture of its value. */
function isCode(tag: Tag): boolean {
  return tag.kind === 'value' && tag.name === codeTag
}

/** The part of a condition that a paragraph holds and nothing else; null for every other paragraph. */
function conditionAlone(parts: readonly TagPart[]): { tag: Tag; written: string } | null {
  const filled = parts.filter((part) => !('text' in part) || part.text.trim() !== '')
  const [only] = filled
  return filled.length === 1 && only && 'tag' in only && only.tag.kind !== 'value' ? only : null
}

/** Whether the conditions of one place end there. */
function areWhole(tags: readonly Tag[]): boolean {
  try {
    nestPieces(tags.map((tag) => ({ tag, context: 'letter' })))
    return true
  } catch (error) {
    if (error instanceof NestingFault) return false
    throw error
  }
}

function nearby(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 40).trim()
}
