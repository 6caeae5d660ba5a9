import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../mail-settings.ts'
import { oneLine } from './header-text.ts'
import type { RawMail } from './raw-mail.ts'

/** To whom and from whom a mail server is told that a mail is; bounces go to `from`. */
export interface Envelope {
  from: string
  to: readonly string[]
}

/** What became of a mail at the mail server. */
export type Handing =
  | { outcome: 'sent' }
  /** The server said no: for now or for good, to one of the recipients (the first) or to the mail. */
  | { outcome: 'refused'; isTemporary: boolean; isAddress: boolean; answer: string }
  /** It has no address that mail can be sent to; the server was not asked. */
  | { outcome: 'misaddressed' }
  /** The server cannot be reached, or lets nobody in; `answer` is what it said, if anything. It does not have the mail. */
  | { outcome: 'unreachable'; answer: string | null }
  /** The connection broke after the content was handed over: the server may have taken it. */
  | { outcome: 'unknown' }

/** Timeouts of connecting, of the greeting and of each answer, in ms. A whole mail takes less than their sum twice. */
const usualTimeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }
/** Mails that go through one connection; many servers end it after a hundred. */
const perConnection = 100
/** Longest answer of a server that is kept, in characters. */
const longestAnswer = 500

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

interface Line {
  connection: SMTPConnection
  mails: number
}

/** Connections to a mail server, made as they are needed and kept for the next mail. */
export class SmtpPool {
  private readonly settings: MailSettings
  private readonly timeouts: typeof usualTimeouts
  private readonly idle: Line[] = []
  private readonly waiting: ((line: Line | null) => void)[] = []
  private free: number
  private isClosed = false

  /** `connections`: most at a time. */
  constructor(settings: MailSettings, connections: number, timeouts: Partial<typeof usualTimeouts> = {}) {
    this.settings = settings
    this.free = connections
    this.timeouts = { ...usualTimeouts, ...timeouts }
  }

  /** Hands a message over; never throws. A mail is never handed over twice. */
  async send(envelope: Envelope, raw: RawMail): Promise<Handing> {
    for (;;) {
      const kept = await this.takePlace()
      const { line, fault } = kept ? { line: kept, fault: null } : await this.connect()
      if (!line) {
        this.release(null)
        return unreachable(fault)
      }
      const { handing, isUsable, wasStale } = await handOver(line, envelope, raw)
      const isKept = isUsable && !this.isClosed && ++line.mails < perConnection
      if (!isKept) line.connection[isUsable ? 'quit' : 'close']()
      this.release(isKept ? line : null)
      // The server had ended a connection that waited for its next mail: another one is tried.
      if (!wasStale || kept === null) return handing
    }
  }

  /** Closes the connections that wait; those in use close after their mail. */
  close(): void {
    this.isClosed = true
    for (const { connection } of this.idle.splice(0)) connection.quit()
  }

  /** Waits for a place; returns the connection that waits in it, or null where one has to be made. */
  private takePlace(): Promise<Line | null> {
    const line = this.idle.pop()
    if (line) return Promise.resolve(line)
    if (this.free > 0) {
      this.free--
      return Promise.resolve(null)
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  private release(line: Line | null): void {
    const next = this.waiting.shift()
    if (next) next(line)
    else if (line) this.idle.push(line)
    else this.free++
  }

  private async connect(): Promise<{ line: Line | null; fault: unknown }> {
    const { host, port, isSecure, login } = this.settings
    const connection = new SMTPConnection({
      host,
      port,
      secure: isSecure,
      // A password is never sent in the clear; without one a server of the own network may do without encryption.
      requireTLS: !isSecure && login !== null,
      ...this.timeouts,
    })
    // What goes wrong while a mail is under way is told to it as well.
    connection.on('error', () => {})
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.once('end', () => reject(new Error('The mail server ended the connection')))
        connection.connect((error) => (error ? reject(error) : resolve()))
      })
      if (login)
        await new Promise<void>((resolve, reject) =>
          connection.login({ user: login.user, pass: login.password }, (error) => (error ? reject(error) : resolve())),
        )
      return { line: { connection, mails: 0 }, fault: null }
    } catch (error) {
      connection.close()
      return { line: null, fault: error }
    }
  }
}

interface Handed {
  handing: Handing
  isUsable: boolean
  /** Whether the server had ended a connection that waited: it does not have the mail, and may take it on another one. */
  wasStale: boolean
}

function handOver({ connection, mails }: Line, { from, to }: Envelope, { head, body }: RawMail): Promise<Handed> {
  let isHandedOver = false
  const [first = ''] = to
  // The content is asked for once the server wants it.
  const message = {
    pipe: (stream: NodeJS.WritableStream) => {
      isHandedOver = true
      stream.write(head)
      stream.end(body)
    },
  }
  return new Promise((resolve) => {
    connection.send({ from, to: [...to] }, message as unknown as Buffer, (error, info) => {
      const fault = error ?? info?.rejectedErrors?.find((one) => one.recipient === first)
      if (!fault) return resolve({ handing: { outcome: 'sent' }, isUsable: true, wasStale: false })
      const handing = handingOf(fault, isHandedOver)
      // Another recipient was accepted, or the server was not asked.
      if (!error || handing.outcome === 'misaddressed') return resolve({ handing, isUsable: true, wasStale: false })
      if (handing.outcome === 'refused')
        return reset(connection, (isUsable) => resolve({ handing, isUsable, wasStale: false }))
      resolve({ handing, isUsable: false, wasStale: handing.outcome === 'unreachable' && !isHandedOver && mails > 0 })
    })
  })
}

/** Makes a connection ready for the next mail after one that was refused. */
function reset(connection: SMTPConnection, done: (isUsable: boolean) => void): void {
  const end = (): void => done(false)
  connection.once('end', end)
  connection.reset((error) => {
    connection.off('end', end)
    done(!error)
  })
}

function handingOf({ code, responseCode, response, message, command }: SmtpError, isHandedOver: boolean): Handing {
  const answer = oneLine(response ?? message).slice(0, longestAnswer)
  // An answer with an error code says that the mail was not taken; 421 that the server takes none at all for now.
  if (responseCode !== undefined && responseCode >= 400) {
    if (responseCode === 421 || code === 'EAUTH') return { outcome: 'unreachable', answer }
    return { outcome: 'refused', isTemporary: responseCode < 500, isAddress: command === 'RCPT TO', answer }
  }
  if (code === 'EENVELOPE') return { outcome: 'misaddressed' }
  return isHandedOver ? { outcome: 'unknown' } : { outcome: 'unreachable', answer: null }
}

function unreachable(fault: unknown): Handing {
  const { response } = fault as SmtpError
  return { outcome: 'unreachable', answer: response ? oneLine(response).slice(0, longestAnswer) : null }
}
