import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ConnectionPool } from './connection-pool.ts'
import { attachStore } from './store-file.ts'
import type { StoreFile } from './store-file.ts'

/** How to open a file. */
export interface DuckDbFileOptions extends StoreFile {
  /** Most memory DuckDB uses, in MB. */
  memoryLimit?: number
  /** Most requests answered in parallel; each one uses up to `threads`. */
  readers?: number
  threads?: number
}

/** An open file of the store, and the connections to it. */
export class DuckDbFile {
  readonly writer: DuckDBConnection
  readonly readers: ConnectionPool<DuckDBConnection>
  private readonly instance: DuckDBInstance
  private closing: Promise<void> | null = null

  private constructor(instance: DuckDBInstance, writer: DuckDBConnection, readers: DuckDBConnection[]) {
    this.instance = instance
    this.writer = writer
    this.readers = new ConnectionPool(readers)
  }

  /** Whether it is closed, or being closed. */
  get isClosed(): boolean {
    return this.closing !== null
  }

  /** Opens a file; see `attachStore`. */
  static async open(options: DuckDbFileOptions): Promise<DuckDbFile> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(options.threads ?? 2),
      memory_limit: `${options.memoryLimit ?? 400}MB`,
      // What a statement needs beyond that goes beside the file, and not into the folder that the server was started in.
      temp_directory: options.path === ':memory:' ? '' : `${options.path}.tmp`,
      autoload_known_extensions: 'false',
      autoinstall_known_extensions: 'false',
    })
    try {
      await attach(instance, options)
      const connections = Array.from({ length: 1 + (options.readers ?? 4) }, () => connect(instance))
      const [writer, ...readers] = await Promise.all(connections)
      if (!writer) throw new Error('unreachable')
      return new DuckDbFile(instance, writer, readers)
    } catch (error) {
      instance.closeSync()
      throw error
    }
  }

  /** Waits for running reads and closes the file. */
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    await this.readers.close((connection) => connection.closeSync())
    this.writer.closeSync()
    this.instance.closeSync()
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
