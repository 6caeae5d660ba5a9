import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { MailSettings } from '../mail-settings.ts'
import { DkimSigner } from './dkim.ts'
import { readMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { asciiAddress, rawMail } from './raw-mail.ts'
import { SmtpPool } from './smtp-pool.ts'
import type { Handing } from './smtp-pool.ts'

/** A mail as it is handed to the mail server. */
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Part before the at sign of its message id. */
  id: string
  headers: Readonly<Record<string, string>>
}

/** What became of a mail: `unknown` where the mail server may have taken it although it did not say so. */
export type Sending =
  | { outcome: 'sent' }
  | { outcome: 'refused'; isTemporary: boolean; reason: Words }
  | { outcome: 'unknown'; reason: Words }

/** Connections to the mail server at a time. */
export const mailConnections = 5

/** Sends the server's own mails through the mail server of the settings. */
export class MailServer {
  private readonly pool: SmtpPool
  private readonly signer: DkimSigner | null
  private readonly from: Mailbox

  constructor(settings: MailSettings) {
    this.pool = new SmtpPool(settings, mailConnections)
    this.signer = settings.dkim ? new DkimSigner(settings.dkim) : null
    this.from = readMailbox(settings.from)
  }

  /** Hands a mail over; never throws. */
  async send({ to, id, headers, ...texts }: OutgoingMail): Promise<Sending> {
    const { from } = this
    const domain = from.address.split('@').at(-1) ?? 'localhost'
    const raw = await rawMail(
      {
        ...texts,
        ...{ from, to, replyTo: null, messageId: `${id}@${domain}`, date: new Date() },
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      },
      this.signer,
    )
    return sendingOf(await this.pool.send({ from: asciiAddress(from.address), to: [asciiAddress(to)] }, raw))
  }

  /** Closes the connections. */
  close(): void {
    this.pool.close()
  }
}

function sendingOf(handing: Handing): Sending {
  switch (handing.outcome) {
    case 'sent':
      return { outcome: 'sent' }
    case 'refused':
      return { outcome: 'refused', isTemporary: handing.isTemporary, reason: refusedWords(handing.answer) }
    case 'misaddressed':
      return { outcome: 'refused', isTemporary: false, reason: misaddressedWords }
    case 'unreachable':
      return { outcome: 'refused', isTemporary: true, reason: unreachableWords(handing.answer) }
    case 'unknown':
      return { outcome: 'unknown', reason: unknownWords }
  }
}

/** That the mail server did not take a mail, with its answer. */
export function refusedWords(answer: string): Words {
  return say`The mail server refused it: ${answer}`
}

/** That the mail server takes no mails, with its answer where it gave one. */
export function unreachableWords(answer: string | null): Words {
  return answer === null ? say`The mail server cannot be reached.` : refusedWords(answer)
}

/** That an address is none. */
export const misaddressedWords = say`This is no address that mail can be sent to.`

/** That it is not known whether a mail was taken. */
export const unknownWords = say`The connection to the mail server broke while it was sent.`
