import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './db-types.ts'

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

/** The handles of one PostgreSQL: the typed builder, the raw pool behind it and `close` for both. */
export interface Postgres {
  db: Kysely<Database>
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on a PostgreSQL. Connections are made on first use, so a wrong address shows with the first query.
 * `onError` hears of connections that break while idle; without it such a break would end the process.
 */
export function openPostgres(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Postgres {
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 16, types, application_name: 'gensvar' })
  pool.on('error', (error) => {
    // Ending, the pool lets go of connections that may hear of the server's own end.
    if (!pool.ending) options.onError?.(error)
  })
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

/**
 * Runs `work` in one transaction. It gets the context with `db` replaced by the transaction, and must use nothing
 * else; inside a transaction already, it joins that one. A throw rolls everything back.
 */
export async function withTransaction<C extends { db: Kysely<Database> }, R>(
  ctx: C,
  work: (ctx: C) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
