import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file to put into an archive. Its content must stay below 4 GiB. */
export interface ZipEntry {
  path: string
  content: AsyncIterable<Buffer>
}

/** Effort of the compression: about as small as the default one, in half the time. */
const level = 4
const most32 = 0xffff_ffff

interface Written {
  path: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** A zip archive as a stream: each entry is compressed while it is made, and nothing but the directory is kept. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { path, content } of entries) {
    const entry: Written = { path: Buffer.from(path), crc: 0, packed: 0, size: 0, offset }
    const header = localHeader(entry)
    yield header
    for await (const chunk of packed(content, entry)) {
      entry.packed += chunk.length
      yield chunk
    }
    if (entry.size > most32) throw new Error(`${path} is too large for an archive`)
    const descriptor = dataDescriptor(entry)
    yield descriptor
    offset += header.length + entry.packed + descriptor.length
    written.push(entry)
  }
  yield directory(written, offset)
}

/** The content compressed; its size and checksum are stored in `entry`. */
async function* packed(content: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level })
  const feeding = pipeline(measured(content, entry), deflate)
  // Its error is thrown by reading as well.
  feeding.catch(() => {})
  for await (const chunk of deflate) yield chunk as Buffer
  await feeding
}

async function* measured(content: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}

/** Bits that say: size and checksum follow the content, and the path is UTF-8. */
const flags = 0x0808
/** 1 January 1980, so that equal content gives equal files. */
const noDate = 0x0021

function localHeader({ path }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(noDate, 12)
  header.writeUInt16LE(path.length, 26)
  return Buffer.concat([header, path])
}

function dataDescriptor({ crc, packed: packedSize, size }: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x0807_4b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

/** The directory at the end; with the larger numbers of ZIP64 only where an offset needs them. */
function directory(entries: readonly Written[], start: number): Buffer {
  const records = Buffer.concat(entries.map(directoryRecord))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(Math.min(start, most32), 16)
  return Buffer.concat(
    start < most32 ? [records, end] : [records, largeEnd(entries.length, records.length, start), end],
  )
}

function directoryRecord({ path, crc, packed: packedSize, size, offset }: Written): Buffer {
  const isLarge = offset >= most32
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4b50, 0)
  record.writeUInt16LE(isLarge ? 45 : 20, 4)
  record.writeUInt16LE(isLarge ? 45 : 20, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(8, 10)
  record.writeUInt16LE(noDate, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(packedSize, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(path.length, 28)
  record.writeUInt16LE(isLarge ? 12 : 0, 30)
  record.writeUInt32LE(Math.min(offset, most32), 42)
  if (!isLarge) return Buffer.concat([record, path])
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([record, path, extra])
}

function largeEnd(entries: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x0606_4b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(0x0706_4b50, 56)
  end.writeBigUInt64LE(BigInt(start + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}
