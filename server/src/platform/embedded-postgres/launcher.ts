import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listed, say } from '@gensvar/contract/say'
import { AppError } from '../errors.ts'
import { isRunning } from '../processes.ts'
import { findBinaries } from './binaries.ts'
import { clusterUser, prepareCluster, serverEnvironment } from './cluster.ts'
import { answers, urlOf } from './connection.ts'
import { postmasterPresence, readPostmaster, removeStalePidFile, waitForEnd } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

/** Timeout for a PostgreSQL that already runs on the folder to answer or to end, in ms. */
const takeOverTimeout = 60_000
/** Timeout for ours to answer, in ms; after a crash it first replays its log. */
const startTimeout = 300_000
/** Timeout for a clean shutdown, in ms. */
const stopTimeout = 30_000
/** Polling interval for a process that is not our child, in ms. */
const watchPause = 250

/** Failures in the log worth a retry: an earlier PostgreSQL that is still ending, or a port that was just taken. */
const passing = /postmaster\.pid|still in use|Address already in use|could not create any TCP/

/** A running PostgreSQL of ours. `stop` shuts it down cleanly and rolls back open transactions. */
export interface EmbeddedPostgres {
  url: string
  /** Process number of its main process. */
  pid: number
  /** True when it ran already, left behind by a server that was killed. */
  adopted: boolean
  /** Resolves when its main process is gone, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** How to start. */
export interface EmbeddedPostgresOptions {
  /** Folder to keep everything in. */
  folder: string
  /** Settings of PostgreSQL beyond ours. */
  settings?: Record<string, string>
  /** Port to listen on if it is free; any free one otherwise. */
  port?: number
  /** Called once its process is there, before it answers. */
  onLaunched?: (() => void) | undefined
}

/**
 * Starts the PostgreSQL that comes with the product on a folder of its own, creating the cluster the first time, and
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
  for (let wanted = options.port; ; wanted = undefined) {
    const running = await takeOver(cluster, password, deadline)
    if (running) return running
    const port = wanted ?? (await freePort())
    const started = await launch(binaries, options, port, runAs, password)
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
  if (password === null || !postmaster || !(await isRunning(postmaster.pid))) return null
  const url = urlOf(postmaster.port, password.trim())
  return (await answers(url)) ? url : null
}

async function takeOver(cluster: string, password: string, deadline: number): Promise<EmbeddedPostgres | null> {
  for (;;) {
    const found = await readPostmaster(cluster)
    if (!found) return null
    if ((await postmasterPresence(found.pid, cluster)) === 'gone') {
      await removeStalePidFile(cluster, found.pid)
      return null
    }
    const url = urlOf(found.port, password)
    // The password is random and of this cluster alone: who accepts it is ours.
    if (await answers(url)) return handle(found.pid, url, watchEnd(found.pid, cluster), true)
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
  port: number,
  runAs: RunAs | null,
  password: string,
): Promise<EmbeddedPostgres | null> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '256MB',
    // A statement whose client is gone would keep a killed server's shared memory, and the next one could not start.
    client_connection_check_interval: '1s',
    ...options.settings,
  }
  const args = ['-D', join(options.folder, 'cluster')]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const log = await open(join(options.folder, 'server.log'), 'w', 0o600)
  // Detached, so that Ctrl-C in the terminal reaches only this process, which stops PostgreSQL after the last query.
  const server = spawn(join(binaries, 'bin', 'postgres'), args, {
    ...runAs,
    cwd: options.folder,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const end: { over: boolean; error?: Error } = { over: false }
  const ended = new Promise<void>((resolve) => {
    server.on('error', (error) => resolve(void Object.assign(end, { over: true, error })))
    server.on('exit', () => resolve(void (end.over = true)))
  })
  server.unref()
  await log.close()
  options.onLaunched?.()
  const url = urlOf(port, password)
  const deadline = Date.now() + startTimeout
  while (!end.over) {
    // Another program may listen at that port and never answer.
    const isUp = await Promise.race([answers(url), ended.then(() => false)])
    if (isUp && !end.over && server.pid !== undefined) return handle(server.pid, url, ended, false)
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer:\n${await logTail(options.folder)}`)
    await wait(20)
  }
  if (end.error)
    throw new AppError(
      'unavailable',
      listed([
        say`The PostgreSQL that comes with Gensvar does not run on this system (${end.error.message}).`,
        say`Install PostgreSQL 16 or later, set DATABASE_URL=postgres://user:password@host:5432/database and start again.`,
      ]),
    )
  return null
}

/** Polls, because only the parent of a process is notified of its end. */
async function watchEnd(pid: number, cluster: string): Promise<void> {
  while ((await postmasterPresence(pid, cluster)) !== 'gone') await wait(watchPause, undefined, { ref: false })
}

function handle(pid: number, url: string, ended: Promise<void>, adopted: boolean): EmbeddedPostgres {
  let isOver = false
  void ended.then(() => (isOver = true))
  return {
    url,
    pid,
    adopted,
    ended,
    async stop() {
      // By now another process may have its process number.
      if (isOver) return
      if (await isRunning(pid)) process.kill(pid, 'SIGINT')
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

/** The last lines PostgreSQL wrote about itself. */
export async function logTail(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-15).join('\n')
}
