import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { ClickHouseSettings } from '#server/platform/clickhouse-settings.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Logger } from '#server/platform/log.ts'
import { ColumnCache } from '../memory/column-cache.ts'
import { CountingThreads } from '../memory/counting-threads.ts'
import type { ThreadColumns } from '../memory/counting-threads.ts'
import type { RollUpLimits } from '../memory/roll-ups.ts'
import { ClickHouse } from '../store/clickhouse/clickhouse.ts'
import { DuckDb } from '../store/duckdb.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { readHorizon } from '../feed/change-log.ts'
import { ChangeFeed } from '../feed/feed.ts'
import type { Freshness } from '../feed/feed.ts'
import type { PgQueryable } from '../feed/responses-store.ts'
import type { DayRange } from '../rows/grouping.ts'
import { ResultCache } from './result-cache.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import type { LastWrite } from '#server/domain/rights/identity.ts'
import { columnsOf, querySums } from '../rows/sums.ts'
import type { SumTable } from '../rows/sum-table.ts'
import type { FigureStore, SumsRequest } from '../rows/sums.ts'
import { responseTable } from '../store/tables.ts'

/** What opening the analytics of an installation takes. */
export interface AnalyticsOptions {
  /** Data folder; the store is a file in it. */
  folder: string
  db: Kysely<Database>
  pool: pg.Pool
  clock: Clock
  log: Logger
  /** Most memory that the store and the columns held of it take together, in MB. */
  memory?: number
  /** When roll-ups of the columns in memory pay, where that is not as usual. */
  rollUps?: Partial<RollUpLimits>
  /** A ClickHouse to use instead of a file in the folder. */
  clickHouse?: ClickHouseSettings | null
  /** An open store to use instead of the folder's. */
  store?: AnalyticsStore
}

/** Most computations of figures in parallel. Their requests are prepared in this thread, so one caller gets few. */
const figureLimits = { slots: 24, perCaller: 2 }

/** Most SQL statements of sums in parallel: each uses all threads of the store, so one caller gets one at a time. */
const statementLimits = { slots: 4, perCaller: 1 }

/** Memory in MB where nothing else is said, and the share of it that columns may take; the store has the rest. */
const usualMemory = 1000
const columnShare = 0.6
const megabyte = 1 << 20

/** The analytics of a process: the store, the feed that fills it, columns in memory, and the cache of results. */
export class Analytics {
  readonly store: AnalyticsStore
  readonly feed: ChangeFeed
  readonly results = new ResultCache()
  /** The queue of all computations of figures. */
  readonly turns = new FairQueue(figureLimits)
  private readonly counting: CountingThreads
  /** Writing a statement of thousands of values blocks this thread for some ten ms, so each is written in its turn. */
  private readonly statements = new FairQueue(statementLimits)
  private readonly columns: ColumnCache<ThreadColumns> | null
  private readonly log: Logger
  private readonly waits = new WeakMap<LastWrite, { xid: number; reached: Promise<boolean> }>()

  /** Columns are cached in memory if the store is DuckDB. */
  constructor(
    store: AnalyticsStore,
    feed: ChangeFeed,
    { log, memory = usualMemory, rollUps }: Pick<AnalyticsOptions, 'log' | 'memory' | 'rollUps'>,
  ) {
    this.counting = new CountingThreads(() => this.lost(), undefined, rollUps)
    this.store = store
    this.feed = feed
    this.log = log
    this.columns =
      store instanceof DuckDb
        ? new ColumnCache(store, feed, this.counting, { maxBytes: columnShare * memory * megabyte })
        : null
    if (this.columns) feed.setListener(this.columns)
  }

  /** The same for one caller: callers take turns. Background work uses the columns in memory, but loads none. */
  for(caller: string, isBackground = false): FigureStore {
    return {
      sums: (surveyId, request, signal) => this.sums(surveyId, request, signal, caller, isBackground),
      dayRange: (surveyId, signal) => this.dayRange(surveyId, signal, caller),
    }
  }

  /**
   * Computes sums over a survey's rows for a caller: over columns in memory where possible, else in SQL. Throws the
   * signal's reason when it is aborted, and `unavailable` at the timeout.
   */
  async sums(
    surveyId: number,
    request: SumsRequest,
    signal: AbortSignal,
    caller = systemCaller,
    isBackground = false,
  ): Promise<SumTable> {
    const names = this.columns && columnsOf(request)
    const held = names && (await this.columns?.[isBackground ? 'held' : 'columns'](surveyId, names))
    signal.throwIfAborted()
    const counted = held && (await held.sum(request, caller, signal))
    if (counted) return counted
    return this.statements.run(caller, () => querySums(this.store, surveyId, request, signal, caller), signal)
  }

  /** First and last day (as day numbers) that a survey has responses of; null without responses. */
  async dayRange(surveyId: number, signal?: AbortSignal, caller = systemCaller): Promise<DayRange> {
    const statement = portableSql`select min(day), max(day) from ${ident(responseTable(surveyId))}`
    const { columns } = await this.store.query(statement, { caller, ...(signal && { signal }) })
    const [first, last] = columns.map(([day]) => day ?? null)
    return first === null || first === undefined || last === null || last === undefined
      ? null
      : { first: Number(first), last: Number(last) }
  }

  /**
   * Waits until the figures include a session's last write; false when they do not yet after 2 s. One request waits
   * once, however many figures it computes.
   */
  fresh(lastWrite: LastWrite): Promise<boolean> {
    const { xid } = lastWrite
    if (xid === null) return Promise.resolve(true)
    const begun = this.waits.get(lastWrite)
    if (begun?.xid === xid) return begun.reached
    const reached = this.feed.waitFor(xid)
    this.waits.set(lastWrite, { xid, reached })
    return reached
  }

  /** Waits until the figures include everything that is committed; false when they do not after `timeout` ms. */
  async upToDate(pool: PgQueryable, timeout: number): Promise<boolean> {
    return this.feed.waitFor((await readHorizon(pool)) - 1, timeout)
  }

  /** How up to date the figures are. */
  freshness(): Freshness {
    return this.feed.freshness()
  }

  /** Stops the feed and closes the store. */
  async close(): Promise<void> {
    await this.feed.stop()
    await this.counting.close()
    await this.store.close()
  }

  private lost(): void {
    this.log.warn('A thread that counts has died: SQL answers until the columns are in memory again')
    this.columns?.clear()
  }
}

/**
 * Opens the store in the data folder and begins to follow the changes. Throws `conflict` when another process has the
 * store open.
 */
export async function openAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  const store = options.store ?? (await openStore(options))
  const feed = new ChangeFeed({ ...options, store })
  const analytics = new Analytics(store, feed, options)
  try {
    await feed.start()
  } catch (error) {
    await analytics.close()
    throw error
  }
  return analytics
}

async function openStore({ folder, clickHouse, memory = usualMemory, log }: AnalyticsOptions): Promise<AnalyticsStore> {
  if (clickHouse)
    return ClickHouse.open({
      ...clickHouse,
      onDiscard: (why) => log.warn(`The tables of the figures in ClickHouse ${why}: the figures are rebuilt`),
    })
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'analytics.duckdb')
  const onDiscard = (why: string): void => log.warn(`The analytics file ${path} ${why}: the figures are rebuilt`)
  return DuckDb.open({ path, onDiscard, memoryLimit: Math.floor((1 - columnShare) * memory) })
}

/** Rebuilds the whole store from the system of record; the figures stay the same. */
export function rebuildAnalytics(deps: { analytics: Analytics }): Promise<void> {
  return deps.analytics.feed.rebuild()
}
