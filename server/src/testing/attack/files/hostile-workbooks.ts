import { constants, crc32, deflateRawSync } from 'node:zlib'
import { sheetRows } from './broken-file.ts'
import { workbook, zip } from './zip.ts'
import type { Part } from './zip.ts'

/**
 * Content that inflates to `head`, `repeated` so many times, and `tail`, without ever being held inflated: each piece is
 * deflated once, and copied.
 */
function deflated(head: string, repeated: string, times: number, tail: string): NonNullable<Part['packed']> {
  const flushed = (text: string): Buffer => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const block = flushed(repeated)
  let checksum = crc32(head)
  for (let time = 0; time < times; time++) checksum = crc32(repeated, checksum)
  return {
    data: Buffer.concat([flushed(head), ...Array<Buffer>(times).fill(block), deflateRawSync(tail)]),
    size: Buffer.byteLength(head) + times * Buffer.byteLength(repeated) + Buffer.byteLength(tail),
    checksum: crc32(tail, checksum),
  }
}

const mb = 1_000_000
/** What stands in the place of a part's rows, to find them. */
const mark = '<!-- here -->'

/** A workbook whose sheet goes on with `repeated`, so many times, after a few usual rows. */
export function longSheet(repeated: string, times: number): Buffer {
  return zip(workbook({ rows: sheetRows + mark }).map((part) => longer(part, 'sheet1.xml', repeated, times)))
}

/** A workbook whose shared texts go on with `repeated`, so many times. */
export function longTexts(repeated: string, times: number): Buffer {
  const parts = workbook({ rows: sheetRows, shared: mark })
  return zip(parts.map((part) => longer(part, 'sharedStrings.xml', repeated, times)))
}

function longer(part: Part, name: string, repeated: string, times: number): Part {
  if (!part.name.endsWith(name)) return part
  const [head = '', tail = ''] = String(part.content).split(mark)
  return { ...part, packed: deflated(head, repeated, times, tail) }
}

/** Spaces, which deflate to a thousandth. */
export const spaces = ' '.repeat(mb)
