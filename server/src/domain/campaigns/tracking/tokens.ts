import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/**
 * What a link does: of a message, of a place that anybody answers at and its forms, of a trial, or of a phone call. Each has
 * signatures of its own, so that one is never taken for another.
 */
export type LinkPurpose =
  | 'click'
  | 'open'
  | 'unsubscribe'
  | 'answer'
  | 'bounce'
  | 'place'
  | 'form'
  | 'trial'
  | 'visit'
  | 'stop'
  | 'call'

/** What a link says: numbers, and a text after them. */
export interface LinkContent {
  numbers: readonly number[]
  text: string
}

/** Bytes of a signature: 128 bits, which nobody guesses. */
const usualBytes = 16
/** Those of links in text messages, where each letter is paid for: 80 bits, which nobody guesses by asking a server. */
const shortBytes = 10
/** Most numbers a token holds, the universe's aside. */
const maxNumbers = 2

/**
 * A token that says which universe and what a link is for, signed with the universe's secret: short, safe in addresses. It
 * hides nothing: whoever has it can read the numbers.
 */
export function signToken(
  secret: Buffer,
  purpose: LinkPurpose,
  universeId: number,
  { numbers, text }: LinkContent,
): Buffer {
  const content = Buffer.concat([
    Buffer.from([...varint(universeId), numbers.length, ...numbers.flatMap(varint)]),
    Buffer.from(text, 'utf8'),
  ])
  return Buffer.concat([signature(secret, purpose, content), content])
}

/** The universe that a token for a purpose claims to be of, so that its secret can be found; null for no token. */
export function universeOfToken(token: Buffer, purpose: LinkPurpose): number | null {
  return readNumbers(token.subarray(bytesOf(purpose)), 1)?.values[0] ?? null
}

/** What a token says; null where it was not signed with this secret for this purpose. */
export function readToken(secret: Buffer, purpose: LinkPurpose, token: Buffer): LinkContent | null {
  const signatureBytes = bytesOf(purpose)
  if (token.length <= signatureBytes) return null
  const content = token.subarray(signatureBytes)
  if (!timingSafeEqual(token.subarray(0, signatureBytes), signature(secret, purpose, content))) return null
  const universe = readNumbers(content, 1)
  if (!universe) return null
  const count = content[universe.end]
  if (count === undefined || count > maxNumbers) return null
  const numbers = readNumbers(content.subarray(universe.end + 1), count)
  if (!numbers) return null
  return { numbers: numbers.values, text: content.subarray(universe.end + 1 + numbers.end).toString('utf8') }
}

const keys = new WeakMap<Buffer, KeyObject>()

/** Made once for each secret: a signature by the bytes themselves takes four times as long. */
function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret)
  if (!key) keys.set(secret, (key = createSecretKey(secret)))
  return key
}

function signature(secret: Buffer, purpose: LinkPurpose, content: Buffer): Buffer {
  const hash = createHmac('sha256', keyOf(secret)).update(purpose).update('\0').update(content).digest()
  return hash.subarray(0, bytesOf(purpose))
}

function bytesOf(purpose: LinkPurpose): number {
  return purpose === 'visit' || purpose === 'stop' ? shortBytes : usualBytes
}

/** A whole number in as few bytes as it needs, seven bits each. */
function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

function readNumbers(bytes: Buffer, count: number): { values: number[]; end: number } | null {
  const values: number[] = []
  let end = 0
  while (values.length < count) {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[end++]
      if (byte === undefined || factor > 2 ** 49) return null
      value += (byte % 128) * factor
      if (byte < 128) break
    }
    if (!Number.isSafeInteger(value)) return null
    values.push(value)
  }
  return { values, end }
}
