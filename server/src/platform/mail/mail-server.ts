import { PassThrough } from 'node:stream'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '../mail-settings.ts'

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
/** Timeouts of connecting, of the greeting and of each answer, in ms. A whole mail takes less than their sum twice. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** A pool of connections to the mail server of the settings. */
export class MailServer {
  private readonly settings: MailSettings
  private readonly transport: ReturnType<typeof transportOf>
  /** Message ids of the mails whose content the mail server may have. */
  private readonly handedOver = new Set<string>()

  constructor(settings: MailSettings) {
    this.settings = settings
    this.transport = transportOf(settings)
    this.transport.use('stream', ({ data, message }, done) => {
      // The content is asked for once there is a connection that the mail goes through.
      message.transform(() => {
        this.handedOver.add(data.messageId ?? '')
        return new PassThrough()
      })
      done(null)
    })
  }

  /** Hands a mail over; never throws. */
  async send({ to, subject, text, html, id, headers }: OutgoingMail): Promise<Sending> {
    const { from } = this.settings
    const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
    const messageId = `<${id}@${domain}>`
    try {
      await this.transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        html,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return { outcome: 'sent' }
    } catch (error) {
      return outcomeOf(error, this.handedOver.has(messageId))
    } finally {
      this.handedOver.delete(messageId)
    }
  }

  /** Closes the connections. */
  close(): void {
    this.transport.close()
  }
}

function transportOf({ host, port, isSecure, login, dkim }: MailSettings) {
  return createTransport({
    pool: true,
    maxConnections: mailConnections,
    // It would send a mail again after a connection broke, which may have been accepted.
    maxRequeues: 0,
    host,
    port,
    secure: isSecure,
    // A password is never sent in the clear; without one a server of the own network may do without encryption.
    requireTLS: !isSecure && login !== null,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } }),
    ...timeouts,
  })
}

interface MailError {
  code?: string
  responseCode?: number
  response?: string
  message: string
}

function outcomeOf(thrown: unknown, isHandedOver: boolean): Sending {
  const { code, responseCode, response, message } = thrown as MailError
  // An answer with an error code says that the mail was not taken.
  if (responseCode !== undefined && responseCode >= 400)
    return {
      outcome: 'refused',
      isTemporary: responseCode < 500 || code === 'EAUTH',
      reason: say`The mail server refused it: ${oneLine(response ?? message).slice(0, 500)}`,
    }
  // Without an answer: the address itself is wrong.
  if (code === 'EENVELOPE')
    return { outcome: 'refused', isTemporary: false, reason: say`This is no address that mail can be sent to.` }
  if (!isHandedOver) return { outcome: 'refused', isTemporary: true, reason: say`The mail server cannot be reached.` }
  return { outcome: 'unknown', reason: say`The connection to the mail server broke while it was sent.` }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
