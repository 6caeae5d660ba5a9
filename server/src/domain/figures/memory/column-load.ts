import { setTimeout as sleep } from 'node:timers/promises'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import { responseTable } from '../store/tables.ts'
import type { ColumnStore, DataState } from './column-cache.ts'
import type { ChangedRows } from './held-columns.ts'
import type { LoadedRows } from './shares.ts'

/** How long to wait for a moment without a change, in ms, and how often to look for one. */
const quietWait = { most: 10_000, every: 1 }

/** Most time for reading the columns of a large survey, in ms. */
const readTimeout = 180_000

/**
 * Columns that are being loaded. Changes that come meanwhile are kept, because what is read may or may not include them: done
 * again in their order they give what is stored.
 */
export class ColumnLoad {
  readonly names: ReadonlySet<string>
  /** Nobody waits for it: SQL answers meanwhile. */
  readonly isBackground: boolean
  /** Resolves when the columns are in their place, or turned out stale. */
  done: Promise<void> = Promise.resolve()
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
    this.done = running
    running.catch(() => undefined)
  }

  /** Notes a change; null for one that may concern any row. */
  miss(rows: ChangedRows | null): void {
    if (rows && [...this.names].every((name) => rows.columns.has(name))) this.missed.push(rows)
    else this.isStale = true
  }

  /** Reads the columns, in one statement so that they are of one moment. */
  async read(store: ColumnStore): Promise<LoadedRows> {
    const list = [...this.names]
    const values = list.map((name) => portableSql`coalesce(cast(${ident(name)} as double), cast('nan' as double))`)
    const selected = join([portableSql`cast(id as double)`, ...values])
    const [ids, ...columns] = await store.numbers(
      portableSql`select ${selected} from ${ident(responseTable(this.surveyId))}`,
      { timeout: readTimeout },
    )
    return {
      ids: ids ?? new Float64Array(),
      columns: new Map(list.map((name, at) => [name, columns[at] ?? new Float64Array()])),
    }
  }

  /**
   * The changes since the load began, at a moment when no other can be in what was read; null when the columns are stale.
   * Nothing may be awaited before they are put in their place.
   */
  async changesUntilQuiet(state: DataState): Promise<readonly ChangedRows[] | null> {
    const until = performance.now() + quietWait.most
    while (!this.isStale && state.isChanging()) {
      if (performance.now() > until) return null
      await sleep(quietWait.every)
    }
    return this.isStale ? null : this.missed
  }
}
