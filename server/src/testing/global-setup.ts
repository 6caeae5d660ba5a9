import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/launcher.ts'
import { readPostmaster, waitForEnd } from '#server/platform/embedded-postgres/postmaster.ts'
import { migrate } from '#server/platform/migrate.ts'
import { isRunning } from '#server/platform/processes.ts'
import { openPostgres } from '#server/platform/postgres.ts'

const templateName = 'gensvar_template'
const folderPrefix = 'gensvar-test-'

let stop = async (): Promise<void> => {}

/**
 * Before the first test: a PostgreSQL for all of them (TEST_DATABASE_URL, else the embedded one on a temporary
 * folder) with one migrated database to copy from.
 */
export async function setup(project: TestProject): Promise<void> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'owner'), String(process.pid))
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? null : await startServer(folder)
  stop = async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const url = given ?? server?.url ?? ''
  await makeTemplate(url)
  project.provide('postgresUrl', url)
  project.provide('testFolder', folder)
}

/** After the last test. */
export async function teardown(): Promise<void> {
  await stop()
}

async function startServer(folder: string) {
  // The data exists only for minutes, so there is no need to wait for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  return startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings })
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

/** Ends and removes what a killed run left behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''))
    if (!owner || (await isRunning(owner))) continue
    const server = await readPostmaster(join(folder, 'postgres', 'cluster'))
    if (server && (await isRunning(server.pid))) {
      process.kill(server.pid, 'SIGINT')
      await waitForEnd(server.pid, 10_000)
    }
    await rm(folder, { recursive: true, force: true })
  }
}
