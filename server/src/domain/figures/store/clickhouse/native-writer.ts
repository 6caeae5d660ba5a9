import type { Cell, Column, ColumnType } from '../analytics-store.ts'

/** A column as ClickHouse stores it. */
export interface NativeColumn {
  name: string
  type: string
}

/** ClickHouse's types by the store's. Its sums are as wide as the column, or 64 bits; those of DuckDB have 128. */
const engineTypes: Readonly<Record<ColumnType, string>> = {
  int8: 'Int8',
  int16: 'Int16',
  int32: 'Int32',
  int64: 'Int128',
  double: 'Float64',
  text: 'String',
}

/** The type of a column in ClickHouse; without nulls only where the rows of a table are known by it. */
export function engineType({ type }: Column, isNullable: boolean): string {
  return isNullable ? `Nullable(${engineTypes[type]})` : engineTypes[type]
}

/** One block of rows in ClickHouse's format Native, column by column in parts, so that others have turns in between. */
export function* nativeBlock(
  columns: readonly NativeColumn[],
  values: readonly (readonly Cell[])[],
): Generator<Buffer> {
  const rows = values[0]?.length ?? 0
  yield Buffer.concat([varint(columns.length), varint(rows)])
  for (const [index, { name, type }] of columns.entries()) {
    const cells = values[index] ?? []
    if (cells.length !== rows) throw new Error(`The column ${name} has ${cells.length} values, not ${rows}`)
    yield Buffer.concat([text(name), text(type), ...columnBytes(type, cells)])
  }
}

function columnBytes(type: string, cells: readonly Cell[]): Uint8Array[] {
  const [, inner] = /^Nullable\((.+)\)$/.exec(type) ?? []
  const write = writers[inner ?? type]
  if (!write) throw new Error(`No column is stored as ${type}`)
  if (inner === undefined) return [write(cells)]
  return [Uint8Array.from(cells, (cell) => Number(cell === null)), write(cells)]
}

const writers: Readonly<Partial<Record<string, (cells: readonly Cell[]) => Uint8Array>>> = {
  Int8: (cells) => bytesOf(Int8Array.from(cells, Number)),
  UInt8: (cells) => Uint8Array.from(cells, Number),
  Int16: (cells) => bytesOf(Int16Array.from(cells, Number)),
  Int32: (cells) => bytesOf(Int32Array.from(cells, Number)),
  UInt32: (cells) => bytesOf(Uint32Array.from(cells, Number)),
  UInt64: (cells) => bytesOf(BigUint64Array.from(cells, (cell) => BigInt(cell ?? 0))),
  Int64: (cells) => bytesOf(BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0))),
  Int128: (cells) => bytesOf(wide(cells)),
  Float64: (cells) => bytesOf(Float64Array.from(cells, Number)),
  String: (cells) => Buffer.concat(cells.map((cell) => text(cell === null ? '' : String(cell)))),
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
}

function wide(cells: readonly Cell[]): BigInt64Array {
  const words = new BigInt64Array(2 * cells.length)
  cells.forEach((cell, at) => {
    const value = BigInt(cell ?? 0)
    words[2 * at] = BigInt.asIntN(64, value)
    words[2 * at + 1] = value >> 64n
  })
  return words
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
