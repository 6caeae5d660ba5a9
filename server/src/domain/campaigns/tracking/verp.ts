import { signToken } from './tokens.ts'

/** Letters of RFC 4648's base32, small: they survive mail servers that change the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The envelope's sender of a message, at which its bounces arrive: it names the recipient, so that a bounce is told apart
 * whatever it says (variable envelope return path).
 */
export function verpAddress(secret: Buffer, universeId: number, recipientId: number, domain: string): string {
  return `bounce+${base32(signToken(secret, 'bounce', universeId, { numbers: [recipientId], text: '' }))}@${domain}`
}

/** The token of an address that `verpAddress` made for a domain, signed or not; null for any other address. */
export function verpToken(address: string, domain: string): Buffer | null {
  const found = /^bounce\+([a-z2-7]{16,57})@([^@]+)$/i.exec(address)
  if (!found || found[2]?.toLowerCase() !== domain.toLowerCase()) return null
  return fromBase32((found[1] ?? '').toLowerCase())
}

function base32(bytes: Buffer): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    held = (held << 5) | alphabet.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
