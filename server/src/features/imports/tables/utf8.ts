import { Transform } from 'node:stream'

/** Bytes that Windows-1252 does not define. */
const noCharacter: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Whether a byte is undefined in Windows-1252. */
export function hasNoCharacter(byte: number): boolean {
  return noCharacter.has(byte)
}

/**
 * Length of the multi-byte UTF-8 sequence that begins at an index: 2 to 4, or 0 if there is none. Strict: overlong
 * forms and encoded surrogates are invalid.
 */
export function sequenceLength(bytes: Buffer, at: number, end: number): number {
  const { length, least, most } = sequenceFrom(bytes[at] ?? 0)
  if (length === 0 || at + length > end) return 0
  const second = bytes[at + 1] ?? 0
  if (second < least || second > most) return 0
  for (let next = at + 2; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** Index where the complete sequences of a chunk end: an incomplete one at its end belongs to the next chunk. */
export function endOfSequences(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return sequenceFrom(byte).length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Length of a sequence by its first byte, and the range of its second byte. */
function sequenceFrom(byte: number): { length: number; least: number; most: number } {
  if (byte >= 0xc2 && byte <= 0xdf) return { length: 2, least: 0x80, most: 0xbf }
  if (byte >= 0xe0 && byte <= 0xef)
    return { length: 3, least: byte === 0xe0 ? 0xa0 : 0x80, most: byte === 0xed ? 0x9f : 0xbf }
  if (byte >= 0xf0 && byte <= 0xf4)
    return { length: 4, least: byte === 0xf0 ? 0x90 : 0x80, most: byte === 0xf4 ? 0x8f : 0xbf }
  return { length: 0, least: 0, most: 0 }
}

/** The characters of Windows-1252 from 0x80 on, each in UTF-8. */
const characters: readonly Buffer[] = Array.from({ length: 128 }, (_, index) =>
  Buffer.from(hasNoCharacter(index + 128) ? '�' : new TextDecoder('windows-1252').decode(Uint8Array.of(index + 128))),
)

/**
 * Turns bytes into UTF-8, reading them as Windows-1252. With `keepUtf8`, what is UTF-8 already stays as it is.
 */
export function windows1252ToUtf8(keepUtf8: boolean): Transform {
  let rest: Buffer = Buffer.alloc(0)
  const written = (bytes: Buffer, end: number): Buffer => {
    const parts: Buffer[] = []
    let from = 0
    for (let at = 0; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) continue
      const length = keepUtf8 ? sequenceLength(bytes, at, end) : 0
      if (length > 0) {
        at += length - 1
        continue
      }
      parts.push(bytes.subarray(from, at), characters[byte - 128] ?? Buffer.alloc(0))
      from = at + 1
    }
    parts.push(bytes.subarray(from, end))
    return Buffer.concat(parts)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const end = keepUtf8 ? endOfSequences(bytes) : bytes.length
      rest = bytes.subarray(end)
      done(null, written(bytes, end))
    },
    flush(done) {
      done(null, written(rest, rest.length))
    },
  })
}
