import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPostgres } from '#server/platform/postgres.ts'
import type { Postgres } from '#server/platform/postgres.ts'

/** Name of the migrated database from which the databases of tests are copied. */
const templateName = 'gensvar_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the PostgreSQLs of the workers, made by the global set-up. */
    postgresUrls: string[]
    /** Folder that is removed after the last test. */
    testFolder: string
  }
}

/** A database of a test's own; `drop` disconnects and removes it. */
export interface TestDatabase extends Postgres {
  url: string
  drop(): Promise<void>
}

/** Names of the databases that this process has made and not dropped. */
const made = new Set<string>()

/** Ends the transactions that tests left open, which would hold back the feeds of all later ones; returns how many. */
export async function endOpenTransactions(): Promise<number> {
  if (made.size === 0) return 0
  // Of this process alone: where a PostgreSQL is given, others use it too.
  const names = [...made].map((name) => `'${name}'`).join()
  const ended = await onServer(
    testPostgres(),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE state LIKE 'idle in transaction%' AND datname IN (${names})`,
  )
  return ended.rowCount ?? 0
}

/** Address of the PostgreSQL of this worker's tests. */
export function testPostgres(): string {
  const urls = inject('postgresUrls')
  const url = urls[Number(process.env['VITEST_POOL_ID'] ?? 1) % urls.length]
  if (!url) throw new Error('The global set-up started no PostgreSQL')
  return url
}

/** Makes an empty, migrated database. The caller drops it, in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return makeDatabase(templateName)
}

/** Makes a database for one test in which there is nothing, not even tables; with one connection. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await makeDatabase('template0', 1)
  onTestFinished(() => database.drop())
  return database
}

async function makeDatabase(template: string, max = 8): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = testPostgres()
  made.add(name)
  // Logging each block of the copy, as PostgreSQL does otherwise, takes two to three times as long.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const postgres = openPostgres(url.href, { max })
  return {
    ...postgres,
    url: url.href,
    async drop() {
      await postgres.close()
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      made.delete(name)
    },
  }
}

/** The same for one test: dropped when the test ends. */
export async function testDatabaseForOne(): Promise<TestDatabase> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  return database
}

async function onServer(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
