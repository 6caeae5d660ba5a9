import type { Words } from '@gensvar/contract/say'

/** Parts of a message that something can be wrong with. */
export type MessagePart = 'mjml' | 'subject' | 'preheader' | 'contents'

/** What is wrong with a message. One with an error cannot be sent. */
export interface MessageProblem {
  part: MessagePart
  /** Line in the part, from 1; null where the whole of it is meant. */
  line: number | null
  isError: boolean
  words: Words
}

/** A problem that keeps a message from being sent. */
export function errorIn(part: MessagePart, line: number | null, words: Words): MessageProblem {
  return { part, line, isError: true, words }
}

/** A problem that whoever writes the message should know of. */
export function warningIn(part: MessagePart, line: number | null, words: Words): MessageProblem {
  return { part, line, isError: false, words }
}
