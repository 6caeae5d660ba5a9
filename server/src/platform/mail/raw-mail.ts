import { domainToASCII } from 'node:url'
import { ByteWriter } from './byte-writer.ts'
import type { DkimSigner } from './dkim.ts'
import { headerAddress, headerLine, headerText, oneLine } from './header-text.ts'
import type { Mailbox } from './mailbox.ts'
import { writeQuotedPrintable } from './quoted-printable.ts'

/** A mail before it is written as one message. */
export interface MailParts {
  from: Mailbox
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Without its brackets. */
  messageId: string
  date: Date
  headers: Readonly<Record<string, string>>
}

/** A mail as it is handed to a mail server, with CRLF at the end of each line. */
export interface RawMail {
  /** Its headers and the empty line after them. */
  head: string
  body: Buffer
}

/** Between the parts of a mail; quoted-printable text cannot hold it. */
const boundary = '=_parts'
const encoding = 'Content-Transfer-Encoding: quoted-printable'
const writer = new ByteWriter()

/** Writes a mail as one message, signed where there is a signer. No value of it can begin a header. */
export async function rawMail(mail: MailParts, signer: DkimSigner | null): Promise<RawMail> {
  const headers = [
    headerLine('From', headerAddress({ ...mail.from, address: asciiAddress(mail.from.address) })),
    headerLine('To', headerAddress({ name: '', address: asciiAddress(mail.to) })),
    ...(mail.replyTo === null ? [] : [headerLine('Reply-To', headerAddress({ name: '', address: mail.replyTo }))]),
    headerLine('Subject', headerText(mail.subject)),
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    headerLine('Message-ID', oneLine(`<${mail.messageId}>`)),
    ...Object.entries(mail.headers).map(([name, value]) => headerLine(name, oneLine(value))),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ]
  const body = bodyOf(mail)
  const signature = signer ? [await signer.header(headers, body)] : []
  return { head: `${[...signature, ...headers].join('\r\n')}\r\n\r\n`, body }
}

function bodyOf({ text, html }: MailParts): Buffer {
  writer.clear()
  writer.text(`--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\n${encoding}\r\n\r\n`)
  writeQuotedPrintable(writer, text)
  writer.text(`--${boundary}\r\nContent-Type: text/html; charset=utf-8\r\n${encoding}\r\n\r\n`)
  writeQuotedPrintable(writer, html)
  writer.text(`--${boundary}--\r\n`)
  return Buffer.from(writer.written())
}

/** An address whose domain is written in ASCII, as mail servers know it. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  // oxlint-disable-next-line no-control-regex
  if (at < 0 || /^[\u0000-\u007f]*$/.test(address)) return address
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`
}
