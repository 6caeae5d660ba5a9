import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { ByteWriter } from './byte-writer.ts'
import type { MailSettings } from '../mail-settings.ts'

/** Signs in a thread of Node's own. */
const signLater = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** Headers that are signed where a mail has them; a receiver of one-click unsubscribing demands both of its headers. */
const signedHeaders = [
  ...['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['content-transfer-encoding', 'auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post'],
]
/** Also signed as missing a second time, so that nobody adds another one that programs might show. */
const onceOnly = ['from', 'subject', 'reply-to']

/** Signs mails (DKIM, RFC 6376) with RSA and SHA-256; headers and body are made "relaxed" before. */
export class DkimSigner {
  private readonly domain: string
  private readonly selector: string
  private readonly key: KeyObject

  constructor({ domain, selector, key }: NonNullable<MailSettings['dkim']>) {
    this.domain = domain
    this.selector = selector
    this.key = createPrivateKey(key)
  }

  /** The header that signs a mail, without its line break. `headers` are whole lines; `body` ends with a line break. */
  async header(headers: readonly string[], body: Buffer): Promise<string> {
    const byName = new Map(headers.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line]))
    const names = signedHeaders.filter((name) => byName.has(name))
    const hash = createHash('sha256').update(relaxedBody(body)).digest('base64')
    const unsigned =
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${this.domain}; s=${this.selector};\r\n` +
      ` h=${[...names, ...onceOnly.filter((name) => names.includes(name))].join(':')};\r\n bh=${hash};\r\n b=`
    const signed = [...names.map((name) => relaxedHeader(byName.get(name) ?? '')), relaxedHeader(unsigned)]
    const signature = await signLater('sha256', Buffer.from(signed.join('\r\n'), 'utf8'), this.key)
    return unsigned + signature.toString('base64').replace(/.{72}(?=.)/g, '$&\r\n ')
  }
}

function relaxedHeader(line: string): string {
  const colon = line.indexOf(':')
  const value = line.slice(colon + 1).replace(/[ \t\r\n]+/g, ' ')
  return `${line.slice(0, colon).toLowerCase().trim()}:${value.trim()}`
}

const [tab, newline, carriageReturn, space] = [9, 10, 13, 32]

const relaxed = new ByteWriter()

/** A body with single spaces, none at the end of a line, and no empty lines at its end. Lines end with CRLF. */
function relaxedBody(body: Buffer): Buffer {
  relaxed.clear()
  relaxed.reserve(body.length + 2)
  const out = relaxed.bytes
  let at = 0
  /** Where the last line that is not empty ends. */
  let end = 0
  let isSpaced = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0
    if (byte === space || byte === tab) {
      isSpaced = true
      continue
    }
    if (byte === carriageReturn && body[index + 1] === newline) {
      isSpaced = false
      out[at++] = byte
      continue
    }
    if (byte === newline) {
      out[at++] = byte
      continue
    }
    if (isSpaced) out[at++] = space
    isSpaced = false
    out[at++] = byte
    end = at
  }
  if (end === 0) return out.subarray(0, 0)
  out[end] = carriageReturn
  out[end + 1] = newline
  return out.subarray(0, end + 2)
}
