import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { letterCode } from './letter-code.ts'

/**
 * Where a value stands in a message. `url-part` is within an address, `url` is the whole or its beginning; `letter` is the
 * text of a letter, whose lines stay lines, and `letter-code` a place in it where the QR code of an address stands.
 */
export type TagContext = 'html' | 'url' | 'url-part' | 'plain' | 'header' | 'letter' | 'letter-code'

/** A value that must not be sent. */
export class BrokenValue extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(String(words))
    this.words = words
  }
}

/** Longest value that is filled in, in characters. */
const maxLength = 10_000
/** Longest address in a QR code, in characters: of a longer one the dots would be too small to be read. */
const longestInCode = 300
/** Namespace of texts in OpenDocument. */
const letterText = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g
const addressStart = /^(https?:\/\/[^\s/?#@]+([/?#]|$)|mailto:[^\s@]+@|tel:[+\d])/i

/**
 * A value as it is written at its place, so that it stays text there. Throws `BrokenValue` for what has no safe form: a
 * line break in a header, an address that is none.
 */
export function escapeFor(context: TagContext, value: string): string {
  if (value.length > maxLength) throw new BrokenValue(say`the value is too long`)
  const text = value.toWellFormed().replaceAll(controls, '')
  switch (context) {
    case 'html':
      return escapeHtml(text)
    case 'url':
      return escapeHtml(demandAddress(text))
    case 'url-part':
      return encodeURIComponent(text).replaceAll("'", '%27')
    case 'plain':
      return text
    case 'header':
      if (/[\r\n]/.test(text)) throw new BrokenValue(say`the value has line breaks, which a header must not have`)
      return text
    case 'letter':
      return escapeLetter(text)
    case 'letter-code':
      if (text.length > longestInCode) throw new BrokenValue(say`the value is too long`)
      return letterCode(demandAddress(text))
  }
}

/** A text of a letter as OpenDocument writes it: line breaks, tabs and further spaces are elements there. */
function escapeLetter(text: string): string {
  return text
    .replaceAll(/[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/(?<=^| ) +| +$/gm, (spaces) => `<text:s xmlns:text="${letterText}" text:c="${spaces.length}"/>`)
    .replaceAll(/\r\n?|\n/g, `<text:line-break xmlns:text="${letterText}"/>`)
    .replaceAll('\t', `<text:tab xmlns:text="${letterText}"/>`)
}

/** Markup that shows a text as it is, in an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('`', '&#96;')
    .replaceAll('{', '&#123;')
}

/** Whether a text is an address that a message may lead to: of the web, of mail or a phone number. */
export function isMessageAddress(text: string): boolean {
  return addressStart.test(text) && !/[\s"<>\\^`{|}]/.test(text)
}

function demandAddress(text: string): string {
  if (!isMessageAddress(text)) throw new BrokenValue(say`the value is no address of the web`)
  return text
}
