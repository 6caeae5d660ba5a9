import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Encodings a text file may have, by the names `TextDecoder` knows. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What a file's bytes say: its encoding, whether it has a byte order mark, and how many bytes do not fit. */
export interface DetectedEncoding {
  encoding: TextEncoding
  bom: boolean
  badBytes: number
}

/** The first bytes of a file. */
export async function firstBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Detects the encoding of a text file: a byte order mark decides, then the pattern of zero bytes of UTF-16, then
 * whether all of it is valid UTF-8; what is not is read as Windows-1252. A few broken bytes in a file that is
 * otherwise full of valid UTF-8 do not turn all of it into Windows-1252: they are counted.
 */
export async function detectEncoding(file: string): Promise<DetectedEncoding> {
  const head = await firstBytes(file, 4096)
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bom: true, badBytes: 0 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bom: true, badBytes: 0 }
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
  const wide = bom ? null : utf16WithoutMark(head)
  if (wide) return { encoding: wide, bom: false, badBytes: 0 }
  const { valid, invalid } = await countUtf8(file)
  if (invalid === 0 || bom || valid > 10 * invalid) return { encoding: 'utf-8', bom, badBytes: invalid }
  return { encoding: 'windows-1252', bom: false, badBytes: 0 }
}

/** Text with mostly Latin letters has a zero in every other byte in UTF-16, and none in the other encodings. */
function utf16WithoutMark(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  let even = 0
  let odd = 0
  head.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even++
    else odd++
  })
  const half = head.length / 2
  if (half < 2) return null
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le'
  if (even > half * 0.7 && odd < half * 0.1) return 'utf-16be'
  return null
}

/** Counts the sequences of several bytes that are valid UTF-8 and the bytes that are not. */
async function countUtf8(file: string): Promise<{ valid: number; invalid: number }> {
  let valid = 0
  let invalid = 0
  let pending = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (pending > 0) {
        if ((byte & 0xc0) === 0x80) {
          pending--
          if (pending === 0) valid++
          continue
        }
        invalid++
        pending = 0
      }
      if (byte < 0x80) continue
      if (byte >= 0xc2 && byte <= 0xdf) pending = 1
      else if (byte >= 0xe0 && byte <= 0xef) pending = 2
      else if (byte >= 0xf0 && byte <= 0xf4) pending = 3
      else invalid++
    }
  }
  return { valid, invalid: invalid + (pending > 0 ? 1 : 0) }
}
