import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './db-types.ts'
import { AppError } from './errors.ts'

/** Type numbers of PostgreSQL whose text form we read ourselves. */
const oid = { int8: 20, date: 1082, numeric: 1700 }

const numberParser = (text: string): number => Number(text)

// Counts and sums arrive as numbers; our ids stay far below 2^53. Dates stay ISO text: a Date would shift with the zone.
const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (id === oid.int8 || id === oid.numeric) return numberParser
    if (id === oid.date) return (text: string) => text
    return pg.types.getTypeParser(id, format)
  },
}

/** How long work waits for a PostgreSQL that is being started again, in ms, unless told otherwise. */
const usualRestartTimeout = 8_000
/** How long it waits for its turn at a connection, or for a new one to be made, in ms. */
const connectTimeout = 15_000
/** Pause before the next attempt at a server that is not up yet, in ms. */
const retryPause = 100

/** A PostgreSQL that may be started again while it is used, perhaps at another port. */
export interface RestartingServer {
  url(): string
  /** Resolves when it runs. */
  ready(): Promise<void>
  /** Tells a listener whenever it ended. */
  onEnd(listener: () => void): void
}

/** The handles of one PostgreSQL: the typed builder, the raw pool behind it and `close` for both. */
export interface Postgres {
  db: Kysely<Database>
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on a PostgreSQL. Connections are made on first use, so a wrong address shows with the first query.
 * Work that comes while a server of ours is started again waits for it, some seconds at most; work under way fails.
 * `onError` hears of connections that break while idle.
 */
export function openPostgres(
  server: string | RestartingServer,
  options: { max?: number; restartTimeout?: number; onError?: (error: Error) => void } = {},
): Postgres {
  const settings: pg.PoolConfig = {
    max: options.max ?? 16,
    connectionTimeoutMillis: connectTimeout,
    types,
    application_name: 'gensvar',
  }
  const pool =
    typeof server === 'string'
      ? new pg.Pool({ ...settings, connectionString: server })
      : new RestartingPool(server, settings, options.restartTimeout ?? usualRestartTimeout)
  pool.on('error', (error) => {
    // Ending, the pool lets go of connections that may hear of the server's own end.
    if (!pool.ending) options.onError?.(error)
  })
  // Whoever has a connection hears of its end with the next statement; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    async close() {
      if (pool.ending) return
      await db.destroy()
      // The builder leaves a pool alone that it never used.
      if (!pool.ending) await pool.end()
    },
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error) => void) => void

/** A pool whose connections go to where its server is now, and that waits while there is none. */
class RestartingPool extends pg.Pool {
  private readonly server: RestartingServer
  private readonly restartTimeout: number
  private readonly open = new Set<pg.PoolClient>()

  constructor(server: RestartingServer, settings: pg.PoolConfig, restartTimeout: number) {
    super({ ...settings, Client: clientOf(server) })
    this.server = server
    this.restartTimeout = restartTimeout
    this.on('connect', (client) => {
      this.open.add(client)
      client.once('end', () => this.open.delete(client))
    })
    // A statement that still runs in what is left of the server would keep the next one from starting.
    server.onEnd(() => {
      for (const client of this.open) breakOff(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.connectWhenReady()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  private async connectWhenReady(): Promise<pg.PoolClient> {
    const deadline = Date.now() + this.restartTimeout
    for (;;) {
      await readyWithin(this.server, deadline - Date.now())
      try {
        return await super.connect()
      } catch (error) {
        if (this.ending || !isComingUp(error) || Date.now() > deadline) throw error
        await wait(retryPause)
      }
    }
  }
}

function clientOf(server: RestartingServer): new (settings?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: server.url() })
    }
  }
}

async function readyWithin(server: RestartingServer, timeout: number): Promise<void> {
  const late = new AbortController()
  const timer = wait(Math.max(timeout, 0), 'late', { signal: late.signal }).catch(() => 'ready')
  const first = await Promise.race([server.ready(), timer])
  late.abort()
  if (first === 'late') throw outOfService()
}

function breakOff(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** SQLSTATE and system codes of a server that begins to listen, or reads its log after a crash. */
const comingUp: ReadonlySet<string> = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET'])

/** Whether a connection failed as it does before a server is up, or before its end is known here. */
function isComingUp(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string }
  return comingUp.has(code ?? '') || message.startsWith('Connection terminated unexpectedly')
}

/** SQLSTATEs and system codes of a PostgreSQL that is gone, ending, starting or out of room. */
const outageCodes = /^(08...|53...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says, without a code, of connections that ended or were not to be had. */
const outageWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end)/

/** What to tell whom a failing PostgreSQL kept from their work; null for every other error. */
export function explainOutage(error: unknown): AppError | null {
  if (error instanceof AppError || !(error instanceof Error)) return null
  const { code, message } = error as { code?: string; message: string }
  return outageCodes.test(code ?? '') || outageWords.test(message) ? outOfService() : null
}

function outOfService(): AppError {
  return new AppError('unavailable', say`The database does not answer right now. Try again in a moment.`)
}

/**
 * Runs `work` in one transaction. It gets the context with `db` replaced by the transaction, and must use nothing
 * else; inside a transaction already, it joins that one. A throw rolls everything back. What users or the program change
 * goes through `write` of the domain, which adds audit and change feed.
 */
export async function withTransaction<C extends { db: Kysely<Database> }, R>(
  ctx: C,
  work: (ctx: C) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
