import { DuckDBDoubleVector } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api'
import { pauses } from '#server/platform/pauses.ts'
import { ident, join, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment, SqlParam } from '#server/platform/sql.ts'
import type { Cell, Column, Table } from './analytics-store.ts'
import { engineTypes } from './duckdb-append.ts'

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
