import { ident, join, sql } from '../sql.ts'
import type { DuckDb } from './duckdb.ts'
import { HeldColumns } from './held-columns.ts'
import type { ChangedRows } from './held-columns.ts'
import { responseTable } from './tables.ts'

/** Most rows of a survey that is held: its requests are counted in this thread, at a few ns per row and column. */
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

/** A survey's columns, held or on their way. */
interface Entry {
  version: number
  names: ReadonlySet<string>
  rowCount: number
  columns: Promise<HeldColumns>
  /** Null while they are on their way. */
  held: HeldColumns | null
  /** Changes that came on the way; null for one that no rows tell. */
  missed: (ChangedRows | null)[]
}

/**
 * The columns that requests ask for, in memory: loaded on first use, all of a survey in one statement so that they are
 * of one moment, and kept up by the rows that change. The surveys least recently used go first.
 */
export class ColumnCache {
  private readonly store: ColumnStore
  private readonly state: DataState
  private readonly entries = new Map<number, Entry>()
  /** Columns asked for since the survey is held. */
  private readonly wanted = new Map<number, Set<string>>()

  constructor(store: ColumnStore, state: DataState) {
    this.store = store
    this.state = state
  }

  /**
   * The columns of a survey as its rows are now; null where SQL is to answer: the survey is too large, or so much is
   * to be loaded that nobody should wait for it. Columns that were asked for before may be among them.
   */
  async columns(surveyId: number, names: ReadonlySet<string>): Promise<HeldColumns | null> {
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
    else if (!replaceIn(entry, rows) || entry.version !== this.state.dataVersion(surveyId))
      this.entries.delete(surveyId)
    // Made anew, its table may have other columns than those that were asked for.
    if (!rows) this.wanted.delete(surveyId)
  }

  private serves(surveyId: number, entry: Entry, names: ReadonlySet<string>): boolean {
    return entry.version === this.state.dataVersion(surveyId) && isWithin(names, entry.names)
  }

  /** Starts to load a survey's columns; null for a survey that is too large to be held. */
  private async begin(surveyId: number, names: ReadonlySet<string>): Promise<Entry | null> {
    const rowCount = await this.countRows(surveyId)
    // Somebody else may have begun while the rows were counted.
    const known = this.entries.get(surveyId)
    if (known && (!known.held || this.serves(surveyId, known, names)) && isWithin(names, known.names)) return known
    const all = this.wanted.get(surveyId) ?? names
    const held = rowCount * all.size <= maxValues ? new Set(all) : names
    if (rowCount > maxRows || rowCount * held.size > maxValues) return null
    const version = this.state.dataVersion(surveyId)
    const columns = this.load(surveyId, held)
    const entry: Entry = { version, names: held, rowCount, columns, held: null, missed: [] }
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
  private settle(entry: Entry, loaded: HeldColumns): void {
    entry.held = loaded
    // Rows that hold a change nobody has told of yet must not be mixed with older ones.
    if (entry.missed.length > 0 && this.state.isChanging()) return
    for (const rows of entry.missed.splice(0)) if (!replaceIn(entry, rows)) return
  }

  private async countRows(surveyId: number): Promise<number> {
    const { columns } = await this.store.query(sql`select count(*) from ${ident(responseTable(surveyId))}`)
    return Number(columns[0]?.[0] ?? 0)
  }

  private async load(surveyId: number, names: ReadonlySet<string>): Promise<HeldColumns> {
    const list = [...names]
    const values = list.map((name) => sql`coalesce(cast(${ident(name)} as double), cast('nan' as double))`)
    // A request for nothing but the number of rows needs a column too.
    const selected = join([sql`cast(id as double)`, ...values])
    const [ids, ...columns] = await this.store.numbers(sql`select ${selected} from ${ident(responseTable(surveyId))}`)
    return new HeldColumns(
      ids ?? new Float64Array(),
      new Map(list.map((name, at) => [name, columns[at] ?? new Float64Array()])),
    )
  }

  private touch(surveyId: number, entry: Entry): void {
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

  private forget(surveyId: number, entry: Entry): void {
    if (this.entries.get(surveyId) !== entry) return
    this.entries.delete(surveyId)
    this.wanted.delete(surveyId)
  }
}

/** Takes a change over into what is held; false when it has to be loaded anew. */
function replaceIn(entry: Entry, rows: ChangedRows | null): boolean {
  const { held } = entry
  if (!held || !rows || rows.asked.length > maxChangedShare * held.rowCount || !held.replace(rows)) return false
  entry.version++
  entry.rowCount = held.rowCount
  return true
}

function isWithin(names: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...names].every((name) => all.has(name))
}
