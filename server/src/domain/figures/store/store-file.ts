import { rename, rm } from 'node:fs/promises'
import { say } from '@gensvar/contract/say'
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#server/platform/errors.ts'
import { storeLayout } from './tables.ts'

/** A file of the analytics store. Everything in it can be made again from the system of record. */
export interface StoreFile {
  /** Its path, or `:memory:`. */
  path: string
  /** Layout of the tables, that of this program where missing: a file of another one is begun anew. */
  layout?: number
  /** Told why a file that was there is begun anew. */
  onAnew?: (why: string) => void
}

/** Rows that are stored, skipped and counted together; a multiple of the engine's vector of 2,048. */
const rowGroupSize = 8192

/** Bytes of a block. A column of a row group fills whole ones while it is written, so large ones cost memory. */
const blockSize = 16_384

/**
 * Attaches the file as `store`. One that cannot be read is set aside as `<path>.unreadable`, one of another layout
 * removed, and a new one begun. Throws `conflict` when another process has it open.
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
      file.onAnew?.('is laid out for another version of the program')
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    if (/could not set lock|conflicting lock/i.test(words))
      throw new AppError('conflict', say`Another process has the analytics store open (${file.path}). Stop it first.`)
    // Not the file but where it lies; setting it aside would not help.
    if (/permission denied|no space left|read-only file system|no such file/i.test(words)) throw error
    await connection.run('detach database if exists store')
    await rename(file.path, `${file.path}.unreadable`)
    await rename(`${file.path}.wal`, `${file.path}.unreadable.wal`).catch(() => undefined)
    await attach(connection, file.path)
    file.onAnew?.(`cannot be read (${words.split('\n')[0]})`)
  }
  await connection.run('create table store.layout (version integer)')
  await connection.run(`insert into store.layout values (${wanted})`)
}

async function attach(connection: DuckDBConnection, path: string): Promise<void> {
  // Small row groups: surveys of some ten thousand rows are read by both threads, and places skip what is not theirs.
  const options = `row_group_size ${rowGroupSize}, block_size ${blockSize}`
  await connection.run(`attach '${path.replaceAll("'", "''")}' as store (${options})`)
}

/**
 * The layout of a file: 0 where it does not say, null for a file that holds nothing. Reads the small tables whole, among
 * them those that say how far the store is: damage to them must show now and not when they are needed.
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
