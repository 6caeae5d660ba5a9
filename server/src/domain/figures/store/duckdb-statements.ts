import { DuckDBDoubleVector, DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api'
import { pauses } from '#server/platform/pauses.ts'
import { ident, integer, join, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment, SqlParam } from '#server/platform/sql.ts'
import type { Cell, Column, Table } from './analytics-store.ts'
import { engineTypes } from './duckdb-append.ts'
import { leaveOut } from './stored-numbers.ts'
import type { Numbers } from './stored-numbers.ts'

/** Reads a statement's result. */
export type ReadResult<T> = (result: DuckDBMaterializedResult) => Promise<T>

/** Runs a statement on a connection and reads its result with `read`. */
export async function execute<T>(connection: DuckDBConnection, fragment: Fragment, read: ReadResult<T>): Promise<T> {
  const { text, values } = toDollarStatement(fragment)
  if (values.length === 0) return read(await connection.run(text))
  const statement = await connection.prepare(text)
  try {
    values.forEach((value, index) => bind(statement, index + 1, value))
    return await read(await statement.run())
  } finally {
    statement.destroySync()
  }
}

type Prepared = Awaited<ReturnType<DuckDBConnection['prepare']>>

/** Integers are bound as integers: comparing an integer column with a double would convert every row. */
function bind(statement: Prepared, index: number, value: SqlParam): void {
  if (typeof value === 'string') statement.bindVarchar(index, value)
  else if (typeof value === 'boolean') statement.bindBoolean(index, value)
  else if (value === null) statement.bindNull(index)
  else if (typeof value === 'object') throw new Error('A list cannot be bound here')
  else if (!Number.isSafeInteger(value)) statement.bindDouble(index, value)
  else if (Math.abs(value) < 2 ** 31) statement.bindInteger(index, value)
  else statement.bindBigInt(index, BigInt(value))
}

/** Reads a result of any types. Pauses between columns, so that other requests of this process go on. */
export async function readTable(result: DuckDBMaterializedResult): Promise<Table> {
  const columns: Cell[][] = Array.from({ length: result.columnCount }, () => [])
  const chunks = await result.fetchAllChunks()
  const pause = pauses()
  for (const chunk of chunks) {
    const { rowCount } = chunk
    for (const [index, column] of columns.entries()) {
      const vector = chunk.getColumnVector(index)
      for (let row = 0; row < rowCount; row++) column.push(toCell(vector.getItem(row)))
      await pause()
    }
  }
  return { names: result.columnNames(), columns, rowCount: columns[0]?.length ?? 0 }
}

/** Reads a result whose columns are all doubles without nulls. Throws for any other type. */
export async function readNumbers(result: DuckDBMaterializedResult): Promise<Float64Array[]> {
  const columns = Array.from({ length: result.columnCount }, () => new Float64Array(result.rowCount))
  const pause = pauses()
  let row = 0
  // Chunk by chunk: of millions of rows all chunks together would take as much memory once more.
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const [index, column] of columns.entries()) column.set(doublesOf(chunk.getColumnVector(index)), row)
    row += chunk.rowCount
    await pause()
  }
  return columns
}

/** The array of doubles inside a vector; reading them one by one takes several times as long. */
function doublesOf(vector: ReturnType<DuckDBDataChunk['getColumnVector']>): Float64Array {
  const { items } = vector as unknown as { items?: unknown }
  if (!(vector instanceof DuckDBDoubleVector) || !(items instanceof Float64Array))
    throw new Error('Only columns of doubles can be read as numbers')
  return items
}

type Vector = ReturnType<DuckDBDataChunk['getColumnVector']>

/** Reads a result of numbers as they are stored: what is stored in 16 bits takes half of a double. Throws for texts. */
export async function readStored(result: DuckDBMaterializedResult): Promise<Numbers[]> {
  const { rowCount } = result
  const columns = Array.from({ length: result.columnCount }, (_, index): Numbers => {
    const type = result.columnTypeId(index)
    const isSmall = type === DuckDBTypeId.TINYINT || type === DuckDBTypeId.SMALLINT
    return isSmall ? new Int32Array(rowCount) : new Float64Array(rowCount)
  })
  const pause = pauses()
  let row = 0
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const [index, column] of columns.entries()) putStored(chunk.getColumnVector(index), column, row)
    row += chunk.rowCount
    await pause()
  }
  return columns
}

/** The greatest row id of a table: each row has one, in the order of the table. -1 where it has no rows. */
export function lastRowId(table: string): Fragment {
  return portableSql`select cast(coalesce(max(rowid), -1) as double) from ${ident(table)}`
}

/** Columns of up to so many rows of a table, from a row id on. */
export function rowsFrom(table: string, columns: readonly string[], from: number, count: number): Fragment {
  const [first, end] = [integer(from), integer(from + count)]
  return portableSql`select ${join(columns.map(ident))} from ${ident(table)} where rowid >= ${first} and rowid < ${end}`
}

/** Copies what is inside a vector: its numbers, and the bits that tell which of them are there. */
function putStored(vector: Vector, into: Numbers, from: number): void {
  const { items, validity } = vector as unknown as { items?: unknown; validity?: { data: BigUint64Array | null } }
  if (items instanceof BigInt64Array) putLong(items, into, from)
  else if (
    items instanceof Int8Array ||
    items instanceof Int16Array ||
    items instanceof Int32Array ||
    items instanceof Float64Array
  )
    into.set(items, from)
  else throw new Error('Only columns of numbers can be read as they are stored')
  if (!validity?.data) return
  const { buffer, byteOffset, length } = validity.data
  const words = new Uint32Array(buffer, byteOffset, 2 * length)
  for (let word = 0; word < words.length; word++)
    for (let missing = ~(words[word] ?? 0); missing !== 0; missing &= missing - 1) {
      const row = 32 * word + 31 - Math.clz32(missing & -missing)
      if (row < vector.itemCount) leaveOut(into, from + row)
    }
}

/** By halves, because making a bigint of each takes many times as long. */
function putLong({ buffer, byteOffset, length }: BigInt64Array, into: Numbers, from: number): void {
  const low = new Uint32Array(buffer, byteOffset, 2 * length)
  const high = new Int32Array(buffer, byteOffset, 2 * length)
  for (let at = 0; at < length; at++) into[from + at] = (high[2 * at + 1] ?? 0) * 2 ** 32 + (low[2 * at] ?? 0)
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

function toCell(value: DuckDBValue): Cell {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value
  if (typeof value === 'bigint') return value <= maxSafe && value >= -maxSafe ? Number(value) : value
  if (typeof value === 'boolean') return Number(value)
  throw new Error('A column has a type that cannot be read; cast it to double or text')
}

/** What follows the name of a table where it is created. */
export function definitions(columns: readonly Column[]): Fragment {
  const all = columns.map(({ name, type, isSearched }) => {
    const typed = portableSql`${ident(name)} ${ident(engineTypes[type].toString().toLowerCase())}`
    return isSearched === true ? portableSql`${typed} using compression uncompressed` : typed
  })
  return portableSql`(${join(all)})`
}
