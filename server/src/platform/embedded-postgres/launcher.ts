import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { findBinaries } from './binaries.ts'
import { clusterUser, prepareCluster, serverEnvironment } from './cluster.ts'
import { answers, urlOf } from './connection.ts'
import { isAlive, readPostmaster, removeForeignPidFile, waitForEnd } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

/** How long another PostgreSQL on the folder may take to answer or to end, in ms. */
const takeOverTimeout = 60_000
/** How long ours may take to answer; after a crash it first reads its log again. */
const startTimeout = 300_000
/** How long an orderly stop may take. */
const stopTimeout = 30_000

/** Reasons in the log that pass by themselves: an ending predecessor, or a port somebody else was faster to take. */
const passing = /postmaster\.pid|still in use|Address already in use|could not create any TCP/

/** A running PostgreSQL of ours. `stop` ends it in an orderly way, breaking open transactions. */
export interface EmbeddedPostgres {
  url: string
  /** Process number of its main process. */
  pid: number
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
 * 127.0.0.1 alone, at a free port, with a random password kept beside the cluster (0600). Throws with what
 * PostgreSQL said when it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = join(options.folder, 'cluster')
  const runAs = await clusterUser(options.folder)
  const binaries = await findBinaries(runAs)
  const password = await prepareCluster(binaries, options.folder, runAs)
  const deadline = Date.now() + takeOverTimeout
  for (;;) {
    const running = await takeOver(cluster, password, deadline)
    if (running) return running
    const started = await launch(binaries, options, runAs, password)
    if (started) return started
    const reason = await logTail(options.folder)
    if (!passing.test(reason) || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${reason}`)
    await wait(200)
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

async function takeOver(cluster: string, password: string, deadline: number): Promise<EmbeddedPostgres | null> {
  for (;;) {
    const found = await readPostmaster(cluster)
    if (!found || !isAlive(found.pid)) return null
    const url = urlOf(found.port, password)
    // The password is random and of this cluster alone: who accepts it is ours.
    if (await answers(url)) return handle(found.pid, url, true)
    await removeForeignPidFile(cluster, found.pid)
    if (Date.now() > deadline)
      throw new Error(
        `Process ${found.pid} holds the PostgreSQL data folder ${cluster} and does not answer. End it and start again.`,
      )
    await wait(100)
  }
}

/** Starts the server once; null when it ended before it answered, with the reason in its log. */
async function launch(
  binaries: string,
  options: EmbeddedPostgresOptions,
  runAs: RunAs | null,
  password: string,
): Promise<EmbeddedPostgres | null> {
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '256MB',
    ...options.settings,
  }
  const args = ['-D', join(options.folder, 'cluster')]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const log = await open(join(options.folder, 'server.log'), 'w', 0o600)
  // Detached: a Ctrl-C in the terminal must reach us alone, who then stop it after the last query.
  const server = spawn(join(binaries, 'bin', 'postgres'), args, {
    ...runAs,
    cwd: options.folder,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const end: { over: boolean; error?: Error } = { over: false }
  server.on('error', (error) => Object.assign(end, { over: true, error }))
  server.on('exit', () => (end.over = true))
  server.unref()
  await log.close()
  const url = urlOf(port, password)
  const deadline = Date.now() + startTimeout
  while (!end.over) {
    if (server.pid !== undefined && (await answers(url))) return handle(server.pid, url, false)
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer:\n${await logTail(options.folder)}`)
    await wait(20)
  }
  if (end.error)
    throw new AppError(
      'unavailable',
      `The PostgreSQL that comes with Gensvar does not run on this system (${end.error.message}). ` +
        'Install PostgreSQL 16 or later, set DATABASE_URL=postgres://user:password@host:5432/database and start again.',
    )
  return null
}

function handle(pid: number, url: string, adopted: boolean): EmbeddedPostgres {
  return {
    url,
    pid,
    adopted,
    async stop() {
      if (isAlive(pid)) process.kill(pid, 'SIGINT')
      if (!(await waitForEnd(pid, stopTimeout))) throw new Error(`PostgreSQL (process ${pid}) does not end`)
    },
  }
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
