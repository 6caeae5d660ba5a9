import { createWriteStream } from 'node:fs'
import { readFile, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { schemaVersion } from '../migrate.ts'
import { formatVersion, isSavedFile, leftOut } from './format.ts'
import type { FileEntry, Header, TableStart } from './format.ts'

/** Rows fetched at a time. */
const batch = 1000

/** What to save: the database behind `pool`, and the files of the data folder (keys). */
export interface BackupSource {
  pool: pg.Pool
  dataFolder: string
}

/**
 * Writes everything the server holds into one compressed file, the database as it stood at one moment, while others
 * go on working. The file appears whole or not at all, readable by its owner alone. Returns the number of rows.
 */
export async function writeBackup(
  { pool, dataFolder }: BackupSource,
  file: string,
  now: Date,
): Promise<{ tables: number; rows: number }> {
  const schema = await schemaVersion(pool)
  if (!schema) throw new Error('The database is empty: there is nothing to save')
  const header: Header = { format: 'gensvar-backup', version: formatVersion, schema, createdAt: now.toISOString() }
  const counts = { tables: 0, rows: 0 }
  const client = await pool.connect()
  const partial = `${file}.partial`
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Values are saved as text, in a form that does not depend on the server's settings.
    await client.query(`SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 1`)
    const lines = Readable.from(linesOf(client, dataFolder, header, counts))
    await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600 }))
    await client.query('COMMIT')
    await rename(partial, file)
    client.release()
  } catch (error) {
    await rm(partial, { force: true })
    // Its transaction is still open, so the connection is not reused.
    client.release(true)
    throw error
  }
  return counts
}

async function* linesOf(
  client: pg.PoolClient,
  dataFolder: string,
  header: Header,
  counts: { tables: number; rows: number },
) {
  yield `${JSON.stringify(header)}\n`
  for await (const entry of filesOf(dataFolder)) yield `${JSON.stringify(entry)}\n`
  for (const table of await describeTables(client)) {
    counts.tables += 1
    yield `${JSON.stringify(table)}\n`
    const values = table.columns.map(({ name }) => `${quote(name)}::text`).join(', ')
    await client.query(
      `DECLARE backup NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS line FROM ${quote(table.table)}`,
    )
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`FETCH ${batch} FROM backup`)
      if (rows.length === 0) break
      counts.rows += rows.length
      // A line break inside a value is written as \n by JSON, so a line is a row.
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    await client.query('CLOSE backup')
  }
  yield `${JSON.stringify({ end: true, rows: counts.rows })}\n`
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
    quote(table),
    column,
  ])
  const found = await client.query<{ last: number; called: boolean }>(
    `SELECT last_value AS last, is_called AS called FROM ${named.rows[0]?.name}`,
  )
  return found.rows[0] ?? { last: 1, called: false }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
