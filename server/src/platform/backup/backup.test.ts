import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { restoreBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const now = new Date('2026-03-01T10:00:00Z')
const awkward = 'tab\t quote " backslash \\ line\nbreak \u2028 å 😀 \\N'

let source: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-backup-'))
  file = join(folder, 'all.backup')
  source = await testDatabase()
  await fill(source)
  await writeBackup({ pool: source.pool, dataFolder: await dataFolder() }, file, now)
})
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A data folder with keys, and with what must not be saved. */
async function dataFolder(): Promise<string> {
  const path = join(folder, 'data')
  for (const name of ['identity-provider', 'postgres/cluster']) await mkdir(join(path, name), { recursive: true })
  await writeFile(join(path, 'identity-provider', 'keys.json'), '{"key":"ä"}')
  for (const name of ['postgres/cluster/PG_VERSION', 'analytics.duckdb.wal', 'server.lock', 'postgres-folder'])
    await writeFile(join(path, name), 'not saved')
  return path
}

/** Where the files of a restore go. */
const restored = (): string => join(folder, 'restored')

function into({ pool }: TestDatabase) {
  return { pool, dataFolder: restored() }
}

/** A universe with a hierarchy whose parents were made after their children, and values of every kind. */
async function fill({ db, pool }: TestDatabase): Promise<void> {
  const universe = await db
    .insertInto('universe')
    .values({ name: 'north', title: JSON.stringify({ en: awkward }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const survey = await db
    .insertInto('survey')
    .values({ universe_id: universe.id, ext_name: 'visits' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await pool.query(
    `INSERT INTO role (universe_id, name, parent_id) OVERRIDING SYSTEM VALUE VALUES ($1, 'child', NULL), ($1, 'parent', NULL)`,
    [universe.id],
  )
  await pool.query(`UPDATE role SET parent_id = (SELECT id FROM role WHERE name = 'parent') WHERE name = 'child'`)
  const answers = JSON.stringify({ score: 0.1 + 0.2, tags: ['a', 'b'], comment: awkward })
  await pool.query(
    `INSERT INTO response (survey_id, event_date, answers, unit_ids)
     SELECT $1, DATE '2024-02-29' + n, $2, ARRAY[n, NULL] FROM generate_series(1, 2500) AS n`,
    [survey.id, answers],
  )
  await pool.query(`INSERT INTO setting (key, value) VALUES ('nothing', 'null'::jsonb)`)
  await pool.query(`INSERT INTO change (survey_id, kind, row_id) VALUES ($1::int, 'survey', $1::int)`, [survey.id])
  // The newest role is gone: its number must not be given to another one after a restore.
  await pool.query(`INSERT INTO role (universe_id, name) VALUES ($1, 'gone')`, [universe.id])
  await pool.query(`DELETE FROM role WHERE name = 'gone'`)
}

async function contentOf({ pool }: TestDatabase, table: string): Promise<string> {
  const { rows } = await pool.query(
    `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum, count(*) AS n FROM ${table} t`,
  )
  return JSON.stringify(rows[0])
}

describe('backup and restore', () => {
  test('give back every row as it was, in a file only its owner reads', async () => {
    const target = await testDatabaseForOne()
    const result = await restoreBackup(into(target), file, { force: false })
    expect(result).toMatchObject({ createdAt: now.toISOString(), rows: 2505 })
    for (const table of ['universe', 'survey', 'role', 'response', 'setting'])
      expect(await contentOf(target, table), table).toBe(await contentOf(source, table))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('bring the keys of the data folder along, and neither stores nor locks', async () => {
    const target = await testDatabaseForOne()
    await rm(restored(), { recursive: true, force: true })
    await restoreBackup(into(target), file, { force: false })
    expect(await readdir(restored(), { recursive: true })).toEqual(['identity-provider', 'identity-provider/keys.json'])
    const keys = join(restored(), 'identity-provider', 'keys.json')
    expect(await readFile(keys, 'utf8')).toBe('{"key":"ä"}')
    expect((await stat(keys)).mode & 0o777).toBe(0o600)
  })

  test('leave the queue of changes behind and go on counting where the numbers stood', async () => {
    const target = await testDatabaseForOne()
    await restoreBackup(into(target), file, { force: false })
    const changes = await target.pool.query('SELECT count(*) AS n FROM change')
    expect(changes.rows[0].n).toBe(0)
    const role = await target.db
      .insertInto('role')
      .values({ universe_id: 1, name: 'next' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(role.id).toBe(4)
    await expect(target.pool.query(`UPDATE role SET parent_id = 999`)).rejects.toThrow(/foreign key/)
  })

  test('refuse a database in use unless told to replace it', async () => {
    const target = await testDatabaseForOne()
    await target.db.insertInto('universe').values({ name: 'old' }).execute()
    await expect(restoreBackup(into(target), file, { force: false })).rejects.toMatchObject({ code: 'conflict' })
    await restoreBackup(into(target), file, { force: true })
    const names = await target.db.selectFrom('universe').select('name').execute()
    expect(names).toEqual([{ name: 'north' }])
  })

  test.each([
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length - 200), /cut short/],
    ['without its end', (whole: Buffer) => gzipSync(withoutLastLine(whole)), /ends after line \d+/],
    ['with a row missing', (whole: Buffer) => gzipSync(withoutRow(whole)), /2504 rows and should have 2505/],
    ['of another program', () => gzipSync('{"hello":1}\n'), /not written by the backup command/],
    [
      'with a path that leads outside',
      (whole: Buffer) => gzipSync(withPath(whole, '../../etc/passwd')),
      /line 2 is not/,
    ],
    ['that is no archive', () => Buffer.from('a,b\n1,2\n'), /not a backup/],
    ['of a later schema', (whole: Buffer) => gzipSync(withSchema(whole, '9999-later.sql')), /newer version/],
  ])('refuse a file %s and change nothing', async (_name, change, message) => {
    const target = await testDatabaseForOne()
    await target.db.insertInto('universe').values({ name: 'old' }).execute()
    const wrong = join(folder, 'wrong.backup')
    await writeFile(wrong, change(await readFile(file)))
    const attempt = restoreBackup(into(target), wrong, { force: true })
    await expect(attempt).rejects.toMatchObject({ code: 'validation', message: expect.stringMatching(message) })
    expect(await target.db.selectFrom('universe').select('name').execute()).toEqual([{ name: 'old' }])
  })

  test('roll back a restore that fails at the references', async () => {
    const target = await testDatabaseForOne()
    await target.db.insertInto('universe').values({ name: 'old' }).execute()
    const wrong = join(folder, 'dangling.backup')
    const text = gunzipSync(await readFile(file)).toString()
    await writeFile(wrong, gzipSync(text.replace(/\["1", ?"1", ?"visits"/, '["1","77","visits"')))
    await expect(restoreBackup(into(target), wrong, { force: true })).rejects.toThrow(/foreign key/)
    expect(await target.db.selectFrom('universe').select('name').execute()).toEqual([{ name: 'old' }])
  })
})

function withoutLastLine(whole: Buffer): string {
  return gunzipSync(whole).toString().trimEnd().split('\n').slice(0, -1).join('\n')
}

function withoutRow(whole: Buffer): string {
  const lines = gunzipSync(whole).toString().split('\n')
  return lines.filter((line) => !line.startsWith('["2500",')).join('\n')
}

function withPath(whole: Buffer, path: string): string {
  return gunzipSync(whole).toString().replace('identity-provider/keys.json', path)
}

function withSchema(whole: Buffer, name: string): string {
  return gunzipSync(whole)
    .toString()
    .replace(/"schema":"[^"]+"/, `"schema":"${name}"`)
}
