import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { DuckDb } from '../store/duckdb.ts'
import type { ChangedRows } from './held-columns.ts'
import { responseTable } from '../store/tables.ts'

/** Most rows of a cached survey: its requests are counted in one thread, at a few ns per row and column. */
const maxRows = 500_000
/** Most values in the columns of all surveys together, 8 bytes each. */
const maxValues = 32_000_000
/** A request waits for up to so many values to load; while more are loading, SQL answers. */
const maxValuesWaitedFor = 2_000_000

/** Up to this share of a survey's rows is updated in the cache; after a larger change the survey is reloaded. */
const maxChangedShare = 1 / 4
/** Most loads one request waits for, where changes make the loaded columns stale before they are complete. */
const maxLoads = 3

/** Where the columns are read from. */
type ColumnStore = Pick<DuckDb, 'query' | 'numbers'>

/** The version of each survey's data; see `ChangeFeed`. */
export interface DataState {
  /** A number that rises whenever the survey's rows may have changed. */
  dataVersion(surveyId: number): number
  /** True while changes may be stored already that no data version shows yet. */
  isChanging(): boolean
}

/** A survey's columns in memory, in this thread or another. */
export interface Held {
  rowCount: number
  /** Updates the rows that changed; false, with nothing done, when the survey has to be reloaded. */
  replace(rows: ChangedRows): boolean
  /** Releases the memory. */
  drop(): void
}

/** Takes over loaded columns; the caller must not use the arrays afterwards. */
export type Hold<H extends Held> = (ids: Float64Array, columns: ReadonlyMap<string, Float64Array>) => H

/** A survey's columns, loaded or loading. */
interface Entry<H extends Held> {
  version: number
  names: ReadonlySet<string>
  rowCount: number
  columns: Promise<H>
  /** Null while loading. */
  held: H | null
  /** Changes during the load; null for one that may concern any row. */
  missed: (ChangedRows | null)[]
}

/**
 * A cache of the columns that requests use. A survey's columns are loaded on first use, in one statement so that they
 * are consistent, and then updated as rows change. The least recently used surveys are evicted.
 */
export class ColumnCache<H extends Held> {
  private readonly store: ColumnStore
  private readonly state: DataState
  private readonly hold: Hold<H>
  private readonly entries = new Map<number, Entry<H>>()
  /** Columns that requests have used since the survey was first cached. */
  private readonly wanted = new Map<number, Set<string>>()

  constructor(store: ColumnStore, state: DataState, hold: Hold<H>) {
    this.store = store
    this.state = state
    this.hold = hold
  }

  /**
   * The columns of a survey with its current rows; null when the request should use SQL instead, because the survey is
   * too large or loading takes too long to wait. May include other columns, which earlier requests used.
   */
  async columns(surveyId: number, names: ReadonlySet<string>): Promise<H | null> {
    const wanted = this.wanted.get(surveyId) ?? new Set()
    for (const name of names) wanted.add(name)
    this.wanted.set(surveyId, wanted)
    for (let loads = 0; loads < maxLoads; loads++) {
      const known = this.entries.get(surveyId)
      const entry =
        known && (!known.held || this.isCurrent(surveyId, known, names)) ? known : await this.startLoad(surveyId, names)
      if (!entry || (!entry.held && entry.rowCount * entry.names.size > maxValuesWaitedFor)) return null
      const columns = await entry.columns
      if (this.isCurrent(surveyId, entry, names)) {
        this.touch(surveyId, entry)
        return columns
      }
    }
    return null
  }

  /** The columns of a survey with its current rows if all of them are in memory; null otherwise. Loads nothing. */
  held(surveyId: number, names: ReadonlySet<string>): H | null {
    const entry = this.entries.get(surveyId)
    return entry && this.isCurrent(surveyId, entry, names) ? entry.held : null
  }

  /** Columns to pass to `changed` for this survey; null when it is not cached. */
  columnsToFollow(surveyId: number): ReadonlySet<string> | null {
    return this.entries.get(surveyId)?.names ?? null
  }

  /**
   * Updates the cached rows; `rows` is null when any row may have changed. Must be called each time the data version
   * rises, right after it has.
   */
  changed(surveyId: number, rows: ChangedRows | null): void {
    const entry = this.entries.get(surveyId)
    if (!entry) return
    if (!entry.held) entry.missed.push(rows)
    else if (!replaceIn(entry, rows) || entry.version !== this.state.dataVersion(surveyId)) {
      this.entries.delete(surveyId)
      entry.held.drop()
    }
    // After a rebuild the table may no longer have the columns used before.
    if (!rows) this.wanted.delete(surveyId)
  }

  private isCurrent(surveyId: number, entry: Entry<H>, names: ReadonlySet<string>): boolean {
    return entry.version === this.state.dataVersion(surveyId) && isWithin(names, entry.names)
  }

  /** Starts to load a survey's columns; null for a survey that is too large. */
  private async startLoad(surveyId: number, names: ReadonlySet<string>): Promise<Entry<H> | null> {
    const rowCount = await this.countRows(surveyId)
    // Another request may have started loading while the rows were counted.
    const known = this.entries.get(surveyId)
    if (known && (!known.held || this.isCurrent(surveyId, known, names)) && isWithin(names, known.names)) return known
    const all = this.wanted.get(surveyId) ?? names
    const held = rowCount * all.size <= maxValues ? new Set(all) : names
    if (rowCount > maxRows || rowCount * held.size > maxValues) return null
    const version = this.state.dataVersion(surveyId)
    const columns = this.load(surveyId, held)
    const entry: Entry<H> = { version, names: held, rowCount, columns, held: null, missed: [] }
    // Other requests may still wait for the columns being replaced: they can count over them, or fall back to SQL.
    void known?.columns.then(
      (columns) => columns.drop(),
      () => undefined,
    )
    this.entries.set(surveyId, entry)
    columns.then(
      (loaded) => {
        this.applyMissed(entry, loaded)
        this.evictOverLimit()
      },
      () => this.evict(surveyId, entry),
    )
    return entry
  }

  /** Applies the changes that came during the load. Where this is not safe, the entry's version stays behind: stale. */
  private applyMissed(entry: Entry<H>, loaded: H): void {
    entry.held = loaded
    // The loaded rows may include a change that was not notified yet; older changes must not overwrite it.
    if (entry.missed.length > 0 && this.state.isChanging()) return
    for (const rows of entry.missed.splice(0)) if (!replaceIn(entry, rows)) return
  }

  private async countRows(surveyId: number): Promise<number> {
    const { columns } = await this.store.query(portableSql`select count(*) from ${ident(responseTable(surveyId))}`)
    return Number(columns[0]?.[0] ?? 0)
  }

  private async load(surveyId: number, names: ReadonlySet<string>): Promise<H> {
    const list = [...names]
    const values = list.map((name) => portableSql`coalesce(cast(${ident(name)} as double), cast('nan' as double))`)
    // Ids are always selected, so that a request without columns still learns the number of rows.
    const selected = join([portableSql`cast(id as double)`, ...values])
    const [ids, ...columns] = await this.store.numbers(
      portableSql`select ${selected} from ${ident(responseTable(surveyId))}`,
    )
    return this.hold(
      ids ?? new Float64Array(),
      new Map(list.map((name, at) => [name, columns[at] ?? new Float64Array()])),
    )
  }

  private touch(surveyId: number, entry: Entry<H>): void {
    if (this.entries.get(surveyId) !== entry) return
    this.entries.delete(surveyId)
    this.entries.set(surveyId, entry)
  }

  private evictOverLimit(): void {
    let values = [...this.entries.values()].reduce((sum, { rowCount, names }) => sum + rowCount * names.size, 0)
    for (const [surveyId, entry] of this.entries) {
      if (values <= maxValues) return
      values -= entry.rowCount * entry.names.size
      this.evict(surveyId, entry)
    }
  }

  private evict(surveyId: number, entry: Entry<H>): void {
    if (this.entries.get(surveyId) !== entry) return
    this.entries.delete(surveyId)
    this.wanted.delete(surveyId)
    entry.held?.drop()
  }

  /** Removes all entries without dropping their columns, for when these are lost already. */
  clear(): void {
    this.entries.clear()
  }
}

/** Updates loaded columns; false when they have to be reloaded. */
function replaceIn<H extends Held>(entry: Entry<H>, rows: ChangedRows | null): boolean {
  const { held } = entry
  if (!held || !rows || rows.asked.length > maxChangedShare * held.rowCount || !held.replace(rows)) return false
  entry.version++
  entry.rowCount = held.rowCount
  return true
}

function isWithin(names: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...names].every((name) => all.has(name))
}
