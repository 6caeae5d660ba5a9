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
import { backgroundPauses } from '../pauses.ts'
import { carryErasures, eraseAgain } from './erasures.ts'
import { formatVersion, header, leftOut, line } from './format.ts'
import type { FileEntry, Header, TableStart, TableSum } from './format.ts'
import { quoted, TableSums } from './table-sums.ts'
import type { BackupWork } from './write-backup.ts'

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
 * since. A database that already holds universes or users is rejected unless `force` is given. Throws `validation` as
 * `checkBackup` does, before anything is changed; `checked` is what that returned where it was called before.
 */
export async function restoreBackup(
  { pool, dataFolder }: RestoreTarget,
  file: string,
  options: { force: boolean; checked?: CheckedBackup },
): Promise<Restored> {
  const { schema } = options.checked ?? (await checkBackup(file))
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
    const loaded = await loadBackup(client, file, { files })
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

/** What a whole backup says of itself. */
export interface CheckedBackup {
  /** The migrations of the database it was taken from. */
  schema: Migration[]
  tables: TableStart[]
  rows: number
  /** What each table holds; null in files of versions that do not say. */
  sums: Readonly<Record<string, TableSum>> | null
}

/**
 * Reads the whole file once, so that a damaged one is rejected before the database is changed. Throws `validation` with
 * the reason: of a newer version, of another program, cut short or damaged.
 */
export async function checkBackup(file: string, { signal, onRows }: BackupWork = {}): Promise<CheckedBackup> {
  let schema: Migration[] | null = null
  let stated: Readonly<Record<string, TableSum>> | null = null
  let ended = false
  let number = 0
  let rows = 0
  const tables: TableStart[] = []
  const sums = new TableSums()
  const pause = backgroundPauses()
  for await (const text of linesOf(file)) {
    number += 1
    if (schema === null) {
      schema = await schemaOf(parseHeader(text, file), file)
      continue
    }
    const parsed = line.safeParse(parseJson(text))
    if (!parsed.success || ended) throw broken(file, say`line ${number} is not part of a backup`)
    const { data } = parsed
    if (Array.isArray(data)) {
      rows += 1
      sums.add(tables.at(-1)?.table ?? '', text)
      if (rows % batch === 0) {
        signal?.throwIfAborted()
        onRows?.(batch)
        await pause()
      }
    } else if ('table' in data) {
      tables.push(data)
      sums.begin(data.table)
    } else if ('end' in data) {
      ended = true
      if (data.rows !== rows) throw broken(file, say`it has ${rows} rows and should have ${data.rows}`)
      stated = data.tables ?? null
      const wrong = stated && differing(sums.result(), stated)
      if (wrong !== null) throw broken(file, say`what it holds of the table ${wrong} is damaged`)
    }
  }
  if (schema === null) throw broken(file, say`it is empty`)
  if (!ended) throw broken(file, say`it ends after line ${number}, before its end`)
  return { schema, tables, rows, sums: stated }
}

/** The first table that does not hold what is stated of it; null where all do. */
export function differing(
  held: Readonly<Record<string, TableSum>>,
  stated: Readonly<Record<string, TableSum>>,
): string | null {
  const names = new Set([...Object.keys(held), ...Object.keys(stated)])
  return (
    [...names].find((name) => held[name]?.rows !== stated[name]?.rows || held[name]?.sum !== stated[name]?.sum) ?? null
  )
}

function parseHeader(text: string, file: string): Header {
  const parsed = header.safeParse(parseJson(text))
  if (!parsed.success) throw ofAnother(file)
  if (parsed.data.version > formatVersion) throw broken(file, say`it was written by a newer version of Gensvar`)
  return parsed.data
}

/** The migrations up to the one that the saved database was at. */
async function schemaOf({ schema }: Header, file: string): Promise<Migration[]> {
  const files = await readMigrations()
  const last = files.findIndex(({ name }) => name === schema)
  if (last < 0) throw broken(file, say`it was written by a newer version of Gensvar, whose database is at ${schema}`)
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

async function dropTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`)
}

/**
 * Fills the tables of an empty database at the backup's schema; what the file holds of the data folder is added to `files`.
 * The caller decides whether it is one transaction.
 */
export async function loadBackup(
  client: pg.ClientBase,
  file: string,
  { files, signal, onRows }: BackupWork & { files: FileEntry[] },
): Promise<Omit<Restored, 'erasedAgain'>> {
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
    onRows?.(waiting.length)
    waiting = []
    signal?.throwIfAborted()
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
  client: pg.ClientBase,
  table: TableStart,
  types: readonly string[],
  rows: readonly (string | null)[][],
): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ')
  const values = types.map((type, column) => `c${column}::${type}`).join(', ')
  const columns = types.map((_, column) => `c${column}`).join(', ')
  const lists = types.map((_, column) => `$${column + 1}::text[]`).join(', ')
  await client.query(
    `INSERT INTO ${quoted(table.table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM unnest(${lists}) AS r (${columns})`,
    types.map((_, column) => rows.map((row) => row[column] ?? null)),
  )
}

/** The database's own types of a table's columns: of the file, only quoted names get into a statement. */
async function columnTypes(client: pg.ClientBase, table: TableStart): Promise<string[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [quoted(table.table)],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  return table.columns.map(({ name }) => {
    const type = types.get(name)
    if (!type)
      throw new AppError('validation', say`The backup has a column ${table.table}.${name} that the database lacks.`)
    return type
  })
}

async function setCounters(client: pg.ClientBase, table: TableStart): Promise<void> {
  for (const { column, last, called } of table.sequences)
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      quoted(table.table),
      column,
      last,
      called,
    ])
}

async function takeReferencesAway(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`)
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`)
}

async function tableNames(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Longest first line: that of a backup is short, and a file without line breaks must not be read as one line. */
const longestHeader = 10_000

/** Lines of a compressed file. Not `readline`, which also splits at characters such as U+2028 that occur in texts. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const text = bytes.pipe(createGunzip()).setEncoding('utf8')
  bytes.on('error', (error) => text.destroy(error))
  let rest = ''
  let isFirst = true
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (isFirst && (lines[0] ?? rest).length > longestHeader) throw ofAnother(file)
      if (lines.length > 0) isFirst = false
      yield* lines
    }
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException)
  } finally {
    bytes.destroy()
  }
  if (rest !== '') yield rest
}

/** What kept a file from being read. */
function unreadable(file: string, error: NodeJS.ErrnoException): unknown {
  if (error instanceof AppError) return error
  if (error.code === 'ENOENT') return new AppError('validation', say`There is no file ${file}.`)
  if (error.code === 'Z_BUF_ERROR') return broken(file, say`it was cut short`)
  if (error.message === 'incorrect header check') return ofAnother(file)
  if (error.code?.startsWith('Z_')) return broken(file, say`it is damaged`)
  if (error.syscall !== undefined) return new AppError('validation', say`${file} cannot be read: ${error.message}`)
  return error
}

function ofAnother(file: string): AppError {
  return broken(file, say`it is not a backup of Gensvar`)
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
