import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { say } from '@gensvar/contract/say'
import type pg from 'pg'
import { AppError } from './errors.ts'

/**
 * The last migration of the version before this one. What came after it only adds what that version survives (a test
 * compares the schemas), so servers that know it work on the database of this version.
 */
export const survivedFrom = '0057-fallback.sql'

/** Any number, as long as it is the same for every Gensvar on one database. */
const lockKey = 7_364_712

/**
 * How long a migration waits for a table that somebody else uses before it lets others go first, in ms. Less than
 * PostgreSQL waits before it ends somebody's transaction because two wait for each other.
 */
const lockTime = 500
/** Pause before it tries again, and how long it does so, in ms. */
const lockPause = 500
const longestWait = 600_000
/** SQLSTATE of a lock that was not had in time. */
const lockNotAvailable = '55P03'

const folder = fileURLToPath(new URL('../../migrations/postgres', import.meta.url))

/** One numbered SQL file. `hash` is the SHA-256 of its text. */
export interface Migration {
  name: string
  text: string
  hash: string
}

/** The migrations of this program, as they were when it began: a newer version may take the place of the files. */
let own: Promise<Migration[]> | undefined

function ownMigrations(): Promise<Migration[]> {
  own ??= readMigrations()
  return own
}

/** Reads the migrations in the order of their numbers. Throws when a file is not named `0001-words.sql`. */
export async function readMigrations(from: string = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`Migration ${name} is not named like 0001-words.sql`)
      const text = await readFile(join(from, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the schema up to date, each file in a transaction of its own, and returns the names of the files applied.
 * Several servers may start at once: one migrates, the others wait. A database of a newer version is left as it is where
 * that version's migrations are survived by this one. Throws `unavailable` where they are not, and an error for a file
 * that was applied with another text.
 */
export async function migrate(pool: pg.Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const files = migrations ?? (await ownMigrations())
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    try {
      return await applyMissing(client, files)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
    }
  } finally {
    client.release()
  }
}

/** Names of the applied migrations that this version does not know: a newer one has updated the database. */
export async function newerMigrations(pool: pg.Pool): Promise<string[]> {
  const known = (await ownMigrations()).map(({ name }) => name)
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM schema_migration WHERE name <> ALL ($1::text[]) ORDER BY name',
    [known],
  )
  return rows.map(({ name }) => name)
}

/** Name of the last migration applied, or null on an empty database. */
export async function schemaVersion(pool: pg.Pool): Promise<string | null> {
  const table = await pool.query<{ name: string | null }>(`SELECT to_regclass('schema_migration')::text AS name`)
  if (!table.rows[0]?.name) return null
  const last = await pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name DESC LIMIT 1')
  return last.rows[0]?.name ?? null
}

/** The same inside a transaction the caller has open on `client`: all files in that one transaction. */
export async function migrateWithin(client: pg.ClientBase, files: readonly Migration[]): Promise<string[]> {
  const missing = await findMissing(client, files)
  for (const file of missing) await applyOne(client, file)
  return missing.map((file) => file.name)
}

async function applyMissing(client: pg.PoolClient, files: readonly Migration[]): Promise<string[]> {
  const missing = await findMissing(client, files)
  for (const file of missing) {
    const deadline = Date.now() + longestWait
    while (!(await applyUnlessLocked(client, file, deadline))) await wait(lockPause)
  }
  return missing.map((file) => file.name)
}

/**
 * Applies a file in a transaction. False where somebody held a table that it changes: statements of servers that work
 * meanwhile would wait behind it. Throws that error after the deadline.
 */
async function applyUnlessLocked(client: pg.ClientBase, file: Migration, deadline: number): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTime}`)
  try {
    await applyOne(client, file)
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (code === lockNotAvailable && Date.now() < deadline) return false
    throw error
  }
}

async function findMissing(client: pg.ClientBase, files: readonly Migration[]): Promise<Migration[]> {
  const applied = await listApplied(client)
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, hash } of applied)
    if (known.has(name) && known.get(name)?.hash !== hash)
      throw new Error(`The migration ${name} was applied with another text. Applied migrations must not be changed.`)
  const names = new Set(applied.map(({ name }) => name))
  const missing = files.filter((file) => !names.has(file.name))
  const newer = applied.filter(({ name }) => !known.has(name))
  const last = files.at(-1)?.name ?? ''
  const survives = newer.every(({ survived_from: from }) => from !== null && from <= last)
  const [first] = newer
  if (first && (!survives || missing.length > 0))
    throw new AppError(
      'unavailable',
      say`The database was updated by a newer version of Gensvar (${first.name}), and this version cannot work with it. Start that version, or one that came after it.`,
    )
  return missing
}

interface Applied {
  name: string
  hash: string
  /** The oldest last migration of programs that survive it; null where that was not noted. */
  survived_from: string | null
}

async function listApplied(client: pg.ClientBase): Promise<Applied[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migration (
       name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), survived_from text)`,
  )
  const column = await client.query(
    `SELECT FROM pg_attribute
      WHERE attrelid = 'schema_migration'::regclass AND attname = 'survived_from' AND NOT attisdropped`,
  )
  // Tables of versions that did not note it. Altering one that has it would wait for whoever reads it.
  if (column.rowCount === 0) await client.query('ALTER TABLE schema_migration ADD survived_from text')
  const { rows } = await client.query<Applied>('SELECT name, hash, survived_from FROM schema_migration ORDER BY name')
  return rows
}

async function applyOne(client: pg.ClientBase, file: Migration): Promise<void> {
  try {
    await client.query(file.text)
    await client.query('INSERT INTO schema_migration (name, hash, survived_from) VALUES ($1, $2, $3)', [
      file.name,
      file.hash,
      survivedFrom,
    ])
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
