import { domainToASCII } from 'node:url'
import type { DkimSigner } from './dkim.ts'
import { headerAddress, headerLine, headerText, oneLine } from './header-text.ts'
import type { Mailbox } from './mailbox.ts'
import { quotedPrintable } from './quoted-printable.ts'

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

/** Between the parts of a mail; quoted-printable text cannot hold it. */
const boundary = '=_parts'
const between = Buffer.from(`--${boundary}\r\n`)
const end = Buffer.from(`--${boundary}--\r\n`)
const encoding = 'Content-Transfer-Encoding: quoted-printable'
const textHead = Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n${encoding}\r\n\r\n`)
const htmlHead = Buffer.from(`Content-Type: text/html; charset=utf-8\r\n${encoding}\r\n\r\n`)

/** A mail as it is handed to a mail server, signed where there is a signer. No value of it can begin a header. */
export async function rawMail(mail: MailParts, signer: DkimSigner | null): Promise<Buffer> {
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
  const [text, html] = [quotedPrintable(mail.text), quotedPrintable(mail.html)]
  const body = Buffer.concat([between, textHead, text, between, htmlHead, html, end])
  const signature = signer ? [await signer.header(headers, body)] : []
  return Buffer.concat([Buffer.from(`${[...signature, ...headers].join('\r\n')}\r\n\r\n`, 'utf8'), body])
}

/** An address whose domain is written in ASCII, as mail servers know it. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  // oxlint-disable-next-line no-control-regex
  if (at < 0 || /^[\u0000-\u007f]*$/.test(address)) return address
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`
}
