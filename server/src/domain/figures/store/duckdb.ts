import { say } from '@gensvar/contract/say'
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#server/platform/errors.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AnalyticsStore, QueryOptions, Table } from './analytics-store.ts'
import { DuckDbFile } from './duckdb-file.ts'
import type { DuckDbFileOptions } from './duckdb-file.ts'
import { demandRoom, explainedByDuckDb, isInvalidated, isStored } from './duckdb-outage.ts'
import { execute, lastRowId, readNumbers, readStored, readTable, rowsFrom } from './duckdb-statements.ts'
import type { ReadResult } from './duckdb-statements.ts'
import { DuckDbWriter } from './duckdb-writer.ts'
import type { Numbers } from './stored-numbers.ts'

/** How to open the store. */
export interface DuckDbOptions extends DuckDbFileOptions {
  /** Bytes that must be left on the disk before anything is written. */
  leastRoom?: number
  /** Rows of a table that `storedRows` hands over at a time. */
  rowsAtATime?: number
}

/** Default timeout of a request, in ms. */
const defaultTimeout = 30_000

/** Pause between two attempts to interrupt a request, in ms. */
const interruptEvery = 20

/** By default as much room must be left as DuckDB takes at most for what it has not stored in its file yet, several times. */
const usualRoom = 64 << 20

/** What is read of millions of rows at once takes as much memory several times. */
const usualRowsAtATime = 1 << 19

/** The analytics store in this process: parallel reads, one write at a time. */
export class DuckDb implements AnalyticsStore {
  readonly sharedAs = null
  private readonly options: DuckDbOptions
  /** The file as it is open, or being opened again. */
  private opening: Promise<DuckDbFile>
  private isClosed = false
  private lastWrite: Promise<unknown> = Promise.resolve()

  private constructor(options: DuckDbOptions, file: DuckDbFile) {
    this.options = options
    this.opening = Promise.resolve(file)
  }

  /**
   * Opens the store; `attachStore` replaces files that cannot be used. Throws `conflict` when another process has it
   * open, and `unavailable` where the disk is full.
   */
  static async open(options: DuckDbOptions): Promise<DuckDb> {
    try {
      return new DuckDb(options, await DuckDbFile.open(options))
    } catch (error) {
      throw explainedByDuckDb(error)
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
   * Hands over columns of numbers of all rows of a table as they are stored: some rows at a time, in the order of the table, all
   * as of one moment. `begin` returns what takes them; it is called once more where the file had to be opened again. Throws as
   * `query` does.
   */
  storedRows(
    table: string,
    columns: readonly string[],
    begin: () => (rows: Numbers[]) => Promise<void>,
    options: QueryOptions = {},
  ): Promise<void> {
    const { rowsAtATime = usualRowsAtATime } = this.options
    return this.onReader(options, async (connection, signal) => {
      await connection.run('begin transaction')
      try {
        const take = begin()
        const [last] = await interruptible(connection, lastRowId(table), readNumbers, signal)
        for (let from = 0; from <= (last?.[0] ?? -1); from += rowsAtATime)
          await take(await interruptible(connection, rowsFrom(table, columns, from, rowsAtATime), readStored, signal))
      } finally {
        // The error to report is the first one.
        await connection.run('rollback').catch(() => undefined)
      }
    })
  }

  /**
   * Runs `work` in a transaction, after every earlier write has ended. Its changes become visible together when it
   * returns; a throw rolls them back. Throws `unavailable` where the disk is full.
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
    this.isClosed = true
    await this.lastWrite
    const file = await this.opening.catch(() => null)
    await file?.close()
  }

  private read<T>(fragment: Fragment, options: QueryOptions, read: ReadResult<T>): Promise<T> {
    return this.onReader(options, (connection, signal) => interruptible(connection, fragment, read, signal))
  }

  private async onReader<T>(
    options: QueryOptions,
    work: (connection: DuckDBConnection, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const run = ({ readers }: DuckDbFile): Promise<T> =>
      readers.use(options.caller ?? systemCaller, (connection) => work(connection, signal), signal)
    try {
      return await this.onFile(run)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted)
        throw new AppError('unavailable', say`The figures took too long. Choose a shorter period or more filters.`)
      throw explainedByDuckDb(error)
    }
  }

  private async transact<T>(work: (writer: DuckDbWriter) => Promise<T>): Promise<T> {
    const { path, leastRoom = usualRoom } = this.options
    try {
      await demandRoom(path, leastRoom)
      const file = await this.file()
      const { writer } = file
      await writer.run('begin transaction')
      const writing = new DuckDbWriter(writer)
      try {
        const result = await work(writing)
        writing.close()
        await this.commit(file)
        return result
      } catch (error) {
        writing.close()
        // After a failed commit there is nothing to roll back; the error to report is the first one.
        await writer.run('rollback').catch(() => undefined)
        if (isInvalidated(error)) this.openAgain(file)
        throw error
      }
    } catch (error) {
      throw explainedByDuckDb(error)
    }
  }

  /** Commits, also where the file could not be stored anew afterwards: it is then opened again. */
  private async commit(file: DuckDbFile): Promise<void> {
    try {
      await file.writer.run('commit')
    } catch (error) {
      if (!isStored(error)) throw error
      this.openAgain(file)
    }
  }

  /** Runs some reading, once more if the file had to be opened again. */
  private async onFile<T>(run: (file: DuckDbFile) => Promise<T>): Promise<T> {
    const file = await this.file()
    try {
      return await run(file)
    } catch (error) {
      if (isInvalidated(error)) this.openAgain(file)
      if (this.isClosed || (await this.file()) === file) throw error
      return run(await this.file())
    }
  }

  /** The open file; where opening it again has failed, it is tried once more. */
  private async file(): Promise<DuckDbFile> {
    const { opening } = this
    return opening.catch(() => {
      if (this.opening === opening) this.openWith(DuckDbFile.open(this.options))
      return this.opening
    })
  }

  /** Opens a file again that DuckDB does not use any more. What was committed is in it. */
  private openAgain(file: DuckDbFile): void {
    if (file.isClosed || this.isClosed) return
    this.openWith(file.close().then(() => DuckDbFile.open(this.options)))
  }

  private openWith(opening: Promise<DuckDbFile>): void {
    this.opening = opening
    opening.catch(() => undefined)
  }
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
