import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AnalyticsStore, QueryOptions, Table } from './analytics-store.ts'
import { ConnectionPool } from './connection-pool.ts'
import { execute, readNumbers, readTable } from './duckdb-statements.ts'
import type { ReadResult } from './duckdb-statements.ts'
import { DuckDbWriter } from './duckdb-writer.ts'
import { attachStore } from './store-file.ts'
import type { StoreFile } from './store-file.ts'

/** How to open the store. */
export interface DuckDbOptions extends StoreFile {
  /** Most memory DuckDB uses, in MB. */
  memoryLimit?: number
  /** Most requests answered in parallel; each one uses up to `threads`. */
  readers?: number
  threads?: number
}

/** Default timeout of a request, in ms. */
const defaultTimeout = 30_000

/** Pause between two attempts to interrupt a request, in ms. */
const interruptEvery = 20

/** The analytics store in this process: parallel reads, one write at a time. */
export class DuckDb implements AnalyticsStore {
  readonly sharedAs = null
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
   * Opens the store; `attachStore` replaces files that cannot be used. Throws `conflict` when another process has it
   * open.
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
   * Runs a reading statement. Throws the signal's reason when it is aborted, and `unavailable` after `timeout` ms.
   */
  query(fragment: Fragment, options: QueryOptions = {}): Promise<Table> {
    return this.read(fragment, options, readTable)
  }

  /** The columns of a result, all of which must be doubles without nulls. Throws as `query` does. */
  numbers(fragment: Fragment, options: QueryOptions = {}): Promise<Float64Array[]> {
    return this.read(fragment, options, readNumbers)
  }

  /**
   * Runs `work` in a transaction, after every earlier write has ended. Its changes become visible together when it
   * returns; a throw rolls them back.
   */
  write<T>(work: (writer: DuckDbWriter) => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(() => this.transact(work))
    this.lastWrite = result.catch(() => undefined)
    return result
  }

  /** Nobody else writes to the file. */
  async beginWriting(): Promise<void> {}

  /** Files of another layout are replaced when they are opened. */
  async isOfThisLayout(): Promise<boolean> {
    return true
  }

  /** Waits for running work and closes the file. */
  async close(): Promise<void> {
    await this.lastWrite
    await this.readers.close((connection) => connection.closeSync())
    this.writer.closeSync()
    this.instance.closeSync()
  }

  private async read<T>(fragment: Fragment, options: QueryOptions, read: ReadResult<T>): Promise<T> {
    const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    try {
      return await this.readers.use(
        options.caller ?? systemCaller,
        (connection) => interruptible(connection, fragment, read, signal),
        signal,
      )
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted)
        throw new AppError('unavailable', say`The figures took too long. Choose a shorter period or more filters.`)
      throw error
    }
  }

  private async transact<T>(work: (writer: DuckDbWriter) => Promise<T>): Promise<T> {
    await this.writer.run('begin transaction')
    try {
      const result = await work(new DuckDbWriter(this.writer))
      await this.writer.run('commit')
      return result
    } catch (error) {
      // After a failed commit there is nothing to roll back; the error to report is the first one.
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

async function interruptible<T>(
  connection: DuckDBConnection,
  fragment: Fragment,
  read: ReadResult<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  // DuckDB ignores an interrupt before the statement has started, so it is repeated until the statement ends.
  const interrupt = (): void => {
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), interruptEvery)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await execute(connection, fragment, read)
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(timer)
  }
}
