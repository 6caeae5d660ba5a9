import type { Words } from '@gensvar/contract/say'
import type { PrintedLetter } from '#server/domain/letters/office/office-process.ts'
import type { NewMail } from '#server/platform/mail/mail-queue.ts'

/** A message to one person, ready for the channel of its campaign. */
export interface OutgoingMessage {
  /** Names the message at the other end, and stays the same however often it is tried: `recipient.attempt`. */
  key: string
  /** An e-mail address, a phone number, or a postal address in a line. */
  to: string
  /** Empty where the channel has none. */
  subject: string
  text: string
  /** Empty for a text message. */
  html: string
  /** The document to print, of a letter. */
  letter?: string
  /** Where its recipient ends such messages. */
  unsubscribe: string
  sender: MessageSender
  /** Where what comes back is sent to; null for the sender. */
  bouncesTo: string | null
  /** Where the provider of a call asks what to say, of a call. */
  callAt?: string | null
}

/** Whom the messages of a campaign are from. */
export interface MessageSender {
  name: string
  address: string
  replyTo: string | null
  bcc: string | null
}

/** What became of a message. */
export type Delivery =
  /** `parts`: how the operator names its parts, where it reports whether they arrive. */
  | { outcome: 'sent'; parts?: readonly string[] }
  /** It is not sent anywhere: it is stored with its result, for root to read. */
  | { outcome: 'kept'; mail: NewMail }
  /** It was printed, and is stored with its result. */
  | { outcome: 'printed'; letter: PrintedLetter }
  /** `isAddress`: because of the address, at which nothing arrives then. */
  | { outcome: 'refused'; isTemporary: boolean; isAddress: boolean; reason: Words }
  /** Nothing can be sent for now, `retryAfter` ms at least; the message was not handed over. */
  | { outcome: 'unreachable'; reason: Words; retryAfter?: number }
  /** It may have been sent, although nothing says so. */
  | { outcome: 'unknown'; reason: Words }
  /** It could not even be written; nothing was sent. */
  | { outcome: 'failed'; error: unknown }

/** A message that only has to be handed over. */
export interface PreparedMessage {
  /** Hands it over; never throws. */
  send(): Promise<Delivery>
}

/** A way to reach people. */
export interface Channel {
  /** Most messages that are handed over at a time. */
  readonly lanes: number
  /** Does what can be done before a message is handed over, such as signing it. */
  prepare(message: OutgoingMessage): Promise<PreparedMessage>
  /** Ends what it holds open. */
  close(): void
}
