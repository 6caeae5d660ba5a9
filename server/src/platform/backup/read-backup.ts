import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { migrateWithin, readMigrations } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { carryErasures, eraseAgain } from './erasures.ts'
import { formatVersion, header, leftOut, line } from './format.ts'
import type { FileEntry, Header, TableStart } from './format.ts'

/** Rows sent at a time. */
const batch = 500

/** What a restore did. */
export interface Restored {
  createdAt: string
  tables: number
  rows: number
  /** Responses that were erased or anonymised again, because that was done after the backup. */
  erasedAgain: number
}

/** Where to restore to. */
export interface RestoreTarget {
  pool: pg.Pool
  dataFolder: string
}

/**
 * Replaces the database's content by a backup's, atomically: one transaction creates the schema the backup was taken
 * from, fills it, checks every reference, runs newer migrations, and erases again what the replaced database had erased
 * since. A database that already holds universes or users is rejected unless `force` is given. Throws `validation` for an incomplete or damaged file, before anything is
 * changed.
 */
export async function restoreBackup(
  { pool, dataFolder }: RestoreTarget,
  file: string,
  options: { force: boolean },
): Promise<Restored> {
  const head = await checkFile(file)
  const schema = await migrationsUpTo(head.schema)
  if (!options.force && (await isInUse(pool))) {
    const words = say`The database already holds users or surveys. Restore into an empty data folder, or have everything in it replaced.`
    throw new AppError('conflict', words, { force: words })
  }
  const client = await pool.connect()
  let result: Restored
  const files: FileEntry[] = []
  try {
    await client.query('BEGIN')
    await carryErasures(client)
    await dropTables(client)
    await migrateWithin(client, schema)
    const loaded = await load(client, file, files)
    await migrateWithin(client, await readMigrations())
    result = { ...loaded, erasedAgain: await eraseAgain(client) }
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closing the connection rolls everything back.
    client.release(true)
    throw error
  }
  for (const { file: name, content } of files) await putFile(join(dataFolder, name), Buffer.from(content, 'base64'))
  return result
}

/** Reads the whole file once, so that a damaged one is rejected before the database is changed. */
async function checkFile(file: string): Promise<Header> {
  let head: Header | null = null
  let rows = 0
  let ended = false
  let number = 0
  for await (const text of linesOf(file)) {
    number += 1
    if (head === null) head = parseHeader(text, file)
    else {
      const parsed = line.safeParse(parseJson(text))
      if (!parsed.success || ended) throw broken(file, say`line ${number} is not part of a backup`)
      if (Array.isArray(parsed.data)) rows += 1
      if ('end' in parsed.data) {
        ended = true
        const stated = parsed.data.rows
        if (stated !== rows) throw broken(file, say`it has ${rows} rows and should have ${stated}`)
      }
    }
  }
  if (head === null) throw broken(file, say`it is empty`)
  if (!ended) throw broken(file, say`it ends after line ${number}, before its end`)
  return head
}

function parseHeader(text: string, file: string): Header {
  const parsed = header.safeParse(parseJson(text))
  if (!parsed.success) throw broken(file, say`it was not written by the backup command`)
  if (parsed.data.version > formatVersion) throw broken(file, say`it was written by a newer version of Gensvar`)
  return parsed.data
}

async function migrationsUpTo(name: string): Promise<Migration[]> {
  const files = await readMigrations()
  const last = files.findIndex((file) => file.name === name)
  if (last < 0)
    throw new AppError(
      'validation',
      say`The backup comes from a newer version of Gensvar (its database is at ${name}).`,
    )
  return files.slice(0, last + 1)
}

async function isInUse(pool: pg.Pool): Promise<boolean> {
  const tables = await pool.query<{ made: boolean }>(`SELECT to_regclass('universe') IS NOT NULL AS made`)
  if (!tables.rows[0]?.made) return false
  const used = await pool.query<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM universe) OR EXISTS (SELECT FROM app_user) AS used',
  )
  return used.rows[0]?.used ?? false
}

async function dropTables(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`)
}

async function load(client: pg.PoolClient, file: string, files: FileEntry[]): Promise<Omit<Restored, 'erasedAgain'>> {
  // Tables are sorted by name, not by dependency, and rows may point to later rows: references are checked at the end.
  const references = await takeReferencesAway(client)
  const known = await tableNames(client)
  let createdAt = ''
  let table: TableStart | null = null
  let types: string[] = []
  let waiting: (string | null)[][] = []
  const counts = { tables: 0, rows: 0 }
  const flush = async (): Promise<void> => {
    if (table && waiting.length > 0) await insertRows(client, table, types, waiting)
    counts.rows += waiting.length
    waiting = []
  }
  for await (const text of linesOf(file)) {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) {
      waiting.push(value)
      if (waiting.length >= batch) await flush()
      continue
    }
    await flush()
    if (createdAt === '') createdAt = header.parse(value).createdAt
    else if (isFile(value)) files.push(value)
    else if (isTableStart(value)) {
      table = value
      if (!known.has(table.table) || leftOut.has(table.table))
        throw broken(file, say`it contains the unknown table ${table.table}`)
      counts.tables += 1
      types = await columnTypes(client, table)
      await setCounters(client, table)
    }
  }
  for (const statement of references) await client.query(statement)
  return { createdAt, ...counts }
}

async function insertRows(
  client: pg.PoolClient,
  table: TableStart,
  types: readonly string[],
  rows: readonly (string | null)[][],
): Promise<void> {
  const names = table.columns.map(({ name }) => quote(name)).join(', ')
  const values = types.map((type, column) => `c${column}::${type}`).join(', ')
  const columns = types.map((_, column) => `c${column}`).join(', ')
  const lists = types.map((_, column) => `$${column + 1}::text[]`).join(', ')
  await client.query(
    `INSERT INTO ${quote(table.table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM unnest(${lists}) AS r (${columns})`,
    types.map((_, column) => rows.map((row) => row[column] ?? null)),
  )
}

/** The database's own types of a table's columns: of the file, only quoted names get into a statement. */
async function columnTypes(client: pg.PoolClient, table: TableStart): Promise<string[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [quote(table.table)],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  return table.columns.map(({ name }) => {
    const type = types.get(name)
    if (!type)
      throw new AppError('validation', say`The backup has a column ${table.table}.${name} that the database lacks.`)
    return type
  })
}

async function setCounters(client: pg.PoolClient, table: TableStart): Promise<void> {
  for (const { column, last, called } of table.sequences)
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      quote(table.table),
      column,
      last,
      called,
    ])
}

async function takeReferencesAway(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`)
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`)
}

async function tableNames(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Lines of a compressed file. Not `readline`, which also splits at characters such as U+2028 that occur in texts. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const text = bytes.pipe(createGunzip()).setEncoding('utf8')
  bytes.on('error', (error) => text.destroy(error))
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException)
  } finally {
    bytes.destroy()
  }
  if (rest !== '') yield rest
}

function unreadable(file: string, error: NodeJS.ErrnoException): AppError {
  if (error.code === 'ENOENT') return new AppError('validation', say`There is no file ${file}.`)
  if (error.code?.startsWith('Z_')) return broken(file, say`it is not a backup or was cut short`)
  return new AppError('validation', say`${file} cannot be read: ${error.message}`)
}

function broken(file: string, reason: Words): AppError {
  return new AppError('validation', say`${file} cannot be restored: ${reason}. Nothing was changed.`)
}

async function putFile(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
}

function isFile(value: unknown): value is FileEntry {
  return typeof value === 'object' && value !== null && 'file' in value
}

function isTableStart(value: unknown): value is TableStart {
  return typeof value === 'object' && value !== null && 'table' in value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
