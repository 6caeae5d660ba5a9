/** Longest line of an encoded text, without its line break. */
const longest = 76
const [tab, newline, carriageReturn, space, equals] = [9, 10, 13, 32, 61]
const hex = Buffer.from('0123456789ABCDEF', 'latin1')

/** What is written to, kept for the next text: most mails of a campaign are of one size. */
let scratch = Buffer.allocUnsafe(64 * 1024)

/**
 * A text as quoted-printable (RFC 2045), with CRLF at the end of each line and of the text. Written as a loop over bytes,
 * because each mail of a campaign passes through it.
 */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  // Each byte as three, a soft line break for every 24 of them, and a line break where each newline stood.
  const room = bytes.length * 4 + 8
  if (scratch.length < room) scratch = Buffer.allocUnsafe(room)
  const out = scratch
  let at = 0
  let column = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    const next = bytes[index + 1]
    if (byte === carriageReturn && next === newline) continue
    if (byte === newline) {
      out[at++] = carriageReturn
      out[at++] = newline
      column = 0
      continue
    }
    const endsLine = next === undefined || next === newline || next === carriageReturn
    const isPlain = (byte > space && byte < 127 && byte !== equals) || ((byte === space || byte === tab) && !endsLine)
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
  return Buffer.from(out.subarray(0, at))
}
