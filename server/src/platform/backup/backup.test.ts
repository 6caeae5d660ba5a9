import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { proveBackup } from './prove-backup.ts'
import { restoreBackup } from './read-backup.ts'
import { makeScratch } from './scratch-database.ts'
import { TableSums } from './table-sums.ts'
import { writeBackup } from './write-backup.ts'

const now = new Date('2026-03-01T10:00:00Z')
const awkward = 'tab\t quote " backslash \\ line\nbreak \u2028 å 😀 \\N'

let source: TestDatabase
/** A database in use, which no wrong file changes. */
let refusing: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-backup-'))
  file = join(folder, 'all.backup')
  source = await testDatabase()
  refusing = await testDatabase()
  await refusing.db.insertInto('universe').values({ name: 'old' }).execute()
  await fill(source)
  await writeBackup({ pool: source.pool, dataFolder: await dataFolder() }, file, now)
})
afterAll(async () => {
  await source.drop()
  await refusing.drop()
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
    ['of another program', () => gzipSync('{"hello":1}\n'), /not a backup of Gensvar/],
    [
      'with a path that leads outside',
      (whole: Buffer) => gzipSync(withPath(whole, '../../etc/passwd')),
      /line 2 is not/,
    ],
    ['that is no archive', () => Buffer.from('a,b\n1,2\n'), /not a backup of Gensvar/],
    ['of PostgreSQL', () => Buffer.from('PGDMP\u0001\u000e'), /not a backup of Gensvar/],
    ['of PostgreSQL, compressed', () => gzipSync('--\n-- PostgreSQL database dump\n--\n'), /not a backup of Gensvar/],
    ['of another archive', () => gzipSync(Buffer.alloc(200_000, 'x')), /not a backup of Gensvar/],
    ['without content', () => gzipSync(''), /it is empty/],
    // Where the byte stands decides what is found first.
    ['damaged in its middle', damaged, /cannot be restored: .+ Nothing was changed/],
    ['with a value that was changed', (whole: Buffer) => gzipSync(withValue(whole)), /the table role is damaged/],
    [
      'of a later layout, with lines that nobody knows yet',
      (whole: Buffer) => gzipSync(withLayout(whole, 2)),
      /written by a newer version of Gensvar\. Nothing was changed/,
    ],
    ['of a later schema', (whole: Buffer) => gzipSync(withSchema(whole, '9999-later.sql')), /newer version/],
  ])('refuse a file %s and change nothing', async (_name, change, message) => {
    const target = refusing
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
    await writeFile(wrong, gzipSync(withSums(text.replace(/\["1", ?"1", ?"visits"/, '["1","77","visits"'))))
    await expect(restoreBackup(into(target), wrong, { force: true })).rejects.toThrow(/foreign key/)
    expect(await target.db.selectFrom('universe').select('name').execute()).toEqual([{ name: 'old' }])
  })
})

/** A server's name for every database that is there for a proof. */
async function scratchDatabases({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE current_database()::text || '\\_proof\\_%'`,
  )
  return rows.map(({ name }) => name)
}

describe('the proof of a backup', () => {
  test('restores it beside the database, compares every row, and leaves nothing behind', async () => {
    // As if a process had been killed in the middle of an earlier one.
    const left = await makeScratch(source.pool)
    await left.client.end()
    expect(await scratchDatabases(source)).toEqual([left.name])
    const before = await contentOf(source, 'response')
    const steps: number[] = []
    const proof = await proveBackup(source.pool, file, { onRows: (rows) => steps.push(rows) })
    expect(proof).toMatchObject({ rows: 2505 })
    expect(steps.length).toBeGreaterThan(5)
    expect(await scratchDatabases(source)).toEqual([])
    expect(await contentOf(source, 'response')).toBe(before)
  })

  test('finds what is not the same after restoring, and leaves nothing behind', async () => {
    const wrong = join(folder, 'otherwise.backup')
    // A value that PostgreSQL writes in another way than it stands in the file.
    await writeFile(
      wrong,
      gzipSync(
        withSums(
          gunzipSync(await readFile(file))
            .toString()
            .replace('"null"', '" null"'),
        ),
      ),
    )
    await expect(proveBackup(source.pool, wrong)).rejects.toMatchObject({
      code: 'validation',
      message: 'The table setting has other values after restoring the backup.',
    })
    expect(await scratchDatabases(source)).toEqual([])
  })

  test('can be stopped, and leaves nothing behind', async () => {
    const stopping = new AbortController()
    let rows = 0
    const onRows = (count: number): void => {
      rows += count
      // In the middle of restoring: everything has been read once.
      if (rows > 4000) stopping.abort(new Error('stopped'))
    }
    await expect(proveBackup(source.pool, file, { signal: stopping.signal, onRows })).rejects.toThrow('stopped')
    expect(rows).toBeLessThan(5010)
    expect(await scratchDatabases(source)).toEqual([])
  })
})

describe('a backup that cannot be written', () => {
  const write = (name: string, work = {}) => writeBackup({ pool: source.pool, dataFolder: folder }, name, now, work)

  test('says that the folder is missing, or is none', async () => {
    const missing = join(folder, 'missing')
    await expect(write(join(missing, 'a.backup'))).rejects.toMatchObject({
      code: 'conflict',
      message: `There is no folder ${missing} for the backup. Nothing was written.`,
    })
    await expect(write(join(file, 'a.backup'))).rejects.toThrow(/There is no folder/)
  })

  test.runIf(process.getuid?.() !== 0)('says that the folder may not be written into', async () => {
    const locked = await mkdtemp(join(folder, 'locked-'))
    await chmod(locked, 0o500)
    await expect(write(join(locked, 'a.backup'))).rejects.toThrow(/may not write into the folder/)
    expect(await readdir(locked)).toEqual([])
  })

  test.runIf(existsSync('/dev/full'))(
    'says that the disk is full, and leaves neither a file nor a part of one',
    async () => {
      const full = await mkdtemp(join(folder, 'full-'))
      await symlink('/dev/full', join(full, 'a.backup.partial'))
      await expect(write(join(full, 'a.backup'))).rejects.toMatchObject({
        code: 'unavailable',
        message: `The disk of ${full} has no room for the backup. What was begun is removed.`,
      })
      expect(await readdir(full)).toEqual([])
    },
  )

  test('leaves nothing when it is stopped, also no earlier file damaged', async () => {
    const stopped = await mkdtemp(join(folder, 'stopped-'))
    await writeFile(join(stopped, 'a.backup'), 'earlier')
    const stopping = new AbortController()
    const work = { signal: stopping.signal, onRows: () => stopping.abort(new Error('stopped')) }
    await expect(write(join(stopped, 'a.backup'), work)).rejects.toThrow()
    expect(await readdir(stopped)).toEqual(['a.backup'])
    expect(await readFile(join(stopped, 'a.backup'), 'utf8')).toBe('earlier')
  })
})

/** A byte of the compressed rows is another one. */
function damaged(whole: Buffer): Buffer {
  const changed = Buffer.from(whole)
  const middle = Math.floor(whole.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 0xff
  return changed
}

function withValue(whole: Buffer): string {
  return gunzipSync(whole).toString().replace('"child"', '"Child"')
}

function withLayout(whole: Buffer, version: number): string {
  const text = gunzipSync(whole).toString().replace('"version":1', `"version":${version}`)
  return text.replace('\n', '\n{"unknown":true}\n')
}

/** The same lines with an end that states what they hold now. */
function withSums(text: string): string {
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const sums = new TableSums()
  let [table, rows] = ['', 0]
  for (const line of lines) {
    const value: unknown = JSON.parse(line)
    if (Array.isArray(value)) {
      sums.add(table, line)
      rows += 1
    } else if (typeof value === 'object' && value !== null && 'table' in value)
      sums.begin((table = String(value.table)))
  }
  return `${[...lines, JSON.stringify({ end: true, rows, tables: sums.result() })].join('\n')}\n`
}

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
