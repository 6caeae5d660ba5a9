import { atomWidth } from '../rows/atoms.ts'
import type { Atom } from '../rows/atoms.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { weightColumn } from '../store/weight-column.ts'
import { doublesOf } from './block.ts'
import type { Block } from './block.ts'
import { ByteKernel } from './byte-kernel.ts'
import { makeCounter } from './counters.ts'
import type { BlockRows, Counter } from './counters.ts'
import { groupPlaces } from './group-places.ts'
import type { GroupPlaces } from './group-places.ts'
import type { HeldColumns } from './held-columns.ts'
import { spreadOfCounts } from './medians.ts'
import type { Spread } from './medians.ts'
import { makeSieve, sift } from './sieve.ts'
import type { Sieve } from './sieve.ts'
import type { Steps } from './steps.ts'
import { everyCode, isEveryRow, isWeighted, readNumbers, tableColumn, tableReads } from './table-reads.ts'
import type { TableRead } from './table-reads.ts'
import { maxCells, ValueTable } from './value-table.ts'
import { oneGroup } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** Rows of one group that lie together, on average, for the kernel to be quicker than going through them. */
const leastRun = 128

let byteKernel: ByteKernel | null = null

type Part = SumsRequest['grouping']['parts'][number]

/** Where an atom's numbers come from: a table that others read as well, or a counter of its own. */
type Source = { table: ValueTable; reads: readonly TableRead[] } | { counter: Counter }

/** How the atoms of one part of a grouping are counted: in one pass over each column where tables do, or row by row. */
export class PartPlan {
  private readonly held: HeldColumns
  private readonly atoms: readonly Atom[]
  private readonly where: Sieve | null
  private readonly places: GroupPlaces
  private readonly sources: readonly Source[]
  private readonly tables: readonly ValueTable[]
  private readonly byColumn: ReadonlyMap<string, ValueTable>
  private readonly counters: readonly Counter[]
  private rowCount = 0

  private constructor(
    held: HeldColumns,
    atoms: readonly Atom[],
    where: Sieve | null,
    places: GroupPlaces,
    sources: readonly Source[],
    byColumn: ReadonlyMap<string, ValueTable>,
  ) {
    this.held = held
    this.atoms = atoms
    this.where = where
    this.places = places
    this.sources = sources
    this.byColumn = byColumn
    this.tables = [...byColumn.values()]
    this.counters = sources.flatMap((source) => ('counter' in source ? source.counter : []))
  }

  /** Plans a part. Throws `MissingColumn`. */
  static *make(held: HeldColumns, part: Part, atoms: readonly Atom[]): Steps<PartPlan> {
    const places = groupPlaces(held, part.key)
    const weighed = new Set(atoms.flatMap((atom) => (isWeighted(atom) ? (tableColumn(atom) ?? []) : [])))
    const tables = new Map<string, ValueTable>()
    const sources: Source[] = []
    for (const atom of atoms) {
      const name = tableColumn(atom)
      const size = name === null ? null : held.column(name).tableSize
      if (name === null || size === null || size * places.most > maxCells) {
        sources.push({ counter: yield* makeCounter(held, atom) })
        continue
      }
      const column = held.column(name)
      const table = tables.get(name) ?? new ValueTable(column, places.most, weighed.has(name))
      tables.set(name, table)
      sources.push({ table, reads: yield* tableReads(atom, column) })
    }
    const [anyTable] = tables.values()
    // Any table has all rows.
    if (anyTable)
      for (const [at, atom] of atoms.entries())
        if (isEveryRow(atom)) sources[at] = { table: anyTable, reads: [everyCode(anyTable.column)] }
    return new PartPlan(held, atoms, part.where && (yield* makeSieve(held, part.where)), places, sources, tables)
  }

  /** By column the tables that all is read from; null where something is counted otherwise, or not all rows are. */
  get onlyTables(): ReadonlyMap<string, ValueTable> | null {
    const isOnly = this.counters.length === 0 && this.where === null && !this.atoms.some(isWeighted)
    return isOnly && this.tables.length > 0 ? this.byColumn : null
  }

  /** The index of the group with an id, which may be a new one. */
  placeOf(id: number): number {
    return this.places.placeOf(id)
  }

  /** Adds rows that were counted before, by the codes of the table's column over and over, to a group. */
  addCounts(table: ValueTable, counts: Int32Array, from: number, to: number, group: number): void {
    table.addCounts(counts, from, to, group, this.places.ids.length)
    this.rowCount++
  }

  /** Ids of the groups with rows. */
  get ids(): readonly number[] {
    return this.rowCount === 0 ? [] : this.places.ids
  }

  /** Ids of all groups that are known: one for everything is there without rows, too. */
  get knownIds(): readonly number[] {
    return this.places.ids
  }

  /** Counts some rows of a block. */
  *add(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Steps<void> {
    if (!this.where) {
      yield* this.count(workspace, block, rows, count)
      return
    }
    const list = workspace.list()
    list.set(rows.subarray(0, count))
    yield* this.count(workspace, block, list, yield* sift(workspace, block, this.where, list, count))
    workspace.giveBack(list)
  }

  /** Numbers of the first `groups` groups, each group's behind those of the one before, from a place of an array on. */
  *read(groups: number, into: Float64Array, from: number, width: number): Steps<void> {
    let first = from
    for (const [index, source] of this.sources.entries()) {
      const atom = this.atoms[index]
      const numbers = atom ? atomWidth(atom) : 0
      if ('table' in source) readNumbers(source.table, source.reads, groups, into, first, width)
      else
        for (let number = 0; number < numbers; number++)
          for (let group = 0; group < groups; group++)
            into[first + number + group * width] = source.counter.read(group, number)
      yield
      first += numbers
    }
  }

  /** Values of a group for the median that is the atom with this index. */
  spread(group: number, index: number): Spread {
    const source = this.sources[index]
    if (source && 'table' in source) {
      const { table } = source
      const counts = table.counts.subarray(group * table.size, (group + 1) * table.size)
      return spreadOfCounts(counts, (code) => table.column.valueOf(code))
    }
    return source?.counter.spread(group) ?? { values: new Float64Array(), upTo: new Float64Array() }
  }

  private *count(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Steps<void> {
    if (count === 0) return
    this.rowCount += count
    const places = this.places.placesOf(workspace, block, rows, count)
    const groups = this.places.ids.length
    const weights = this.atoms.some(isWeighted)
      ? doublesOf(workspace.weights, this.held.column(weightColumn), block)
      : null
    const all: BlockRows = { workspace, block, rows, count, places, groups, weights }
    const runs = this.tables.some(({ isForKernel }) => isForKernel) ? runsOf(all) : null
    for (const table of this.tables) if (!runs || !table.isForKernel) table.add(all)
    if (runs) this.addRuns(all, runs)
    for (const counter of this.counters) yield* counter.add(all)
  }

  /** Nothing else uses the kernel meanwhile: there is no pause. */
  private addRuns(all: BlockRows, runs: readonly number[]): void {
    byteKernel ??= new ByteKernel()
    for (const [at, first] of runs.entries()) {
      const last = runs[at + 1] ?? all.count
      byteKernel.choose(all.rows, first, last)
      for (const table of this.tables) if (table.isForKernel) table.addRun(all, first, last, byteKernel)
    }
  }
}

/** Places in a list of rows at which rows of another group begin; null where these lie too close together for the kernel. */
function runsOf({ rows, count, places }: BlockRows): number[] | null {
  const runs = [0]
  if (places === oneGroup) return runs
  const most = count / leastRun
  let group = places[rows[0] ?? 0]
  for (let at = 1; at < count; at++) {
    const next = places[rows[at] ?? 0]
    if (next === group) continue
    group = next
    if (runs.push(at) > most) return null
  }
  return runs
}
