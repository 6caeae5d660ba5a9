import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { BrokenValue, escapeFor } from './escape.ts'
import type { TagContext } from './escape.ts'
import type { Comparison, Tag } from './merge-tags.ts'

/** A tag at a place whose context is known. */
export interface PlacedTag {
  tag: Tag
  context: TagContext
}

interface Gap {
  name: string
  fallback: string | null
  context: TagContext
}

/** A text with gaps for values. */
export type Piece =
  | string
  | Gap
  | { name: string; comparison: Comparison; value: string; whenTrue: readonly Piece[]; otherwise: readonly Piece[] }

/** The value of a tag for a recipient; null where there is none. An answer is shown by its title and compared by its name. */
export type TagValues = (name: string, use: 'shown' | 'compared') => string | null

/** A value that stops a message to one recipient. */
export class BrokenTag extends Error {
  readonly tag: string
  readonly words: Words

  constructor(tag: string, words: Words) {
    super(String(words))
    this.tag = tag
    this.words = words
  }
}

/** Conditions that do not fit into each other. */
export class NestingFault extends Error {}

/** Puts texts and tags into the order they are filled in. Throws `NestingFault` where conditions do not fit together. */
export function nestPieces(parts: readonly (string | PlacedTag)[]): Piece[] {
  let at = 0
  const next = (): Tag['kind'] | null => {
    const part = parts[at]
    return part === undefined || typeof part === 'string' ? null : part.tag.kind
  }
  const readBranch = (): Piece[] => {
    const pieces: Piece[] = []
    for (let part = parts[at]; part !== undefined; part = parts[at]) {
      if (typeof part === 'string') {
        if (part !== '') pieces.push(part)
        at++
        continue
      }
      const { tag, context } = part
      if (tag.kind === 'else' || tag.kind === 'end') break
      at++
      if (tag.kind === 'value') {
        pieces.push({ name: tag.name, fallback: tag.fallback, context })
        continue
      }
      const whenTrue = readBranch()
      const hasElse = next() === 'else'
      if (hasElse) at++
      const otherwise = hasElse ? readBranch() : []
      if (next() !== 'end') throw new NestingFault()
      at++
      pieces.push({ name: tag.name, comparison: tag.comparison, value: tag.value, whenTrue, otherwise })
    }
    return pieces
  }
  const pieces = readBranch()
  if (at < parts.length) throw new NestingFault()
  return pieces
}

/** A text with its gaps filled. Throws `BrokenTag` for a value that is missing or must not be sent. */
export function fillPieces(pieces: readonly Piece[], values: TagValues): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if ('comparison' in piece)
      text += fillPieces(holds(piece, values(piece.name, 'compared') ?? '') ? piece.whenTrue : piece.otherwise, values)
    else text += filled(piece, values(piece.name, 'shown'))
  }
  return text
}

function filled({ name, fallback, context }: Gap, value: string | null): string {
  const given = value === null || value === '' ? fallback : value
  if (given === null) throw new BrokenTag(name, say`{{${name}}} has no value for this recipient, and no fallback.`)
  try {
    return escapeFor(context, given)
  } catch (error) {
    if (error instanceof BrokenValue) throw new BrokenTag(name, say`{{${name}}} cannot be filled in: ${error.words}.`)
    throw error
  }
}

function holds({ comparison, value }: { comparison: Comparison; value: string }, given: string): boolean {
  if (comparison === 'is') return given !== ''
  if (comparison === '=') return given === value
  if (comparison === '!=') return given !== value
  if (given.trim() === '' || value.trim() === '') return false
  const [left, right] = [Number(given), Number(value)]
  if (Number.isNaN(left) || Number.isNaN(right)) return false
  return { '<': left < right, '<=': left <= right, '>': left > right, '>=': left >= right }[comparison]
}
