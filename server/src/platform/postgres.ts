import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './db-types.ts'
import { AppError } from './errors.ts'
import { keepContext, tracedClient } from './tracing/traced-client.ts'
import { currentTracing } from './tracing/tracing.ts'

/** Ids of the PostgreSQL types we parse ourselves. */
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

/** Default timeout of a query that waits for PostgreSQL to restart, in ms. */
const usualRestartTimeout = 8_000
/** Timeout for a free or new connection, in ms. */
const connectTimeout = 15_000
/** Pause before the next attempt to connect to a server that is not up yet, in ms. */
const retryPause = 100

/** A PostgreSQL that may restart while it is used, perhaps at another port. */
export interface RestartingServer {
  url(): string
  /** Resolves when it runs. */
  ready(): Promise<void>
  /** Calls a listener whenever it ended. */
  onEnd(listener: () => void): void
}

/** The handles of one PostgreSQL: the typed builder, the raw pool behind it and `close` for both. */
export interface Postgres {
  db: Kysely<Database>
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on a PostgreSQL. Connections are made on first use, so a wrong address fails with the first query.
 * Queries that arrive while the embedded server restarts wait for it, some seconds at most; running queries fail.
 * `onError` is called for connections that break while idle.
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
  const isTraced = currentTracing() !== null
  const clientClass = typeof server === 'string' ? pg.Client : clientOf(server)
  const told: pg.PoolConfig = { ...settings, Client: isTraced ? tracedClient(clientClass) : clientClass }
  const pool =
    typeof server === 'string'
      ? new pg.Pool({ ...told, connectionString: server })
      : new RestartingPool(server, told, options.restartTimeout ?? usualRestartTimeout)
  if (isTraced) keepContext(pool)
  pool.on('error', (error) => {
    // While the pool closes, its connections may still report that the server ended.
    if (!pool.ending) options.onError?.(error)
  })
  // The user of a connection sees its end at the next statement; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    async close() {
      if (pool.ending) return
      await db.destroy()
      // The builder does not close a pool it never used.
      if (!pool.ending) await pool.end()
    },
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error) => void) => void

/** A pool that connects to the server's current address and waits while the server restarts. */
class RestartingPool extends pg.Pool {
  private readonly server: RestartingServer
  private readonly restartTimeout: number
  private readonly open = new Set<pg.PoolClient>()

  constructor(server: RestartingServer, settings: pg.PoolConfig, restartTimeout: number) {
    super(settings)
    this.server = server
    this.restartTimeout = restartTimeout
    this.on('connect', (client) => {
      this.open.add(client)
      client.once('end', () => this.open.delete(client))
    })
    // A statement still running in a backend of the killed server would keep the new one from starting.
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
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, Math.max(timeout, 0), 'late')
  const first = await Promise.race([server.ready(), late]).finally(() => clearTimeout(timer))
  if (first === 'late') throw outOfService()
}

function breakOff(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** SQLSTATE and system codes of a server that is starting, or replays its log after a crash. */
const comingUp: ReadonlySet<string> = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET'])

/** Whether a connection failed because the server is not up yet, or has ended and this is not known here yet. */
function isComingUp(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string }
  return comingUp.has(code ?? '') || message.startsWith('Connection terminated unexpectedly')
}

/** SQLSTATEs and system codes of a PostgreSQL that is gone, ending, starting or out of room. */
const outageCodes = /^(08...|53...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Messages of driver errors without a code, for connections that ended or could not be opened. */
const outageWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end)/

/** The error to show for a PostgreSQL that is unavailable; null for every other error. */
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
 * else. Inside a transaction already, it joins that one. A throw rolls everything back. What users or the program change
 * goes through `write` of the domain, which adds audit and change feed.
 */
export async function withTransaction<C extends { db: Kysely<Database> }, R>(
  ctx: C,
  work: (ctx: C) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
