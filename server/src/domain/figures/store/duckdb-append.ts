import { BIGINT, DOUBLE, DuckDBDataChunk, INTEGER, SMALLINT, TINYINT, VARCHAR } from '@duckdb/node-api'
import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBVector } from '@duckdb/node-api'
import type { Cell, Column, ColumnType } from './analytics-store.ts'

/** DuckDB's types by the store's. */
export const engineTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  int8: TINYINT,
  int16: SMALLINT,
  int32: INTEGER,
  int64: BIGINT,
  double: DOUBLE,
  text: VARCHAR,
}

/** Rows per chunk of an append: DuckDB's vector size. */
const chunkRows = 2048

/** Appends rows to tables. What opens it for a table is kept until it is closed: that takes as long as hundreds of rows. */
export class Appending {
  private readonly connection: DuckDBConnection
  private readonly open = new Map<string, DuckDBAppender>()

  constructor(connection: DuckDBConnection) {
    this.connection = connection
  }

  /**
   * Adds rows to a table, column by column. It blocks this thread: some ten ms whenever a row group is full and gets
   * compressed and written.
   */
  async add(table: string, columns: readonly Column[], values: readonly (readonly Cell[])[]): Promise<void> {
    const rows = values[0]?.length ?? 0
    if (rows === 0) return
    const types = columns.map((column) => engineTypes[column.type])
    const appender = this.open.get(table) ?? (await this.connection.createAppender(table, 'main', 'store'))
    this.open.set(table, appender)
    try {
      for (let start = 0; start < rows; start += chunkRows)
        appender.appendDataChunk(chunkOf(types, values, start, Math.min(chunkRows, rows - start)))
      appender.flushSync()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Closes what is open, before a table may change that it is for. */
  close(): void {
    for (const appender of this.open.values()) closeQuietly(appender)
    this.open.clear()
  }
}

/** All rows are flushed: only after an error closing fails as well, with an error that tells less. */
function closeQuietly(appender: DuckDBAppender): void {
  try {
    appender.closeSync()
  } catch {}
}

function chunkOf(
  types: readonly DuckDBType[],
  values: readonly (readonly Cell[])[],
  start: number,
  count: number,
): DuckDBDataChunk {
  const chunk = DuckDBDataChunk.create(types, count)
  values.forEach((cells, index) => {
    const part = cells.length === count ? cells : cells.slice(start, start + count)
    if (part.length !== count) throw new Error('A column has fewer values than the first one')
    setVector(chunk.getColumnVector(index), part)
  })
  return chunk
}

/** What is inside a vector of DuckDB's: of numbers their array, and a bit for each value, set where it is not null. */
interface VectorParts {
  items?: unknown
  validity?: { data?: unknown }
}

/** Sets all values of a vector at once: one by one takes many times as long, above all of nulls. Throws as DuckDB does. */
function setVector(vector: DuckDBVector, cells: readonly Cell[]): void {
  const parts = vector as unknown as VectorParts
  const { items } = parts
  if (items instanceof BigInt64Array) setWide(items, cells)
  else if (
    items instanceof Int8Array ||
    items instanceof Int16Array ||
    items instanceof Int32Array ||
    items instanceof Float64Array
  )
    setNumbers(items, cells)
  else cells.forEach((cell, at) => cell !== null && vector.setItem(at, cell))
  setNulls(parts, cells)
  vector.flush()
}

function setNumbers(items: Int8Array | Int16Array | Int32Array | Float64Array, cells: readonly Cell[]): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? null
    if (cell === null) continue
    items[at] = Number(cell)
    if (items[at] !== cell && !Object.is(items[at], cell)) throw new Error(`A column cannot hold ${cell}`)
  }
}

/** Whole numbers of 64 bits, as two halves: a bigint for each takes several times as long. */
function setWide(items: BigInt64Array, cells: readonly Cell[]): void {
  const halves = new Int32Array(items.buffer, items.byteOffset, 2 * items.length)
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? null
    if (cell === null) continue
    if (Number.isSafeInteger(cell)) {
      halves[2 * at] = Number(cell)
      halves[2 * at + 1] = Math.floor(Number(cell) / 2 ** 32)
    } else {
      items[at] = BigInt(cell)
      if (items[at] !== BigInt(cell)) throw new Error(`A column cannot hold ${cell}`)
    }
  }
}

function setNulls(parts: VectorParts, cells: readonly Cell[]): void {
  if (!cells.includes(null)) return
  if (typeof parts.validity !== 'object') throw new Error('This version of DuckDB has other vectors')
  const words = new BigUint64Array(Math.ceil(cells.length / 64))
  const bytes = new Uint8Array(words.buffer)
  for (let at = 0; at < cells.length; at++)
    if (cells[at] !== null) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  parts.validity.data = words
}
