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
 * Before the first test: a PostgreSQL for each worker (TEST_DATABASE_URL for all of them, else embedded ones on a
 * temporary folder) with a migrated database to copy from. An open transaction holds back the change feeds of every
 * database of its server, so files that run at once are given servers of their own.
 */
export async function setup(project: TestProject): Promise<void> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'owner'), String(process.pid))
  const given = process.env['TEST_DATABASE_URL']
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, index) => `postgres-${index + 1}`)
  const servers = given ? [] : await Promise.all(workers.map((name) => startServer(join(folder, name))))
  stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  const urls = given ? [given] : servers.map(({ url }) => url)
  await Promise.all(urls.map((url) => makeTemplate(url)))
  project.provide('postgresUrls', urls)
  project.provide('testFolder', folder)
}

/** After the last test. */
export async function teardown(): Promise<void> {
  await stop()
}

async function startServer(folder: string) {
  // The data exists only for minutes, so there is no need to wait for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  return startEmbeddedPostgres({ folder, settings })
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
    for (const part of await readdir(folder)) await endServer(join(folder, part))
    await rm(folder, { recursive: true, force: true })
  }
}

async function endServer(folder: string): Promise<void> {
  const server = await readPostmaster(join(folder, 'cluster'))
  if (!server || !(await isRunning(server.pid))) return
  process.kill(server.pid, 'SIGINT')
  await waitForEnd(server.pid, 10_000)
}
