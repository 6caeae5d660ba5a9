import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as the sink received it. */
export interface ReceivedMail {
  to: string
  /** Headers, unfolded, by name in small letters. */
  headers: ReadonlyMap<string, string>
  /** The message as it came. */
  raw: string
  /** The whole message, with its parts decoded. */
  body: string
}

/** A mail server on this machine that keeps what it receives. */
export interface MailSink {
  port: number
  mails: ReceivedMail[]
  /** Called before a mail is taken; what it throws is the answer, with `responseCode`. */
  onMail: (to: string, mail: ReceivedMail) => Promise<void> | void
  /** Called with the sender of each mail, as its envelope names it. */
  onSender: (address: string) => void
  /** Called with each recipient before its mail; what it throws is the answer, with `responseCode`. */
  onRecipient: (address: string) => void
  close(): Promise<void>
}

/** Starts a mail server that takes everything, without encryption or password. */
export async function startMailSink(): Promise<MailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom({ address }, _session, done) {
      sink.onSender(address)
      done()
    },
    onRcptTo({ address }, _session, done) {
      try {
        sink.onRecipient(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      textOf(stream)
        .then(async (message) => {
          const mail = readMail(to, message)
          await sink.onMail(to, mail)
          sink.mails.push(mail)
        })
        .then(
          () => done(),
          (error: Error) => done(error),
        )
    },
  })
  // A connection that is cut is the client's to notice.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sink: MailSink = {
    port: (server.server.address() as AddressInfo).port,
    mails: [],
    onMail: () => {},
    onSender: () => {},
    onRecipient: () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}

/** Settings of the environment with which a server sends to a sink. */
export function sendingTo({ port }: Pick<MailSink, 'port'>): Record<string, string> {
  return { GENSVAR_SMTP_URL: `smtp://127.0.0.1:${port}`, GENSVAR_MAIL_FROM: 'Gensvar <feedback@example.org>' }
}

function readMail(to: string, message: string): ReceivedMail {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { to, headers, raw: message, body: decoded(message.slice(end)) }
}

/** Quoted-printable as text; texts of mails are written in it where they need to be. */
function decoded(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
