import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { isAlive, readPostmaster, removeForeignPidFile, waitForEnd } from './postmaster.ts'
import { giveTo, runAsUser } from './run-as.ts'
import type { RunAs } from './run-as.ts'

const user = 'gensvar'
const database = 'gensvar'
const startTimeout = 30_000

/** A running PostgreSQL of ours. `stop` ends it in an orderly way, breaking open transactions. */
export interface EmbeddedPostgres {
  url: string
  /** True when it ran already, left behind by a server that was killed. */
  adopted: boolean
  stop(): Promise<void>
}

/** How to start: the folder to keep everything in, and settings of PostgreSQL beyond ours. */
export interface EmbeddedPostgresOptions {
  folder: string
  settings?: Record<string, string>
}

/**
 * Starts the PostgreSQL that comes with the product on a folder of its own, making the cluster the first time, and
 * returns its address once it answers. A PostgreSQL that still runs on the folder is taken over. It listens on
 * 127.0.0.1 alone, at a free port, with a random password kept beside the cluster (0600).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const runAs = runAsUser()
  const cluster = join(options.folder, 'cluster')
  const passwordFile = join(options.folder, 'password')
  const isNew = !(await exists(join(cluster, 'PG_VERSION')))
  if (isNew) await createCluster(await findBinaries(runAs), options.folder, runAs)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const deadline = Date.now() + startTimeout
  for (;;) {
    const running = await takeOver(cluster, password, deadline)
    if (running) return running
    const started = await launch(options, runAs, password)
    if (started) return started
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${await logTail(options.folder)}`)
    await wait(300)
  }
}

/** Address of the PostgreSQL running on a folder, for a second process; null when none answers there. */
export async function findRunningPostgres(folder: string): Promise<string | null> {
  const password = await readFile(join(folder, 'password'), 'utf8').catch(() => null)
  const postmaster = await readPostmaster(join(folder, 'cluster'))
  if (password === null || !postmaster || !isAlive(postmaster.pid)) return null
  const url = urlOf(postmaster.port, password.trim())
  return (await answers(url)) ? url : null
}

async function createCluster(binaries: string, folder: string, runAs: RunAs | null): Promise<void> {
  const fresh = join(folder, 'cluster.new')
  const passwordFile = join(folder, 'password')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  await giveTo(runAs, folder)
  // What an interrupted first start left behind.
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  await giveTo(runAs, passwordFile)
  const initdb = spawn(
    join(binaries, 'bin', 'initdb'),
    [
      ...['-D', fresh, '-U', user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      // Locale C sorts alike everywhere; the builtin provider knows the case of letters beyond ASCII.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...runAs, cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  initdb.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  initdb.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.on('error', reject)
    initdb.on('close', resolve)
  })
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder ${fresh}:\n${output.trim()}`)
  await rename(fresh, join(folder, 'cluster'))
}

async function takeOver(cluster: string, password: string, deadline: number): Promise<EmbeddedPostgres | null> {
  let found = await readPostmaster(cluster)
  while (found && isAlive(found.pid)) {
    const url = urlOf(found.port, password)
    // The password is random and of this cluster alone: who accepts it is ours.
    if (await answers(url)) return handle(found.pid, url, true)
    await removeForeignPidFile(cluster, found.pid)
    if (Date.now() > deadline)
      throw new Error(`Process ${found.pid} holds the PostgreSQL data folder ${cluster} and does not answer. End it and start again.`)
    await wait(200)
    found = await readPostmaster(cluster)
  }
  return null
}

async function launch(options: EmbeddedPostgresOptions, runAs: RunAs | null, password: string): Promise<EmbeddedPostgres | null> {
  const binaries = await findBinaries(runAs)
  const cluster = join(options.folder, 'cluster')
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '100',
    ...options.settings,
  }
  const log = await open(join(options.folder, 'server.log'), 'w', 0o600)
  const server = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached: a Ctrl-C in the terminal must reach us alone, who then stop it after the last query.
    { ...runAs, cwd: options.folder, env: environment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  const ended = new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', () => resolve())
  })
  server.unref()
  await log.close()
  const url = urlOf(port, password)
  let over = false
  void ended.then(
    () => (over = true),
    () => (over = true),
  )
  const deadline = Date.now() + startTimeout
  while (!over && server.pid !== undefined && Date.now() < deadline) {
    if (await answers(url)) return handle(server.pid, url, false)
    await wait(20)
  }
  if (server.pid === undefined) await ended
  return null
}

function handle(pid: number, url: string, adopted: boolean): EmbeddedPostgres {
  return {
    url,
    adopted,
    async stop() {
      if (isAlive(pid)) process.kill(pid, 'SIGINT')
      await waitForEnd(pid, 20_000)
    },
  }
}

/** Connects as our user, making our database if it is missing (a start killed between the two steps). */
async function answers(url: string): Promise<boolean> {
  const ours = await ping(url)
  if (ours !== 'no database') return ours === 'yes'
  const admin = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'postgres') })
  admin.on('error', () => {})
  try {
    await admin.connect()
    await admin.query(`CREATE DATABASE ${database}`)
    return true
  } catch {
    return false
  } finally {
    await admin.end().catch(() => {})
  }
}

async function ping(url: string): Promise<'yes' | 'no' | 'no database'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'yes'
  } catch (error) {
    return (error as { code?: string }).code === '3D000' ? 'no database' : 'no'
  } finally {
    await client.end().catch(() => {})
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

function environment(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function logTail(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-15).join('\n')
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
