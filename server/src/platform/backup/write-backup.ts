import { createWriteStream } from 'node:fs'
import { open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { say } from '@gensvar/contract/say'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { isDiskFull } from '../full-disk.ts'
import { schemaVersion } from '../migrate.ts'
import { formatVersion, isSavedFile, leftOut } from './format.ts'
import type { FileEntry, Header, TableStart } from './format.ts'
import { linesQuery, quoted, setExactly, TableSums } from './table-sums.ts'

/** Rows fetched at a time. */
const batch = 1000

/** What to save: the database behind `pool`, and the files of the data folder (keys). */
export interface BackupSource {
  pool: pg.Pool
  dataFolder: string
}

/** How work on a backup is followed and stopped. */
export interface BackupWork {
  signal?: AbortSignal | undefined
  /** Called with each batch of rows that is done. */
  onRows?: ((rows: number) => void) | undefined
}

/**
 * Writes everything the server holds into one compressed file, the database as it stood at one moment, while others
 * go on working. The file appears whole or not at all, readable by its owner alone. Returns the number of rows, and the
 * file's size in bytes. Throws `unavailable` where the file cannot be written, `conflict` for a folder that is not there.
 */
export async function writeBackup(
  { pool, dataFolder }: BackupSource,
  file: string,
  now: Date,
  work: BackupWork = {},
): Promise<{ tables: number; rows: number; bytes: number }> {
  const schema = await schemaVersion(pool)
  if (!schema) throw new Error('The database is empty: there is nothing to save')
  const header: Header = { format: 'gensvar-backup', version: formatVersion, schema, createdAt: now.toISOString() }
  const counts = { tables: 0, rows: 0 }
  const client = await pool.connect()
  const partial = `${file}.partial`
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await setExactly(client, 'SET LOCAL')
    const lines = Readable.from(linesOf(client, dataFolder, header, counts, work))
    // Flushed, so that a power cut does not leave an empty file under the name of a whole one.
    const target = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(lines, createGzip(), target, { signal: work.signal })
    await client.query('COMMIT')
    work.signal?.throwIfAborted()
    await rename(partial, file)
    await flushFolder(dirname(file))
    client.release()
  } catch (error) {
    // Its transaction is still open, so the connection is not reused.
    client.release(true)
    await rm(partial, { force: true }).catch(() => {})
    throw explainTarget(error, dirname(file))
  }
  const { size: bytes } = await stat(file)
  return { ...counts, bytes }
}

async function flushFolder(folder: string): Promise<void> {
  // Not every system can open a folder.
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Why a file could not be written, in words; any other error as it is. */
function explainTarget(error: unknown, folder: string): unknown {
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (syscall === undefined) return error
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new AppError('conflict', say`There is no folder ${folder} for the backup. Nothing was written.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new AppError('conflict', say`The server may not write into the folder ${folder}. Nothing was written.`)
  if (isDiskFull(error))
    return new AppError(
      'unavailable',
      say`The disk of ${folder} has no room for the backup. What was begun is removed.`,
    )
  return error
}

async function* linesOf(
  client: pg.PoolClient,
  dataFolder: string,
  header: Header,
  counts: { tables: number; rows: number },
  { onRows, signal }: BackupWork,
) {
  yield `${JSON.stringify(header)}\n`
  for await (const entry of filesOf(dataFolder)) yield `${JSON.stringify(entry)}\n`
  const sums = new TableSums()
  for (const table of await describeTables(client)) {
    counts.tables += 1
    sums.begin(table.table)
    yield `${JSON.stringify(table)}\n`
    await client.query(`DECLARE backup NO SCROLL CURSOR FOR ${linesQuery(table)}`)
    for (;;) {
      signal?.throwIfAborted()
      const { rows } = await client.query<{ line: string }>(`FETCH ${batch} FROM backup`)
      if (rows.length === 0) break
      counts.rows += rows.length
      for (const { line } of rows) sums.add(table.table, line)
      onRows?.(rows.length)
      // A line break inside a value is written as \n by JSON, so a line is a row.
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    await client.query('CLOSE backup')
  }
  yield `${JSON.stringify({ end: true, rows: counts.rows, tables: sums.result() })}\n`
}

async function* filesOf(dataFolder: string): AsyncGenerator<FileEntry> {
  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const file = relative(dataFolder, path).replaceAll('\\', '/')
    if (!entry.isFile() || !isSavedFile(file)) continue
    const content = await readFile(path, 'base64')
    yield { file, content }
  }
}

async function describeTables(client: pg.PoolClient): Promise<TableStart[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; identity: string }>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attidentity AS identity
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`)
  const tables = new Map<string, TableStart>()
  for (const { table, name, type, identity } of rows) {
    if (leftOut.has(table)) continue
    const entry = tables.get(table) ?? { table, columns: [], sequences: [] }
    tables.set(table, entry)
    entry.columns.push({ name, type })
    if (identity !== '') entry.sequences.push({ column: name, ...(await counterOf(client, table, name)) })
  }
  return [...tables.values()]
}

async function counterOf(
  client: pg.PoolClient,
  table: string,
  column: string,
): Promise<{ last: number; called: boolean }> {
  const named = await client.query<{ name: string }>('SELECT pg_get_serial_sequence($1, $2) AS name', [
    quoted(table),
    column,
  ])
  const found = await client.query<{ last: number; called: boolean }>(
    `SELECT last_value AS last, is_called AS called FROM ${named.rows[0]?.name}`,
  )
  return found.rows[0] ?? { last: 1, called: false }
}
