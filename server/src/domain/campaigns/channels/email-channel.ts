import type { MailSettings } from '#server/platform/mail-settings.ts'
import { DkimSigner } from '#server/platform/mail/dkim.ts'
import { misaddressedWords, refusedWords, unknownWords, unreachableWords } from '#server/platform/mail/mail-server.ts'
import { asciiAddress, rawMail } from '#server/platform/mail/raw-mail.ts'
import { SmtpPool } from '#server/platform/mail/smtp-pool.ts'
import type { Handing } from '#server/platform/mail/smtp-pool.ts'
import type { Channel, Delivery, OutgoingMessage, PreparedMessage } from './channel.ts'

/** Connections to the mail server at a time. */
export const emailConnections = 10

/** E-mail through the mail server of the settings. */
export class EmailChannel implements Channel {
  readonly lanes = emailConnections
  private readonly pool: SmtpPool
  private readonly signer: DkimSigner | null
  private readonly now: () => Date

  constructor(settings: MailSettings, now: () => Date, timeouts?: ConstructorParameters<typeof SmtpPool>[2]) {
    this.pool = new SmtpPool(settings, emailConnections, timeouts)
    this.signer = settings.dkim ? new DkimSigner(settings.dkim) : null
    this.now = now
  }

  async prepare(message: OutgoingMessage): Promise<PreparedMessage> {
    const { key, to, sender, unsubscribe, subject, text, html } = message
    const raw = await rawMail(
      {
        ...{ to, subject, text, html, from: sender, replyTo: sender.replyTo, date: this.now() },
        messageId: `${key}@${asciiAddress(sender.address).split('@').at(-1) ?? 'localhost'}`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      },
      this.signer,
    )
    const envelope = {
      from: asciiAddress(message.bouncesTo ?? sender.address),
      to: [to, ...(sender.bcc === null ? [] : [sender.bcc])].map(asciiAddress),
    }
    return { send: async () => deliveryOf(await this.pool.send(envelope, raw)) }
  }

  close(): void {
    this.pool.close()
  }
}

function deliveryOf(handing: Handing): Delivery {
  switch (handing.outcome) {
    case 'sent':
      return { outcome: 'sent' }
    case 'refused': {
      const { isTemporary, isAddress, answer } = handing
      return { outcome: 'refused', isTemporary, isAddress, reason: refusedWords(answer) }
    }
    case 'misaddressed':
      return { outcome: 'refused', isTemporary: false, isAddress: true, reason: misaddressedWords }
    case 'unreachable':
      return { outcome: 'unreachable', reason: unreachableWords(handing.answer) }
    case 'unknown':
      return { outcome: 'unknown', reason: unknownWords }
  }
}
