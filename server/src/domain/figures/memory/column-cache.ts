import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { DuckDb } from '../store/duckdb.ts'
import type { ChangedRows } from './held-columns.ts'
import { responseTable } from '../store/tables.ts'

/** Most rows of a survey that is held: its requests are counted in one thread, at a few ns per row and column. */
const maxRows = 500_000
/** Most values of all surveys' columns together, 8 bytes each. */
const maxValues = 32_000_000
/** Values that a request waits for while they are loaded; for more, SQL answers meanwhile. */
const maxValuesWaitedFor = 2_000_000

/** Changed rows are put in the place of the old ones up to this part of the rows; for more all are loaded anew. */
const maxChangedShare = 1 / 4
/** Times a request waits for columns that a change made useless before they were there. */
const maxWaits = 3

/** What the columns are read from. */
type ColumnStore = Pick<DuckDb, 'query' | 'numbers'>

/** What a survey's data are at, as the feed that changes them knows it. */
export interface DataState {
  /** A number that changes whenever the survey's rows may have changed. */
  dataVersion(surveyId: number): number
  /** Changes may be stored already that no version tells of yet. */
  isChanging(): boolean
}

/** Columns of a survey's rows wherever they are held. */
export interface Held {
  rowCount: number
  /** Puts changed rows in the place of what is held of them; false, with nothing done, when it has to be loaded anew. */
  replace(rows: ChangedRows): boolean
  /** Lets go of them. */
  drop(): void
}

/** Takes loaded columns into keeping; the arrays are the keeper's own from then on. */
export type Hold<H extends Held> = (ids: Float64Array, columns: ReadonlyMap<string, Float64Array>) => H

/** A survey's columns, held or on their way. */
interface Entry<H extends Held> {
  version: number
  names: ReadonlySet<string>
  rowCount: number
  columns: Promise<H>
  /** Null while they are on their way. */
  held: H | null
  /** Changes that came on the way; null for one that no rows tell. */
  missed: (ChangedRows | null)[]
}

/**
 * The columns that requests ask for, in memory: loaded on first use, all of a survey in one statement so that they are
 * of one moment, and kept up by the rows that change. The surveys least recently used go first.
 */
export class ColumnCache<H extends Held> {
  private readonly store: ColumnStore
  private readonly state: DataState
  private readonly hold: Hold<H>
  private readonly entries = new Map<number, Entry<H>>()
  /** Columns asked for since the survey is held. */
  private readonly wanted = new Map<number, Set<string>>()

  constructor(store: ColumnStore, state: DataState, hold: Hold<H>) {
    this.store = store
    this.state = state
    this.hold = hold
  }

  /**
   * The columns of a survey as its rows are now; null where SQL is to answer: the survey is too large, or so much is
   * to be loaded that nobody should wait for it. Columns that were asked for before may be among them.
   */
  async columns(surveyId: number, names: ReadonlySet<string>): Promise<H | null> {
    const wanted = this.wanted.get(surveyId) ?? new Set()
    for (const name of names) wanted.add(name)
    this.wanted.set(surveyId, wanted)
    for (let waits = 0; waits < maxWaits; waits++) {
      const known = this.entries.get(surveyId)
      const entry =
        known && (!known.held || this.serves(surveyId, known, names)) ? known : await this.begin(surveyId, names)
      if (!entry || (!entry.held && entry.rowCount * entry.names.size > maxValuesWaitedFor)) return null
      const columns = await entry.columns
      if (this.serves(surveyId, entry, names)) {
        this.touch(surveyId, entry)
        return columns
      }
    }
    return null
  }

  /** Columns whose values are needed of a survey's rows that change; null when none are held. */
  columnsToFollow(surveyId: number): ReadonlySet<string> | null {
    return this.entries.get(surveyId)?.names ?? null
  }

  /**
   * Takes over a change of a survey's rows: the new values of those that changed, or null when it may be any. To be
   * told with every change of the version, right when it changes.
   */
  changed(surveyId: number, rows: ChangedRows | null): void {
    const entry = this.entries.get(surveyId)
    if (!entry) return
    if (!entry.held) entry.missed.push(rows)
    else if (!replaceIn(entry, rows) || entry.version !== this.state.dataVersion(surveyId)) {
      this.entries.delete(surveyId)
      entry.held.drop()
    }
    // Made anew, its table may have other columns than those that were asked for.
    if (!rows) this.wanted.delete(surveyId)
  }

  private serves(surveyId: number, entry: Entry<H>, names: ReadonlySet<string>): boolean {
    return entry.version === this.state.dataVersion(surveyId) && isWithin(names, entry.names)
  }

  /** Starts to load a survey's columns; null for a survey that is too large to be held. */
  private async begin(surveyId: number, names: ReadonlySet<string>): Promise<Entry<H> | null> {
    const rowCount = await this.countRows(surveyId)
    // Somebody else may have begun while the rows were counted.
    const known = this.entries.get(surveyId)
    if (known && (!known.held || this.serves(surveyId, known, names)) && isWithin(names, known.names)) return known
    const all = this.wanted.get(surveyId) ?? names
    const held = rowCount * all.size <= maxValues ? new Set(all) : names
    if (rowCount > maxRows || rowCount * held.size > maxValues) return null
    const version = this.state.dataVersion(surveyId)
    const columns = this.load(surveyId, held)
    const entry: Entry<H> = { version, names: held, rowCount, columns, held: null, missed: [] }
    // What is replaced may still be on its way to somebody: they count over it, or are told to ask SQL.
    void known?.columns.then(
      (columns) => columns.drop(),
      () => undefined,
    )
    this.entries.set(surveyId, entry)
    columns.then(
      (loaded) => {
        this.settle(entry, loaded)
        this.makeRoom()
      },
      () => this.forget(surveyId, entry),
    )
    return entry
  }

  /** Makes up for changes that came while columns were loaded; where that is not certain the entry is of no use. */
  private settle(entry: Entry<H>, loaded: H): void {
    entry.held = loaded
    // Rows that hold a change nobody has told of yet must not be mixed with older ones.
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
    // A request for nothing but the number of rows needs a column too.
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

  private makeRoom(): void {
    let values = [...this.entries.values()].reduce((sum, { rowCount, names }) => sum + rowCount * names.size, 0)
    for (const [surveyId, entry] of this.entries) {
      if (values <= maxValues) return
      values -= entry.rowCount * entry.names.size
      this.forget(surveyId, entry)
    }
  }

  private forget(surveyId: number, entry: Entry<H>): void {
    if (this.entries.get(surveyId) !== entry) return
    this.entries.delete(surveyId)
    this.wanted.delete(surveyId)
    entry.held?.drop()
  }

  /** Forgets everything, without a word to whoever held it: it is lost. */
  clear(): void {
    this.entries.clear()
  }
}

/** Takes a change over into what is held; false when it has to be loaded anew. */
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
