import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { runInServer } from '#server/cli/remote.ts'
import { findHolder } from '#server/platform/data-folder.ts'
import { findRunningPostgres } from '#server/platform/embedded-postgres/launcher.ts'
import { readPostmaster, waitForEnd } from '#server/platform/embedded-postgres/postmaster.ts'
import { isRunning } from '#server/platform/processes.ts'
import { runServer } from './server-process.ts'
import type { Run } from './server-process.ts'

/** How the server answered a request; status 0 when it did not. */
export interface Answered {
  status: number
  retryAfter: string | null
  body: string
}

/** Timeout of a request, in ms. */
const requestTimeout = 30_000

/**
 * The real server as a separate process, with its own data folder and PostgreSQL, a small survey `visits` and a user who
 * may comment on its interviews. For tests that kill it.
 */
export class Installation {
  readonly folder: string
  private run: Run
  private address = ''
  private token = ''
  private interview = 0

  private constructor(folder: string) {
    this.folder = folder
    this.run = runServer(this.data)
  }

  /** Makes one and starts it. */
  static async make(): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-installation-'))
    // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
    await chmod(folder, 0o711)
    const made = new Installation(folder)
    try {
      made.address = await made.run.ready
      await made.importScores(new Map(Array.from({ length: 50 }, (_, index) => [`first-${index}`, 1 + (index % 5)])))
      await made.command('user:add', 'kim@example.org', '--universe', 'acme', '--admin')
      made.token = (await made.command('token', '--user', 'kim@example.org')).trim()
      made.interview = Number((await made.ask('select min(id) as id from response'))[0]?.['id'])
      return made
    } catch (error) {
      await made.remove()
      throw error
    }
  }

  /** Starts the server again after it ended. */
  async start(): Promise<void> {
    this.run = runServer(this.data)
    this.address = await this.run.ready
  }

  /** Kills the server's process. */
  async killServer(): Promise<void> {
    this.run.child.kill('SIGKILL')
    await this.run.ended
  }

  /** Kills the main process of PostgreSQL; returns its number. */
  async killPostgres(): Promise<number> {
    const pid = await this.postgresPid()
    if (pid === null) throw new Error('PostgreSQL does not run')
    process.kill(pid, 'SIGKILL')
    return pid
  }

  /** Process number of PostgreSQL; null when it does not run. */
  async postgresPid(): Promise<number | null> {
    const found = await readPostmaster(join(this.data, 'postgres', 'cluster'))
    return found && (await isRunning(found.pid)) ? found.pid : null
  }

  /** Asks the server, with the user's token. */
  request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answered> {
    return this.send(path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  /** Sends a form, as a browser does; where it is led to is not followed. */
  sendForm(path: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  }

  private async send(path: string, request: RequestInit): Promise<Answered> {
    try {
      const answer = await fetch(`${this.address}${path}`, { ...request, signal: AbortSignal.timeout(requestTimeout) })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      return { status: 0, retryAfter: null, body: reason.name === 'TimeoutError' ? 'hung' : reason.message }
    }
  }

  /** Writes a comment through the API. */
  comment(message: string): Promise<Answered> {
    return this.request('POST', `rest/interviews/comment/visits/${this.interview}`, { message })
  }

  /**
   * Runs a command in the server, as the command line does, and returns its output. Throws its message when it fails.
   */
  async command(name: string, ...args: string[]): Promise<string> {
    const holder = await findHolder(this.data)
    if (!holder?.server) throw new Error('The server does not run')
    let printed = ''
    let noted = ''
    const output = { print: (text: string) => void (printed += text), note: (text: string) => void (noted += text) }
    const signal = AbortSignal.timeout(4 * requestTimeout)
    const code = await runInServer(holder.server, { name, args, cwd: this.folder }, output, signal)
    if (code !== 0) throw new Error(noted)
    return printed
  }

  /** Imports scores by the key of their response, as one file. */
  async importScores(scores: ReadonlyMap<string, number>): Promise<void> {
    const file = join(this.folder, 'scores.csv')
    const rows = [...scores].map(([key, score]) => `${key},2026-01-05,${score % 2 ? 'Sweden' : 'Norway'},${score}`)
    await writeFile(file, `id,day,country,score\n${rows.join('\n')}\n`)
    const options = ['--universe', 'acme', '--survey', 'visits', '--key', 'id', '--hierarchy', 'country']
    await this.command('import', file, ...options)
  }

  /** The survey's figures, by country. */
  async figures(): Promise<unknown> {
    const options = ['--by', 'country', '--indicators', 'mean(score),count(),share(score,5)', '--format', 'json']
    return JSON.parse(await this.command('query', '--survey', 'visits', ...options))
  }

  /** Queries PostgreSQL directly, as soon as it runs. */
  async ask(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: await this.postgresUrl() })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Ends everything and removes the folder. */
  async remove(): Promise<void> {
    this.run.child.kill('SIGTERM')
    await this.run.ended
    const left = await this.postgresPid()
    if (left !== null) {
      process.kill(left, 'SIGINT')
      await waitForEnd(left, 30_000)
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  private async postgresUrl(): Promise<string> {
    const end = performance.now() + requestTimeout
    while (performance.now() < end) {
      const url = await findRunningPostgres(join(this.data, 'postgres'))
      if (url !== null) return url
      await delay(50)
    }
    throw new Error('PostgreSQL does not run')
  }

  private get data(): string {
    return join(this.folder, 'data')
  }
}
