import {
  BIGINT,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDoubleVector,
  DuckDBInstance,
  INTEGER,
  SMALLINT,
  TINYINT,
  VARCHAR,
} from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { ident, join, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment, SqlParam } from '#server/platform/sql.ts'
import { ConnectionPool } from './connection-pool.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { pauses } from '#server/platform/pauses.ts'
import type { AnalyticsStore, Cell, Column, ColumnType, QueryOptions, StoreWriter, Table } from './analytics-store.ts'
import { attachStore } from './store-file.ts'
import type { StoreFile } from './store-file.ts'

/** How to open the store. */
export interface DuckDbOptions extends StoreFile {
  /** Most memory it takes, in MB. */
  memoryLimit?: number
  /** Requests answered side by side; each one uses up to `threads`. */
  readers?: number
  threads?: number
}

/** How long a request may take unless it says otherwise, in ms. */
const defaultTimeout = 30_000

/** Pause between two attempts to end a request, in ms. */
const interruptEvery = 20

const engineTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  int8: TINYINT,
  int16: SMALLINT,
  int32: INTEGER,
  int64: BIGINT,
  double: DOUBLE,
  text: VARCHAR,
}

/** The analytics store in this process: reads side by side, one write at a time. The only file that knows DuckDB. */
export class DuckDb implements AnalyticsStore {
  private readonly instance: DuckDBInstance
  private readonly writer: DuckDBConnection
  private readonly readers: ConnectionPool<DuckDBConnection>
  private lastWrite: Promise<unknown> = Promise.resolve()

  private constructor(instance: DuckDBInstance, writer: DuckDBConnection, readers: DuckDBConnection[]) {
    this.instance = instance
    this.writer = writer
    this.readers = new ConnectionPool(readers)
  }

  /**
   * Opens the store; see `attachStore` for files that do not serve. Throws `conflict` when another process has it open.
   */
  static async open(options: DuckDbOptions): Promise<DuckDb> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(options.threads ?? 2),
      memory_limit: `${options.memoryLimit ?? 1024}MB`,
      autoload_known_extensions: 'false',
      autoinstall_known_extensions: 'false',
    })
    try {
      await attach(instance, options)
      const connections = Array.from({ length: 1 + (options.readers ?? 4) }, () => connect(instance))
      const [writer, ...readers] = await Promise.all(connections)
      if (!writer) throw new Error('unreachable')
      return new DuckDb(instance, writer, readers)
    } catch (error) {
      instance.closeSync()
      throw error
    }
  }

  /**
   * Runs a statement that reads. Throws the signal's reason when it is aborted, and `unavailable` when `timeout` (ms)
   * has passed.
   */
  query(fragment: Fragment, options: QueryOptions = {}): Promise<Table> {
    return this.read(fragment, options, readTable)
  }

  /** The columns of a result whose values are all doubles and none of them null. Throws as `query` does. */
  numbers(fragment: Fragment, options: QueryOptions = {}): Promise<Float64Array[]> {
    return this.read(fragment, options, readNumbers)
  }

  /**
   * Runs `work` in a transaction, after every earlier write has ended. What it did becomes visible at once when it
   * returns; a throw undoes it all.
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(() => this.transact(work))
    this.lastWrite = result.catch(() => undefined)
    return result
  }

  /** Waits for running work and closes the file. */
  async close(): Promise<void> {
    await this.lastWrite
    await this.readers.close((connection) => connection.closeSync())
    this.writer.closeSync()
    this.instance.closeSync()
  }

  private async read<T>(fragment: Fragment, options: QueryOptions, take: Take<T>): Promise<T> {
    const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    try {
      return await this.readers.use(
        options.caller ?? systemCaller,
        (connection) => interruptible(connection, fragment, take, signal),
        signal,
      )
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted)
        throw new AppError('unavailable', say`The figures took too long. Choose a shorter period or more filters.`)
      throw error
    }
  }

  private async transact<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    await this.writer.run('begin transaction')
    try {
      const result = await work({
        run: (fragment) => execute(this.writer, fragment),
        createTable: (table, columns) => createTable(this.writer, table, columns),
        append: (table, columns, values) => append(this.writer, table, columns, values),
      })
      await this.writer.run('commit')
      return result
    } catch (error) {
      // A failed commit has ended the transaction already; the first error is the one to tell.
      await this.writer.run('rollback').catch(() => undefined)
      throw error
    }
  }
}

async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect()
  await connection.run('use store')
  return connection
}

async function attach(instance: DuckDBInstance, file: StoreFile): Promise<void> {
  const connection = await instance.connect()
  await attachStore(connection, file)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  connection.closeSync()
}

/** Takes what is wanted from a statement's result. */
type Take<T> = (result: DuckDBMaterializedResult) => Promise<T>

async function interruptible<T>(
  connection: DuckDBConnection,
  fragment: Fragment,
  take: Take<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  // An interrupt is lost on a statement that is not running yet, so it is repeated until the statement ends.
  const interrupt = (): void => {
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), interruptEvery)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await execute(connection, fragment, take)
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(timer)
  }
}

function execute(connection: DuckDBConnection, fragment: Fragment): Promise<Table>
function execute<T>(connection: DuckDBConnection, fragment: Fragment, take: Take<T>): Promise<T>
async function execute(
  connection: DuckDBConnection,
  fragment: Fragment,
  take: Take<unknown> = readTable,
): Promise<unknown> {
  const { text, values } = toDollarStatement(fragment)
  if (values.length === 0) return take(await connection.run(text))
  const statement = await connection.prepare(text)
  try {
    values.forEach((value, index) => bind(statement, index + 1, value))
    return await take(await statement.run())
  } finally {
    statement.destroySync()
  }
}

type Prepared = Awaited<ReturnType<DuckDBConnection['prepare']>>

/** Whole numbers are bound as such: compared with a double, a column of whole numbers would be converted row by row. */
function bind(statement: Prepared, index: number, value: SqlParam): void {
  if (typeof value === 'string') statement.bindVarchar(index, value)
  else if (typeof value === 'boolean') statement.bindBoolean(index, value)
  else if (value === null) statement.bindNull(index)
  else if (typeof value === 'object') throw new Error('A list cannot be bound here')
  else if (!Number.isSafeInteger(value)) statement.bindDouble(index, value)
  else if (Math.abs(value) < 2 ** 31) statement.bindInteger(index, value)
  else statement.bindBigInt(index, BigInt(value))
}

async function readTable(result: DuckDBMaterializedResult): Promise<Table> {
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

async function readNumbers(result: DuckDBMaterializedResult): Promise<Float64Array[]> {
  const chunks = await result.fetchAllChunks()
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  const columns = Array.from({ length: result.columnCount }, () => new Float64Array(rowCount))
  const pause = pauses()
  let row = 0
  for (const chunk of chunks) {
    for (const [index, column] of columns.entries()) column.set(doublesOf(chunk.getColumnVector(index)), row)
    row += chunk.rowCount
    await pause()
  }
  return columns
}

/** The doubles of a vector as they lie there; one by one they take several times as long. */
function doublesOf(vector: ReturnType<DuckDBDataChunk['getColumnVector']>): Float64Array {
  const { items } = vector as unknown as { items?: unknown }
  if (!(vector instanceof DuckDBDoubleVector) || !(items instanceof Float64Array))
    throw new Error('Numbers are read from columns of doubles')
  return items
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

function toCell(value: DuckDBValue): Cell {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value
  if (typeof value === 'bigint') return value <= maxSafe && value >= -maxSafe ? Number(value) : value
  if (typeof value === 'boolean') return Number(value)
  throw new Error('A column is of a type that is not read here; cast it to double or text')
}

/** Rows in one step of an append: the engine's own vector size. */
const chunkRows = 2048

async function createTable(connection: DuckDBConnection, table: string, columns: readonly Column[]): Promise<void> {
  await execute(connection, portableSql`create or replace table ${ident(table)} (${definitions(columns)})`)
}

function definitions(columns: readonly Column[]): Fragment {
  const types = columns.map(({ type }) => ident(engineTypes[type].toString().toLowerCase()))
  return join(columns.map(({ name }, index) => portableSql`${ident(name)} ${types[index] ?? ident('varchar')}`))
}

/** The appender works in this thread; it compresses and writes a row group in some ten ms when that is full. */
async function append(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  values: readonly (readonly Cell[])[],
): Promise<void> {
  const rows = values[0]?.length ?? 0
  if (rows === 0) return
  const types = columns.map((column) => engineTypes[column.type])
  const appender = await connection.createAppender(table, 'main', 'store')
  try {
    for (let start = 0; start < rows; start += chunkRows) {
      const count = Math.min(chunkRows, rows - start)
      const chunk = DuckDBDataChunk.create(types, count)
      values.forEach((column, index) => {
        const part = column.slice(start, start + count)
        chunk.setColumnValues(index, types[index] === BIGINT ? part.map(toBigInt) : part)
      })
      appender.appendDataChunk(chunk)
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

function toBigInt(value: Cell): bigint | null {
  return value === null ? null : BigInt(value)
}
