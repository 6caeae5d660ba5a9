import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDb } from '../store/duckdb.ts'
import type { Numbers } from '../store/stored-numbers.ts'
import { responseTable } from '../store/tables.ts'
import type { ChangedRows } from './held-columns.ts'
import { RowDealer } from './shares.ts'
import type { LoadedRows } from './shares.ts'

/** Where the columns are read from. */
export type ColumnStore = Pick<DuckDb, 'query' | 'storedRows'>

/** The version of each survey's data; see `ChangeFeed`. */
export interface DataState {
  /** A number that rises whenever the survey's rows may have changed. */
  dataVersion(surveyId: number): number
  /** True while changes may be stored already that no data version shows yet. */
  isChanging(): boolean
}

/** How long to wait for a moment without a change, in ms, how long requests wait for it, and how often to look for one. */
const quietWait = { most: 60_000, ofRequests: 100, every: 1 }

/** Most time for reading the columns of a large survey, in ms. */
const readTimeout = 180_000

/**
 * Columns that are being loaded. Changes that come meanwhile are kept, because what is read may or may not include them: done
 * again in their order they give what is stored.
 */
export class ColumnLoad {
  readonly names: ReadonlySet<string>
  /** Nobody waits for it: SQL answers meanwhile. */
  isBackground: boolean
  /** Resolves when the columns are in their place or turned out stale, or when nobody should wait any longer. */
  done: Promise<unknown> = Promise.resolve()
  private readonly left = Promise.withResolvers<undefined>()
  private readonly surveyId: number
  private readonly missed: ChangedRows[] = []
  private isStale = false

  constructor(surveyId: number, names: ReadonlySet<string>, isBackground: boolean) {
    this.surveyId = surveyId
    this.names = names
    this.isBackground = isBackground
  }

  /** Notes the promise of the whole load, which may fail before anybody waits for it. */
  isDoneWith(running: Promise<void>): void {
    this.done = Promise.race([running, this.left.promise])
    this.done.catch(() => undefined)
  }

  /** Notes a change; null for one that may concern any row. */
  miss(rows: ChangedRows | null): void {
    if (rows && [...this.names].every((name) => rows.columns.has(name))) this.missed.push(rows)
    else this.isStale = true
  }

  /** Reads the columns, all of one moment, and deals their rows out to so many shares. `rowCount` is about how many there are. */
  async read(store: ColumnStore, shares: number, rowCount: number): Promise<LoadedRows[]> {
    const names = [...this.names]
    let dealer = new RowDealer(names, shares, rowCount)
    const begin = (): ((rows: Numbers[]) => Promise<void>) => {
      dealer = new RowDealer(names, shares, rowCount)
      return (rows) => dealer.add(rows)
    }
    await store.storedRows(responseTable(this.surveyId), ['id', ...names], begin, { timeout: readTimeout })
    return dealer.dealt
  }

  /**
   * Calls `place` with the changes since the load began, at a moment when no other can be in what was read; not at all when the
   * columns are stale. The first columns of a survey need no such moment before the first change: they are of one moment by
   * themselves.
   */
  async placeWhenQuiet(
    state: DataState,
    isFirst: () => boolean,
    place: (missed: readonly ChangedRows[]) => void,
  ): Promise<void> {
    const began = performance.now()
    while (!this.isStale && state.isChanging() && !(this.missed.length === 0 && isFirst())) {
      const waited = performance.now() - began
      if (waited > quietWait.most) return
      if (waited > quietWait.ofRequests) this.leave()
      await sleep(quietWait.every)
    }
    if (!this.isStale) place(this.missed)
  }

  private leave(): void {
    this.isBackground = true
    this.left.resolve(undefined)
  }
}
