import { ident, join, sql } from '../sql.ts'
import type { DuckDb } from './duckdb.ts'
import { HeldColumns } from './held-columns.ts'
import { responseTable } from './tables.ts'

/** Most rows of a survey that is held: its requests are counted in this thread, at a few ns per row and column. */
const maxRows = 500_000
/** Most values of all surveys' columns together, 8 bytes each. */
const maxValues = 32_000_000
/** Values that a request waits for while they are loaded; for more, SQL answers meanwhile. */
const maxValuesWaitedFor = 2_000_000

/** What the columns are read from. */
type ColumnStore = Pick<DuckDb, 'query' | 'numbers'>

/** A survey's columns, held or on their way. */
interface Entry {
  version: number
  names: ReadonlySet<string>
  rowCount: number
  columns: Promise<HeldColumns>
  isLoaded: boolean
}

/**
 * The columns that requests ask for, in memory: loaded on first use, all of a survey in one statement so that they are
 * of one moment, and anew once its data changed. The surveys least recently used go first.
 */
export class ColumnCache {
  private readonly store: ColumnStore
  private readonly versionOf: (surveyId: number) => number
  private readonly entries = new Map<number, Entry>()
  /** Columns asked for since the survey is held. */
  private readonly wanted = new Map<number, Set<string>>()

  /** `versionOf` is a number that changes whenever a survey's rows may have changed. */
  constructor(store: ColumnStore, versionOf: (surveyId: number) => number) {
    this.store = store
    this.versionOf = versionOf
  }

  /**
   * The columns of a survey as its rows are now; null where SQL is to answer: the survey is too large, or so much is
   * to be loaded that nobody should wait for it. Columns that were asked for before may be among them.
   */
  async columns(surveyId: number, names: ReadonlySet<string>): Promise<HeldColumns | null> {
    const wanted = this.wanted.get(surveyId) ?? new Set()
    for (const name of names) wanted.add(name)
    this.wanted.set(surveyId, wanted)
    for (;;) {
      const version = this.versionOf(surveyId)
      const known = this.entries.get(surveyId)
      const serves = known?.version === version && isWithin(names, known.names)
      const entry = serves || known?.isLoaded === false ? known : await this.begin(surveyId, version, names)
      if (!entry || (!entry.isLoaded && entry.rowCount * entry.names.size > maxValuesWaitedFor)) return null
      const columns = await entry.columns
      if (entry.version === version && isWithin(names, entry.names)) {
        this.touch(surveyId, entry)
        return columns
      }
    }
  }

  /** Starts to load a survey's columns; null for a survey that is too large to be held. */
  private async begin(surveyId: number, version: number, names: ReadonlySet<string>): Promise<Entry | null> {
    const rowCount = await this.countRows(surveyId)
    // Somebody else may have begun while the rows were counted.
    const known = this.entries.get(surveyId)
    if (known && (!known.isLoaded || known.version === this.versionOf(surveyId)) && isWithin(names, known.names))
      return known
    const all = this.wanted.get(surveyId) ?? names
    const held = rowCount * all.size <= maxValues ? new Set(all) : names
    if (rowCount > maxRows || rowCount * held.size > maxValues) return null
    const entry: Entry = { version, names: held, rowCount, columns: this.load(surveyId, held), isLoaded: false }
    this.entries.set(surveyId, entry)
    entry.columns.then(
      () => {
        entry.isLoaded = true
        this.makeRoom()
      },
      () => this.forget(surveyId, entry),
    )
    return entry
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
    return new HeldColumns(ids?.length ?? 0, new Map(list.map((name, at) => [name, columns[at] ?? new Float64Array()])))
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

function isWithin(names: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...names].every((name) => all.has(name))
}
