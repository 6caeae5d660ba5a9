import { rename, rm } from 'node:fs/promises'
import { say } from '@gensvar/contract/say'
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#server/platform/errors.ts'
import { storeLayout } from './tables.ts'

/** A file of the analytics store. Everything in it can be rebuilt from the system of record. */
export interface StoreFile {
  /** Its path, or `:memory:`. */
  path: string
  /** Layout of the tables, by default this program's. A file with another layout is discarded. */
  layout?: number
  /** Called when an existing file is discarded, with the reason. */
  onDiscard?: (why: string) => void
}

/** Rows that are stored, skipped and counted together; must be a multiple of DuckDB's vector of 2,048. */
const rowGroupSize = 8192

/** Bytes of a block. Writing a row group takes at least one block per column, so large blocks cost memory. */
const blockSize = 16_384

/**
 * Attaches the file as `store`. A file that cannot be read is renamed to `<path>.unreadable`, one of another layout is
 * deleted; both are replaced by an empty one. Throws `conflict` when another process has it open.
 */
export async function attachStore(connection: DuckDBConnection, file: StoreFile): Promise<void> {
  const wanted = file.layout ?? storeLayout
  try {
    await attach(connection, file.path)
    const layout = await readLayout(connection)
    if (layout === wanted) return
    if (layout !== null) {
      await connection.run('detach store')
      await rm(file.path, { force: true })
      await rm(`${file.path}.wal`, { force: true })
      await attach(connection, file.path)
      file.onDiscard?.('is laid out for another version of the program')
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    if (/could not set lock|conflicting lock/i.test(words))
      throw new AppError('conflict', say`Another process has the analytics store open (${file.path}). Stop it first.`)
    // The folder or the disk is the problem, not the file: a new file would not help.
    if (/permission denied|no space left|read-only file system|no such file/i.test(words)) throw error
    await connection.run('detach database if exists store')
    await rename(file.path, `${file.path}.unreadable`)
    await rename(`${file.path}.wal`, `${file.path}.unreadable.wal`).catch(() => undefined)
    await attach(connection, file.path)
    file.onDiscard?.(`cannot be read (${words.split('\n')[0]})`)
  }
  await connection.run('create table store.layout (version integer)')
  await connection.run(`insert into store.layout values (${wanted})`)
}

async function attach(connection: DuckDBConnection, path: string): Promise<void> {
  // With small row groups both threads share a survey of ten thousand rows, and a filter on a unit skips most groups.
  const options = `row_group_size ${rowGroupSize}, block_size ${blockSize}`
  await connection.run(`attach '${path.replaceAll("'", "''")}' as store (${options})`)
}

/**
 * The layout of a file: 0 where it is not stored, null for an empty file. Reads all small tables, such as the feed's
 * position, so that damage to them shows now and not when they are needed.
 */
async function readLayout(connection: DuckDBConnection): Promise<number | null> {
  const tables = await connection.runAndReadAll(
    `select table_name, estimated_size <= 1000 from duckdb_tables() where database_name = 'store'`,
  )
  const found = new Map(tables.getRows().map(([name, isSmall]) => [String(name), Boolean(isSmall)]))
  for (const [name, isSmall] of found) if (isSmall) await connection.run(`from store."${name}"`)
  if (!found.has('layout')) return found.size === 0 ? null : 0
  const versions = await connection.runAndReadAll('select version from store.layout')
  return Number(versions.getRows()[0]?.[0] ?? 0)
}
