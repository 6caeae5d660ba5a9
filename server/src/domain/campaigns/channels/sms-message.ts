import { messageLength } from '@gensvar/contract/message-length'
import { maxSmsParts } from '@gensvar/contract/templates'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { smsSender } from '#server/platform/sms-settings.ts'
import type { Delivery, OutgoingMessage } from './channel.ts'

type Refused = Extract<Delivery, { outcome: 'refused' }>

/** What keeps a text message from being handed to anybody; null for nothing. */
export function refusedSms({ to, text, sender }: Pick<OutgoingMessage, 'to' | 'text' | 'sender'>): Refused | null {
  if (!isPhoneNumber(to)) return refused(say`This is no phone number.`, true)
  if (text.trim() === '') return refused(say`The message has no text for this recipient.`)
  const { parts } = messageLength(text)
  if (parts > maxSmsParts) return refused(say`The message would have ${parts} parts; at most ${maxSmsParts} are sent.`)
  if (!smsSender.test(sender.address))
    return refused(say`"${sender.address}" is neither a phone number nor a name of at most 11 letters and digits.`)
  return null
}

/** Whether a text is a number as messages are sent to it: digits, with a plus before the country's code. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{6,15}$/.test(text)
}

function refused(reason: Words, isAddress = false): Refused {
  return { outcome: 'refused', isTemporary: false, isAddress, reason }
}
