import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSession } from '../../../server/src/domain/rights/sessions.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { findRunningPostgres } from '../../../server/src/platform/embedded-postgres/launcher.ts'
import { openPostgres } from '../../../server/src/platform/postgres.ts'
import type { Postgres } from '../../../server/src/platform/postgres.ts'
import { runServer } from '../../../server/src/testing/server-process.ts'
import type { Run } from '../../../server/src/testing/server-process.ts'
import { Client } from './client.ts'
import type { MeasuredData } from './measured-data.ts'

/** The product's server as a process of its own, on the measured data. */
export class RunningServer {
  readonly address: string
  /** Its database, and the URL of that. */
  readonly postgres: Postgres
  readonly url: string
  private readonly run: Run
  private readonly data: MeasuredData

  private constructor(run: Run, address: string, url: string, data: MeasuredData) {
    this.run = run
    this.address = address
    this.url = url
    this.postgres = openPostgres(url)
    this.data = data
  }

  /** Starts it; resolves when it answers. */
  static async start(data: MeasuredData): Promise<RunningServer> {
    const run = runServer(data.folder)
    const address = await run.ready
    const url = await findRunningPostgres(join(data.folder, 'postgres'))
    if (url === null) throw new Error('PostgreSQL does not run')
    return new RunningServer(run, address, url, data)
  }

  /** Signs a user in. */
  async client(username: string): Promise<Client> {
    const { db } = this.postgres
    const { universeId } = this.data.made
    const { id: userId } = await db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { token } = await startSession({ db, clock: systemClock }, { userId, universeId, actorUserId: null })
    return new Client(this.address, token)
  }

  /** Its resident memory in MB, now and at its most. */
  memory(): { now: number; most: number } {
    const status = readFileSync(`/proc/${this.run.child.pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
    return { now: field('VmRSS'), most: field('VmHWM') }
  }

  /** Stops it. */
  async stop(): Promise<void> {
    await this.postgres.close()
    this.run.child.kill('SIGTERM')
    const { code, errors } = await this.run.ended
    if (code !== 0 && code !== null) throw new Error(`The server ended with ${code}: ${errors.slice(-500)}`)
  }
}
