import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Database } from '../db-types.ts'
import type { Logger } from '../log.ts'
import { DuckDb } from './duckdb.ts'
import { ChangeFeed } from './feed.ts'
import type { Freshness } from './feed.ts'
import { ResultCache } from './result-cache.ts'

/** How to open the analytics of an installation. */
export interface AnalyticsOptions {
  /** Data folder; the store is a file in it. */
  folder: string
  db: Kysely<Database>
  pool: pg.Pool
  clock: Clock
  log: Logger
  /** Most memory the store takes, in MB. */
  memoryLimit?: number
}

/** The figures' side of the program: the store, the feed that fills it, and results that were asked for before. */
export class Analytics {
  readonly store: DuckDb
  readonly feed: ChangeFeed
  readonly results = new ResultCache()
  private readonly lastWrites = new Map<number, number>()

  constructor(store: DuckDb, feed: ChangeFeed) {
    this.store = store
    this.feed = feed
  }

  /** Notes that a user's transaction changed data: `fresh` then waits for it. Call it once the transaction is committed. */
  wrote(userId: number, xid: number): void {
    this.lastWrites.set(userId, Math.max(xid, this.lastWrites.get(userId) ?? 0))
  }

  /** Waits, 2 s at most, until the figures hold what the user wrote last; false when they do not yet. */
  async fresh(userId: number): Promise<boolean> {
    const xid = this.lastWrites.get(userId)
    if (xid === undefined) return true
    const reached = await this.feed.waitFor(xid)
    if (reached && this.lastWrites.get(userId) === xid) this.lastWrites.delete(userId)
    return reached
  }

  /** How up to date the figures are. */
  freshness(): Freshness {
    return this.feed.freshness()
  }

  /** Stops the feed and closes the store. */
  async close(): Promise<void> {
    await this.feed.stop()
    await this.store.close()
  }
}

/**
 * Opens the store in the data folder and begins to follow the changes. Throws `conflict` when another process has the
 * store open.
 */
export async function openAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  await mkdir(options.folder, { recursive: true })
  const path = join(options.folder, 'analytics.duckdb')
  const store = await DuckDb.open({ path, ...(options.memoryLimit ? { memoryLimit: options.memoryLimit } : {}) })
  const feed = new ChangeFeed({ ...options, store })
  const analytics = new Analytics(store, feed)
  try {
    await feed.start()
  } catch (error) {
    await analytics.close()
    throw error
  }
  return analytics
}

/** Makes the whole store anew from the system of record; the figures are the same afterwards. */
export function rebuildAnalytics(deps: { analytics: Analytics }): Promise<void> {
  return deps.analytics.feed.rebuild()
}
