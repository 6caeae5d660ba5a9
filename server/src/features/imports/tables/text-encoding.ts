import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Lines } from './lines.ts'
import { endOfSequences, hasNoCharacter, sequenceLength } from './utf8.ts'

/** Encodings a text file may have; `mixed` is UTF-8 with bytes of Windows-1252 among it. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'mixed'

/** A file's encoding, and the lines to report. */
export interface DetectedEncoding {
  encoding: TextEncoding
  /** Lines with only UTF-8 beyond ASCII, and lines with a byte that is not UTF-8. */
  utf8: Lines
  others: Lines
  /** Lines with bytes that are invalid in the encoding and shown as �. */
  unreadable: Lines
}

/** The first `length` bytes of a file. */
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
 * whether all of it is valid UTF-8. A file with lines of both UTF-8 and Windows-1252 is mixed.
 */
export async function detectEncoding(file: string): Promise<DetectedEncoding> {
  const head = await firstBytes(file, 4096)
  const found = { utf8: new Lines(), others: new Lines(), unreadable: new Lines() }
  const wide = utf16Of(head)
  if (wide) {
    await findHalfPairs(file, wide, found.unreadable)
    return { ...found, encoding: wide }
  }
  await sortLines(file, found)
  if (found.others.count === 0) return { ...found, encoding: 'utf-8' }
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
  return { ...found, encoding: found.utf8.count > 0 || bom ? 'mixed' : 'windows-1252' }
}

function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
  return bom ? null : utf16WithoutMark(head)
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

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Counts lines by their line breaks; `\r\n` is one. */
class LineCounter {
  line = 1
  private returned = false

  /** Whether a line ends at a byte or unit; must be called for each of them in order. */
  ends(code: number): boolean {
    const ended = code === carriageReturn || (code === lineFeed && !this.returned)
    this.returned = code === carriageReturn
    return ended
  }
}

/** Reports for every line whether it is UTF-8, and whether all its bytes are valid characters. */
async function sortLines(file: string, to: Pick<DetectedEncoding, 'utf8' | 'others' | 'unreadable'>): Promise<void> {
  const counter = new LineCounter()
  let valid = false
  for await (const { bytes, end } of wholeSequences(file)) {
    for (let at = 0; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (counter.ends(byte)) {
        if (valid) to.utf8.add(counter.line)
        valid = false
        counter.line++
      } else if (byte >= 0x80) {
        const length = sequenceLength(bytes, at, end)
        if (length > 0) at += length - 1
        else {
          to.others.add(counter.line)
          if (hasNoCharacter(byte)) to.unreadable.add(counter.line)
        }
        valid = length > 0 && !to.others.has(counter.line)
      }
    }
  }
  if (valid) to.utf8.add(counter.line)
}

/** Chunks of a file split between characters: a character that may continue moves to the next chunk. */
async function* wholeSequences(file: string): AsyncGenerator<{ bytes: Buffer; end: number }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = endOfSequences(bytes)
    yield { bytes, end }
    rest = bytes.subarray(end)
  }
  yield { bytes: rest, end: rest.length }
}

/** Finds the lines of a UTF-16 file with half of a surrogate pair, or with half of a unit at the end. */
async function findHalfPairs(file: string, encoding: 'utf-16le' | 'utf-16be', to: Lines): Promise<void> {
  const counter = new LineCounter()
  let isOpen = false
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % 2)
    for (let at = 0; at < end; at += 2) {
      const unit = encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
      if ((unit >= 0xdc00 && unit <= 0xdfff) !== isOpen) to.add(counter.line)
      isOpen = unit >= 0xd800 && unit <= 0xdbff
      if (counter.ends(unit)) counter.line++
    }
    rest = bytes.subarray(end)
  }
  if (isOpen || rest.length > 0) to.add(counter.line)
}
