import { ByteWriter } from './byte-writer.ts'

/** Longest line of an encoded text, without its line break. */
const longest = 76
const [tab, newline, carriageReturn, space, equals] = [9, 10, 13, 32, 61]
const hex = Buffer.from('0123456789ABCDEF', 'latin1')
const source = new ByteWriter()

/**
 * Writes a text as quoted-printable (RFC 2045), with CRLF at the end of each line and of the text. A loop over bytes, because
 * each mail of a campaign passes through it.
 */
export function writeQuotedPrintable(writer: ByteWriter, text: string): void {
  source.clear()
  source.text(text)
  const { bytes, length } = source
  // Each byte as three, a soft line break for every 24 of them, and a line break where each newline stood.
  writer.reserve(length * 4 + 8)
  const out = writer.bytes
  let at = writer.length
  let column = 0
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] ?? 0
    const next = index + 1 < length ? bytes[index + 1] : newline
    if (byte === carriageReturn && next === newline) continue
    if (byte === newline) {
      out[at++] = carriageReturn
      out[at++] = newline
      column = 0
      continue
    }
    const isPlain =
      (byte > space && byte < 127 && byte !== equals) ||
      ((byte === space || byte === tab) && next !== newline && next !== carriageReturn)
    // The last place of a line is kept for the sign that it goes on.
    if (column + (isPlain ? 1 : 3) > longest - 1) {
      out[at++] = equals
      out[at++] = carriageReturn
      out[at++] = newline
      column = 0
    }
    if (isPlain) {
      out[at++] = byte
      column += 1
      continue
    }
    out[at++] = equals
    out[at++] = hex[byte >> 4] ?? 0
    out[at++] = hex[byte & 15] ?? 0
    column += 3
  }
  if (column > 0) {
    out[at++] = carriageReturn
    out[at++] = newline
  }
  writer.length = at
}
