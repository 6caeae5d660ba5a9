import type pg from 'pg'
import type { AnalyticsStore } from '../store/analytics-store.ts'

/** PostgreSQL channel that tells processes with one store that something new is in it. */
export const figuresChannel = 'figures'

/**
 * Decides which process fills a store that several use: whoever holds a lock in its session with PostgreSQL. It ends with the
 * session, so that another process takes over when this one is killed. A store of one process is always its own to fill.
 */
export class WriterTurn {
  private readonly store: string | null
  private holder: pg.PoolClient | null = null

  constructor({ sharedAs }: Pick<AnalyticsStore, 'sharedAs'>) {
    this.store = sharedAs
  }

  /** Whether this process fills the store; takes the turn where it is free. */
  async isMine(connection: pg.PoolClient): Promise<boolean> {
    if (this.store === null || this.holder === connection) return true
    const { rows } = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('figures in ' || $1)) as taken`,
      [this.store],
    )
    this.holder = rows[0]?.taken ? connection : null
    return this.holder !== null
  }

  /** Tells the other processes that something new is in the store. */
  async tell(connection: pg.PoolClient): Promise<void> {
    if (this.store !== null) await connection.query(`notify ${figuresChannel}`)
  }
}
