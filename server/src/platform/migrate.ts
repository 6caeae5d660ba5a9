import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** Any number, as long as it is the same for every Gensvar on one database. */
const lockKey = 7_364_712

const folder = fileURLToPath(new URL('../../migrations/postgres', import.meta.url))

/** One numbered SQL file. `hash` is the SHA-256 of its text. */
export interface Migration {
  name: string
  text: string
  hash: string
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
 * Several servers may start at once: one migrates, the others wait. Refuses a database that is newer than this
 * program, and one on which a file was applied with another text.
 */
export async function migrate(pool: pg.Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations())
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
    await client.query('BEGIN')
    try {
      await applyOne(client, file)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }
  return missing.map((file) => file.name)
}

async function findMissing(client: pg.ClientBase, files: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migration (
       name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  const rows = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migration ORDER BY name',
  )
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, hash } of rows.rows) {
    const file = known.get(name)
    if (!file)
      throw new Error(
        `The database has the migration ${name}, which this version of Gensvar does not know. ` +
          'Start a version at least as new as the one that made the database.',
      )
    if (file.hash !== hash)
      throw new Error(`The migration ${name} was applied with another text. Applied migrations must not be changed.`)
  }
  const applied = new Set(rows.rows.map((row) => row.name))
  return files.filter((file) => !applied.has(file.name))
}

async function applyOne(client: pg.ClientBase, file: Migration): Promise<void> {
  try {
    await client.query(file.text)
    await client.query('INSERT INTO schema_migration (name, hash) VALUES ($1, $2)', [file.name, file.hash])
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
