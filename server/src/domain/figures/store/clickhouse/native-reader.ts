import { pauses } from '#server/platform/pauses.ts'
import type { Cell, Table } from '../analytics-store.ts'

/** A column of one block: its values, and which of them are null (1). */
interface Values {
  cells: Cell[] | Float64Array
  nulls: Uint8Array | null
}

/** Reads the values of one type, `count` of them. */
type ReadValues = (input: Input, count: number) => Cell[] | Float64Array

/**
 * Reads a result in ClickHouse's format Native: blocks of columns, each with its name and type. Pauses between columns,
 * so that other requests of this process go on. Throws for types that no statement of the product results in.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const names: string[] = []
  const columns: Cell[][] = []
  await eachColumn(bytes, (at, name, { cells, nulls }) => {
    names[at] = name
    const column = (columns[at] ??= [])
    for (let row = 0; row < cells.length; row++) column.push(nulls?.[row] === 1 ? null : (cells[row] ?? null))
  })
  return { names, columns, rowCount: columns[0]?.length ?? 0 }
}

/** Reads a result whose columns are all doubles without nulls. Throws for any other type, and for a null. */
export async function readNumbers(bytes: Uint8Array): Promise<Float64Array[]> {
  const parts: Float64Array[][] = []
  await eachColumn(bytes, (at, _name, { cells, nulls }) => {
    if (!(cells instanceof Float64Array) || nulls?.includes(1))
      throw new Error('Only columns of doubles without nulls can be read as numbers')
    ;(parts[at] ??= []).push(cells)
  })
  return parts.map(joined)
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const [first] = parts
  if (first && parts.length === 1) return first
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let row = 0
  for (const part of parts) {
    whole.set(part, row)
    row += part.length
  }
  return whole
}

/** Two results in one answer: whatever has put them there, their rows must not be read as those of one. */
class MixedResults extends Error {
  constructor() {
    super('The result has blocks with different columns')
  }
}

async function eachColumn(bytes: Uint8Array, take: (at: number, name: string, values: Values) => void): Promise<void> {
  const input = new Input(bytes)
  const pause = pauses()
  const names: string[] = []
  while (!input.isAtEnd) {
    const width = input.varint()
    const rows = input.varint()
    if (names.length > 0 && names.length !== width) throw new MixedResults()
    for (let at = 0; at < width; at++) {
      const name = input.text()
      const type = input.text()
      if ((names[at] ??= name) !== name) throw new MixedResults()
      // A block without rows tells names and types alone.
      take(at, name, rows === 0 ? { cells: [], nulls: null } : readColumn(input, type, rows))
      await pause()
    }
  }
}

function readColumn(input: Input, type: string, rows: number): Values {
  const [, inner] = /^Nullable\((.+)\)$/.exec(type) ?? []
  const nulls = inner === undefined ? null : input.take(rows)
  const read = readers[inner ?? type]
  if (!read) throw new Error(`A column has the type ${type}, which cannot be read; cast it to double or text`)
  return { cells: read(input, rows), nulls }
}

const readers: Readonly<Partial<Record<string, ReadValues>>> = {
  Int8: (input, count) => Array.from(new Int8Array(input.copy(count))),
  UInt8: (input, count) => Array.from(input.take(count)),
  Bool: (input, count) => Array.from(input.take(count)),
  Int16: (input, count) => Array.from(new Int16Array(input.copy(2 * count))),
  UInt16: (input, count) => Array.from(new Uint16Array(input.copy(2 * count))),
  Int32: (input, count) => Array.from(new Int32Array(input.copy(4 * count))),
  UInt32: (input, count) => Array.from(new Uint32Array(input.copy(4 * count))),
  Int64: (input, count) => Array.from(new BigInt64Array(input.copy(8 * count)), toCell),
  UInt64: (input, count) => Array.from(new BigUint64Array(input.copy(8 * count)), toCell),
  Int128: (input, count) => wide(input, count, 2),
  Int256: (input, count) => wide(input, count, 4),
  Float32: (input, count) => Array.from(new Float32Array(input.copy(4 * count))),
  Float64: (input, count) => new Float64Array(input.copy(8 * count)),
  String: (input, count) => Array.from({ length: count }, () => input.text()),
  // The type of null itself, of which each value takes a byte.
  Nothing: (input, count) => Array.from(input.take(count), () => null),
}

/** Signed whole numbers of `words` times 64 bits. */
function wide(input: Input, count: number, words: number): Cell[] {
  const low = new BigUint64Array(input.copy(8 * words * count))
  const high = new BigInt64Array(low.buffer)
  return Array.from({ length: count }, (_, index) => {
    const first = index * words
    const lowest = low[first] ?? 0n
    let rest = high[first + words - 1] ?? 0n
    for (let word = words - 2; word > 0; word--) rest = (rest << 64n) + (low[first + word] ?? 0n)
    // Most numbers are small: the words above only repeat the sign.
    if (rest === 0n && lowest <= maxSafe) return Number(lowest)
    return toCell((rest << 64n) + lowest)
  })
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

function toCell(value: bigint): Cell {
  return value <= maxSafe && value >= -maxSafe ? Number(value) : value
}

/** The bytes of a result, read from their start. All numbers are little-endian, as on every machine Node runs on. */
class Input {
  private readonly bytes: Buffer
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  /** The next bytes, not copied. */
  take(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.bytes.length) throw new Error('The result ends in the middle of a block')
    const part = this.bytes.subarray(this.at, end)
    this.at = end
    return part
  }

  /** The next bytes in a buffer of their own, which starts where numbers of any width may. */
  copy(length: number): ArrayBuffer {
    return Uint8Array.from(this.take(length)).buffer
  }

  /** A whole number in as many bytes as it needs, seven bits in each. */
  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.take(1)[0] ?? 0
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }

  text(): string {
    const length = this.varint()
    const start = this.at
    this.take(length)
    return this.bytes.toString('utf8', start, start + length)
  }
}
