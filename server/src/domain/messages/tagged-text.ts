import { say } from '@gensvar/contract/say'
import type { TagContext } from './escape.ts'
import { cutAtTags } from './merge-tags.ts'
import { NestingFault, nestPieces } from './message-text.ts'
import type { Piece } from './message-text.ts'
import { errorIn } from './message-problem.ts'
import type { MessagePart, MessageProblem } from './message-problem.ts'

/** A text without markup: a subject, or that of a text message. Values are written for `context`. */
export function readTaggedText(
  part: MessagePart,
  text: string,
  context: TagContext,
  known: ReadonlySet<string>,
): { pieces: readonly Piece[]; problems: MessageProblem[] } {
  const problems: MessageProblem[] = []
  const cut = cutAtTags(text)
  for (const one of cut) {
    if ('text' in one) continue
    const line = text.slice(0, one.at).split('\n').length
    if ('fault' in one) problems.push(errorIn(part, line, one.fault))
    else if ('name' in one.tag && !known.has(one.tag.name))
      problems.push(errorIn(part, line, say`There is no merge tag "${one.tag.name}".`))
  }
  try {
    const parts = cut.flatMap((one) => ('text' in one ? one.text : 'tag' in one ? { tag: one.tag, context } : []))
    return { pieces: nestPieces(parts), problems }
  } catch (error) {
    if (!(error instanceof NestingFault)) throw error
    problems.push(errorIn(part, null, say`A condition is not closed by {{/if}}.`))
    return { pieces: [], problems }
  }
}
