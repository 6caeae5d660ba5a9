import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { migrate, readMigrations, schemaVersion } from './migrate.ts'

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

  test('refuses a database that is newer than the program, and a changed file', async () => {
    const files = await readMigrations()
    await expect(migrate(database.pool, files)).rejects.toThrow(/9001-counter\.sql, which this version/)
    const changed = [...files, step('9001-counter.sql', 'CREATE TABLE counter (a text)')]
    await expect(migrate(database.pool, changed)).rejects.toThrow(/applied with another text/)
  })
})
