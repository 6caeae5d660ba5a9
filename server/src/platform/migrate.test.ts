import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { readSchema, whatBreaks } from '#server/testing/schema-steps.ts'
import { migrate, newerMigrations, readMigrations, schemaVersion, survivedFrom } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const step = (name: string, text: string) => ({ name, text, hash: text })

describe('migrate', () => {
  test('has nothing left to do on a migrated database', async () => {
    expect(await migrate(database.pool)).toEqual([])
    const files = await readMigrations()
    expect(await schemaVersion(database.pool)).toBe(files.at(-1)?.name)
  })

  test('undoes a file that fails half way and names it', async () => {
    const files = [...(await readMigrations()), step('9000-broken.sql', 'CREATE TABLE half (a int); SELECT nonsense')]
    await expect(migrate(database.pool, files)).rejects.toThrow(/9000-broken\.sql failed: .*nonsense/)
    const half = await database.pool.query(`SELECT to_regclass('half') AS name`)
    expect(half.rows[0].name).toBeNull()
  })

  test('applies each file once when several servers start together', async () => {
    const files = [...(await readMigrations()), step('9001-counter.sql', 'CREATE TABLE counter (a int)')]
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, files)))
    expect(applied.flat()).toEqual(['9001-counter.sql'])
  })

  test('lets servers that work go first while somebody uses a table that it changes', async () => {
    const { pool } = await testDatabaseForOne()
    const files = await readMigrations()
    await pool.query('CREATE TABLE counter (a int)')
    const holder = await pool.connect()
    try {
      await holder.query('BEGIN; SELECT FROM counter')
      const migrating = migrate(pool, [...files, step('9001-more.sql', 'ALTER TABLE counter ADD b int')])
      const waits = `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'counter'::regclass AND NOT granted) AS waits`
      await expect.poll(async () => (await pool.query(waits)).rows[0].waits).toBe(true)
      // It waits behind the migration, and would so for the holder.
      await pool.query('SELECT a FROM counter')
      await holder.query('COMMIT')
      expect(await migrating).toEqual(['9001-more.sql'])
    } finally {
      holder.release(true)
    }
  })

  test('leaves a database of a newer version as it is where this one survives it, and refuses it otherwise', async () => {
    const { pool } = await testDatabaseForOne()
    const files = await readMigrations()
    const later = step('9001-later.sql', 'CREATE TABLE later (a int)')
    await migrate(pool, [...files, later])
    expect(await newerMigrations(pool)).toEqual(['9001-later.sql'])
    expect(await migrate(pool, files)).toEqual([])
    const words = expect.stringContaining('a newer version of Gensvar (9001-later.sql)')
    const refusal = { code: 'unavailable', message: words }
    // A migration that this program has is missing: the other one is of another line of versions.
    const own = [...files, step('9000-own.sql', 'CREATE TABLE own (a int)')]
    await expect(migrate(pool, own)).rejects.toMatchObject(refusal)
    for (const from of ['9000-own.sql', null]) {
      await pool.query('UPDATE schema_migration SET survived_from = $1 WHERE name = $2', [from, later.name])
      await expect(migrate(pool, files)).rejects.toMatchObject(refusal)
    }
    await expect(migrate(pool, [...files, { ...later, hash: 'other' }])).rejects.toThrow(/applied with another text/)
  })

  test('notes what its migrations are survived by in a table that was made without', async () => {
    const { pool } = await emptyDatabase()
    await pool.query(
      'CREATE TABLE schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz)',
    )
    await migrate(pool, [step('0001-one.sql', 'CREATE TABLE one (a int)')])
    const { rows } = await pool.query('SELECT name, survived_from FROM schema_migration')
    expect(rows).toEqual([{ name: '0001-one.sql', survived_from: survivedFrom }])
  })
})

describe('the version before', () => {
  test('survives every migration that came after it, and what it would not survive is found', async () => {
    const { pool } = await emptyDatabase()
    const files = await readMigrations()
    const first = files.findIndex(({ name }) => name === survivedFrom) + 1
    expect(first).toBeGreaterThan(0)
    await migrate(pool, files.slice(0, first))
    const before = await readSchema(pool)
    for (const [index, { name }] of files.entries()) {
      if (index < first) continue
      await migrate(pool, files.slice(0, index + 1))
      expect(whatBreaks(before, await readSchema(pool)), name).toEqual([])
    }
    const now = await readSchema(pool)
    for (const [text, problem] of steps) {
      await pool.query('BEGIN')
      await pool.query(text)
      const found = whatBreaks(now, await readSchema(pool))
      await pool.query('ROLLBACK')
      if (problem === null) expect(found, text).toEqual([])
      else expect(found, text).toContainEqual(expect.stringContaining(problem))
    }
  })
})

/** Steps and what is wrong with each; null where nothing is. */
const steps: readonly (readonly [string, string | null])[] = [
  ['ALTER TABLE survey DROP author_id', 'survey.author_id is gone'],
  ['ALTER TABLE webhook RENAME title TO name', 'webhook.title is gone'],
  ['DROP TABLE hidden_comment', 'hidden_comment'],
  ['ALTER TABLE webhook ALTER failures TYPE bigint', 'webhook.failures was integer and is bigint'],
  ['ALTER TABLE webhook ALTER former_secret SET NOT NULL', 'webhook.former_secret must be given now'],
  ['ALTER TABLE webhook ALTER url DROP NOT NULL', 'webhook.url may be missing now'],
  ['ALTER TABLE webhook ALTER failures DROP DEFAULT', 'webhook.failures has no default any more'],
  ['ALTER TABLE webhook ADD colour text NOT NULL', 'webhook.colour must be given by inserts'],
  ["ALTER TABLE webhook ADD CHECK (title <> '')", 'webhook_title_check is stricter'],
  [
    "ALTER TABLE webhook DROP CONSTRAINT webhook_state_check; ALTER TABLE webhook ADD CONSTRAINT webhook_state_check CHECK (state IN ('ACTIVE'))",
    'webhook_state_check is stricter',
  ],
  ['ALTER TABLE webhook ADD FOREIGN KEY (version) REFERENCES universe', 'is stricter'],
  ['CREATE UNIQUE INDEX ON webhook (url)', 'is unique now'],
  ['ALTER TABLE api_key DROP CONSTRAINT api_key_universe_id_ext_name_key', 'is not unique any more'],
  ['ALTER FUNCTION forget_call() RENAME TO forget_calls', 'forget_call()'],
  ["ALTER TABLE webhook ADD colour text NOT NULL DEFAULT 'red' CHECK (colour <> ''), ADD shape text UNIQUE", null],
  [
    "ALTER TABLE webhook DROP CONSTRAINT webhook_cause_check; ALTER TABLE webhook ADD CONSTRAINT webhook_cause_check CHECK (cause IN ('asked', 'failing', 'gone', 'full', 'late'))",
    null,
  ],
  ['CREATE TABLE shape (id int PRIMARY KEY, name text NOT NULL UNIQUE)', null],
]
