import { say } from '@gensvar/contract/say'
import type { HttpProvider } from './sms-http-channel.ts'

/** A provider of messages to apps: a device that it knows no more has lost the app. */
export const pushProvider: HttpProvider = {
  refused: ({ text }) =>
    text.trim() === ''
      ? {
          ...{ outcome: 'refused', isTemporary: false, isAddress: false },
          reason: say`The message has no text for this recipient.`,
        }
      : null,
  gone: new Set([404, 410]),
  words: {
    unanswered: say`The provider of messages to apps did not answer: whether it arrived is not known, and it is not sent again.`,
    busy: (status) => say`The provider of messages to apps takes no more for now (${status}).`,
    closed: (status) => say`The provider of messages to apps does not let this server in (${status}).`,
    refused: (status, said) =>
      said === ''
        ? say`The provider of messages to apps refused it (${status}).`
        : say`The provider of messages to apps refused it (${status}): ${said}`,
  },
}
