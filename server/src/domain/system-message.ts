import type { ServerConfig } from '@gensvar/contract/configuration/server-config'
import type { systemMessage } from '@gensvar/contract/entities/shell'
import type { z } from 'zod'

type Message = NonNullable<ServerConfig['systemMessage']>

/** A message to everybody as browsers have it. */
export type ShownMessage = z.input<typeof systemMessage>

/** Whether a message to everybody is shown at a moment. */
export function messageStateOf(message: Message | undefined, now: Date): 'none' | 'planned' | 'shown' | 'over' {
  if (!message) return 'none'
  if (message.until !== undefined && Date.parse(message.until) <= now.getTime()) return 'over'
  return message.from !== undefined && Date.parse(message.from) > now.getTime() ? 'planned' : 'shown'
}

/** The message that everybody is shown at a moment; null where there is none, or its time is not now. */
export function shownMessage(message: Message | undefined, now: Date): ShownMessage | null {
  if (!message || messageStateOf(message, now) !== 'shown') return null
  const { text, texts, backgroundColor, textColor, icon = null, link = null, severity = null } = message
  return { text, texts, backgroundColor, textColor, icon, link, severity }
}

/** The next moment at which a message begins or ends; null where none comes. */
export function nextTurnOf(message: Message | undefined, now: Date): Date | null {
  const moments = [message?.from, message?.until].flatMap((text) => (text === undefined ? [] : [Date.parse(text)]))
  const next = moments.filter((at) => at > now.getTime()).sort((a, b) => a - b)[0]
  return next === undefined ? null : new Date(next)
}
