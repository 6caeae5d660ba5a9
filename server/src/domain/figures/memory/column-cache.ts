import { ident, portableSql } from '#server/platform/sql.ts'
import { longQuiet, quietMoment } from '#server/platform/requests-under-way.ts'
import { responseTable } from '../store/tables.ts'
import { ColumnLoad } from './column-load.ts'
import type { ColumnStore, DataState } from './column-load.ts'
import type { ChangedRows } from './held-columns.ts'
import type { LoadedRows } from './shares.ts'

/** How much is held; see `ColumnCache`. */
export interface ColumnLimits {
  /** Most rows of a survey that is held. */
  maxRows: number
  /** Most bytes of the columns of all surveys together. */
  maxBytes: number
  /** A request waits for up to so many values to load; while more are loading, SQL answers. */
  maxValuesWaitedFor: number
}

const usualLimits: ColumnLimits = { maxRows: 20_000_000, maxBytes: 600 << 20, maxValuesWaitedFor: 2_000_000 }

/** Bytes assumed for a value of a column that was never held. */
const usualBytes = 2
/** Most values that are read of a survey before they are put in place; a column is read whole, however long it is. */
const valuesPerLoad = 16_000_000
/** Up to this share of a survey's rows is updated in the cache; after a larger change the survey is reloaded. */
const maxChangedShare = 1 / 4
/** Loads that nobody waits for begin when no request was under way for so long, and each is put off for so long at most, in ms. */
const untilBackground = { quiet: 200, most: 2_000 }
/** Most loads one request waits for, where changes make the loaded columns stale before they are complete. */
const maxLoads = 3

/** A survey's columns in memory, in this thread or others. */
export interface Held {
  readonly rowCount: number
  readonly names: ReadonlySet<string>
  /** Bytes of each column, and under an empty name of what all of them need. */
  readonly sizes: ReadonlyMap<string, number>
  /** Updates the rows that changed. Columns that the change says nothing of are freed. */
  replace(rows: ChangedRows): void
  /** Frees columns. */
  forget(names: readonly string[]): void
  /** Releases the memory. */
  drop(): void
}

/**
 * Puts prepared columns in their place: beside those held, or as the first ones. `missed` are the changes since they were
 * read. Returns the columns of the survey, which include them.
 */
export type Place<H extends Held> = (held: H | null, missed: readonly ChangedRows[]) => H

/** Holds columns. */
export interface Holder<H extends Held> {
  /** Number of shares that rows are dealt out to. */
  readonly shares: number
  /** Takes over loaded columns, one part for each share; the caller must not use the arrays afterwards. */
  take(parts: readonly LoadedRows[]): Place<H>
}

/** A survey's columns, held or being loaded. */
interface Entry<H extends Held> {
  /** The data version that the columns show. */
  version: number
  rowCount: number
  held: H | null
  loads: Set<ColumnLoad>
  /** When each column was last used. */
  used: Map<string, number>
  /** Bytes of each value of a column that was held. */
  bytes: Map<string, number>
}

/**
 * A cache of the columns that requests use. Columns are loaded when they are first used, those of a request in one statement
 * each few, and then updated as rows change, so that memory is exactly as the store is. The least recently used are evicted.
 */
export class ColumnCache<H extends Held> {
  private readonly store: ColumnStore
  private readonly state: DataState
  private readonly holder: Holder<H>
  private readonly limits: ColumnLimits
  private readonly entries = new Map<number, Entry<H>>()
  private uses = 0
  /** The last of the loads that nobody waits for: they are done one after the other. */
  private background: Promise<unknown> = Promise.resolve()

  constructor(store: ColumnStore, state: DataState, holder: Holder<H>, limits: Partial<ColumnLimits> = {}) {
    this.store = store
    this.state = state
    this.holder = holder
    this.limits = { ...usualLimits, ...limits }
  }

  /**
   * The columns of a survey with its current rows; null when the request should use SQL instead, because the survey is
   * too large or loading takes too long to wait. May include other columns, which earlier requests used.
   */
  async columns(surveyId: number, names: ReadonlySet<string>): Promise<H | null> {
    for (let loads = 0; loads <= maxLoads; loads++) {
      const held = this.held(surveyId, names)
      if (held) return held
      if (loads === maxLoads) return null
      const entry = this.currentEntry(surveyId) ?? (await this.begin(surveyId))
      const { maxRows, maxBytes, maxValuesWaitedFor } = this.limits
      if (entry.rowCount > maxRows || estimate(entry, names) > maxBytes) return null
      const missing = [...names].filter((name) => !entry.held?.names.has(name))
      const isWaitedFor = entry.rowCount * Math.max(1, missing.length) <= maxValuesWaitedFor
      this.load(surveyId, entry, missing, isWaitedFor)
      if (!isWaitedFor) return null
      const wanted = [...entry.loads].filter(
        ({ names: own }) => own.size === 0 || missing.some((name) => own.has(name)),
      )
      if (wanted.some(({ isBackground }) => isBackground)) return null
      await Promise.all(wanted.map((load) => load.done))
    }
    return null
  }

  /** The columns of a survey with its current rows if all of them are in memory; null otherwise. Loads nothing. */
  held(surveyId: number, names: ReadonlySet<string>): H | null {
    const entry = this.currentEntry(surveyId)
    if (!entry?.held || ![...names].every((name) => entry.held?.names.has(name))) return null
    for (const name of names) entry.used.set(name, ++this.uses)
    return entry.held
  }

  /** Columns to pass to `changed` for this survey; null when it is not cached. */
  columnsToFollow(surveyId: number): ReadonlySet<string> | null {
    const entry = this.entries.get(surveyId)
    if (!entry) return null
    return new Set([...(entry.held?.names ?? []), ...[...entry.loads].flatMap(({ names }) => [...names])])
  }

  /**
   * Updates the cached rows; `rows` is null when any row may have changed. Must be called each time the data version
   * rises, right after it has.
   */
  changed(surveyId: number, rows: ChangedRows | null): void {
    const entry = this.entries.get(surveyId)
    if (!entry) return
    for (const load of entry.loads) load.miss(rows)
    const version = this.state.dataVersion(surveyId)
    const { held } = entry
    if (!rows || entry.version !== version - 1 || (held && rows.asked.length > maxChangedShare * held.rowCount)) {
      this.drop(surveyId)
      return
    }
    entry.version = version
    if (!held) return
    held.replace(rows)
    entry.rowCount = held.rowCount
  }

  /** Removes all entries without dropping their columns, for when these are lost already. */
  clear(): void {
    for (const { loads } of this.entries.values()) for (const load of loads) load.miss(null)
    this.entries.clear()
  }

  /** A survey's entry, unless it missed a change. */
  private currentEntry(surveyId: number): Entry<H> | null {
    const entry = this.entries.get(surveyId)
    if (!entry || entry.version === this.state.dataVersion(surveyId)) return entry ?? null
    this.drop(surveyId)
    return null
  }

  private async begin(surveyId: number): Promise<Entry<H>> {
    const { columns } = await this.store.query(portableSql`select count(*) from ${ident(responseTable(surveyId))}`)
    const rowCount = Number(columns[0]?.[0] ?? 0)
    // Another request may have begun while the rows were counted.
    const known = this.currentEntry(surveyId)
    if (known) return known
    const version = this.state.dataVersion(surveyId)
    const entry: Entry<H> = { version, rowCount, held: null, loads: new Set(), used: new Map(), bytes: new Map() }
    this.entries.set(surveyId, entry)
    return entry
  }

  /** Starts to load those columns that are not being loaded, some of them in each statement. */
  private load(surveyId: number, entry: Entry<H>, missing: readonly string[], isWaitedFor: boolean): void {
    const loading = new Set([...entry.loads].flatMap(({ names }) => [...names]))
    const left = missing.filter((name) => !loading.has(name))
    if (left.length === 0 && (entry.held || entry.loads.size > 0)) return
    const pageIsAnswered = isWaitedFor ? null : longQuiet(untilBackground.quiet, untilBackground.most)
    const each = Math.max(1, Math.floor(valuesPerLoad / Math.max(1, entry.rowCount)))
    for (let from = 0; from === 0 || from < left.length; from += each) {
      const load = new ColumnLoad(surveyId, new Set(left.slice(from, from + each)), !isWaitedFor)
      entry.loads.add(load)
      const run = (): Promise<void> => this.run(surveyId, entry, load)
      // What the page asks for is answered by SQL, which reading columns beside it would slow down.
      const later = (): Promise<void> =>
        Promise.all([this.background, pageIsAnswered])
          .then(() => quietMoment(untilBackground.most))
          .then(run)
      const running = isWaitedFor ? run() : later()
      if (!isWaitedFor) this.background = running.catch(() => undefined)
      load.isDoneWith(running)
    }
  }

  /** Loads columns and puts them in their place, unless the survey was dropped meanwhile. */
  private async run(surveyId: number, entry: Entry<H>, load: ColumnLoad): Promise<void> {
    try {
      if (this.entries.get(surveyId) !== entry) return
      const place = this.holder.take(await load.read(this.store, this.holder.shares, entry.rowCount))
      const isFirst = (): boolean => !entry.held
      await load.placeWhenQuiet(this.state, isFirst, (missed) => {
        if (this.currentEntry(surveyId) !== entry) return
        entry.held = place(entry.held, missed)
        entry.rowCount = entry.held.rowCount
        for (const name of load.names) entry.used.set(name, ++this.uses)
      })
    } finally {
      entry.loads.delete(load)
    }
    this.evictOverLimit()
  }

  private evictOverLimit(): void {
    let bytes = 0
    const columns: { surveyId: number; entry: Entry<H>; name: string; bytes: number; used: number }[] = []
    for (const [surveyId, entry] of this.entries) {
      const { held } = entry
      if (!held) continue
      const { sizes } = held
      bytes += sizes.get('') ?? 0
      for (const name of held.names) {
        // Threads tell the bytes of a column a little later.
        const size = sizes.get(name) ?? usualBytes * held.rowCount
        bytes += size
        entry.bytes.set(name, size / Math.max(1, held.rowCount))
        columns.push({ surveyId, entry, name, bytes: size, used: entry.used.get(name) ?? 0 })
      }
    }
    columns.sort((a, b) => a.used - b.used)
    for (const { surveyId, entry, name, bytes: freed } of columns) {
      if (bytes <= this.limits.maxBytes) return
      bytes -= freed
      entry.held?.forget([name])
      // The ids alone are of no use.
      if (entry.held?.names.size === 0 && entry.loads.size === 0) this.drop(surveyId)
    }
  }

  private drop(surveyId: number): void {
    const entry = this.entries.get(surveyId)
    this.entries.delete(surveyId)
    entry?.held?.drop()
  }
}

/** Bytes that columns take. */
function estimate<H extends Held>({ rowCount, bytes }: Entry<H>, names: ReadonlySet<string>): number {
  let each = 0
  for (const name of names) each += bytes.get(name) ?? usualBytes
  return each * rowCount
}
