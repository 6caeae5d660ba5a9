import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/launcher.ts'
import { migrate } from '../platform/migrate.ts'
import { openPostgres } from '../platform/postgres.ts'

const templateName = 'gensvar_template'

let stop = async (): Promise<void> => {}

/**
 * Before the first test: a PostgreSQL for all of them (TEST_DATABASE_URL, else the embedded one on a temporary
 * folder) with one migrated database to copy from.
 */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await makeTemplate(given)
    project.provide('postgresUrl', given)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-test-'))
  // Root's PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o711)
  // The data lives for minutes: nothing is gained by waiting for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings })
  stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await makeTemplate(server.url)
  project.provide('postgresUrl', server.url)
}

/** After the last test. */
export async function teardown(): Promise<void> {
  await stop()
}

async function makeTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`DROP DATABASE IF EXISTS ${templateName}`)
    await client.query(`CREATE DATABASE ${templateName}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${templateName}`
  const template = openPostgres(url.href, { max: 1 })
  await migrate(template.pool)
  await template.close()
}
