import { Column } from './column.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import { IdTable } from './id-table.ts'
import { KeptSelections } from './kept-selections.ts'
import { RollUps } from './roll-ups.ts'
import type { RollUpLimits } from './roll-ups.ts'
import type { LoadedRows } from './shares.ts'
import { Workspace } from './workspace.ts'
import { leaveOut } from '../store/stored-numbers.ts'
import type { Numbers } from '../store/stored-numbers.ts'

/** Current values of changed rows, by column. */
export interface ChangedRows {
  /** Ids of all changed rows, each once. */
  asked: readonly number[]
  /** Ids of those that still exist; the others were deleted. */
  ids: readonly number[]
  columns: ReadonlyMap<string, Float64Array>
}

/** A count needs a column that is not in memory any more. */
export class MissingColumn extends Error {
  constructor(column: string) {
    super(`The column ${column} is not in memory`)
  }
}

/** Most workspaces kept for later counts. */
const maxWorkspaces = 4

/**
 * Columns of a survey's rows in memory, or of a share of the rows, consistent and in the same row order. What is handed out is
 * valid until rows change: when `ownEpoch` has changed, work that uses it must stop.
 */
export class HeldColumns implements ColumnsByName {
  readonly selections = new KeptSelections()
  readonly rollUps: RollUps
  private count: number
  private changes = 0
  private ownChanges = 0
  private readonly ids: Column
  private readonly columns = new Map<string, Column>()
  /** Made when a row is first looked for. */
  private table: IdTable | null = null
  private readonly owns: (id: number) => boolean
  private readonly workspaces: Workspace[] = []

  /**
   * `ids` are the rows' ids. The caller must not use the arrays afterwards. `owns` tells of an id whether its row belongs
   * here when it is new.
   */
  constructor(
    ids: Float64Array,
    columns: ReadonlyMap<string, Numbers>,
    owns: (id: number) => boolean = () => true,
    limits: Partial<RollUpLimits> = {},
  ) {
    this.rollUps = new RollUps(this, limits)
    this.count = ids.length
    this.ids = new Column(ids)
    this.owns = owns
    for (const [name, values] of columns) this.columns.set(name, new Column(values))
  }

  get rowCount(): number {
    return this.count
  }

  /** How often rows were replaced, here or in another share: sums of several shares belong together at the same number. */
  get epoch(): number {
    return this.changes
  }

  /** How often rows that are here were replaced: results computed from an earlier number are stale. */
  get ownEpoch(): number {
    return this.ownChanges
  }

  /** Names of the columns. */
  get names(): ReadonlySet<string> {
    return new Set(this.columns.keys())
  }

  /** Whether a column is in memory. */
  has(name: string): boolean {
    return this.columns.has(name)
  }

  /** Bytes of each column, and under an empty name of what all of them need. */
  get sizes(): Map<string, number> {
    const sizes = new Map([['', this.ids.bytes + (this.table?.bytes ?? 0)]])
    for (const [name, column] of this.columns) sizes.set(name, column.bytes)
    return sizes
  }

  /** A column. Throws `MissingColumn`. */
  column(name: string): Column {
    const column = this.columns.get(name)
    if (!column) throw new MissingColumn(name)
    return column
  }

  /** A column's values by row, as a copy. Throws `MissingColumn`. */
  values(name: string): Float64Array {
    return this.column(name).toDoubles(this.count)
  }

  /** Room for the parts of a count; to be given back. */
  borrowWorkspace(): Workspace {
    return this.workspaces.pop() ?? new Workspace()
  }

  /** Takes a workspace back. */
  giveBack(workspace: Workspace): void {
    if (this.workspaces.length < maxWorkspaces) this.workspaces.push(workspace)
  }

  /** Counts some rows for a roll-up that is not complete; false where all are. */
  countMore(): boolean {
    const workspace = this.borrowWorkspace()
    const hasCounted = this.rollUps.countMore(workspace)
    this.giveBack(workspace)
    return hasCounted
  }

  /**
   * Adds columns that were read of rows with these ids, in any order, and afterwards changed as `missed` tells, one after the
   * other. Rows that are not here are left out.
   */
  add({ ids, columns }: LoadedRows, missed: readonly ChangedRows[]): void {
    const places = this.isInOrder(ids) ? null : Int32Array.from(ids, (id) => this.rows.find(id))
    for (const [name, values] of columns) {
      const column = new Column(places ? placedAt(places, values, this.count) : values)
      for (const { ids: changed, columns: current } of missed) {
        const now = current.get(name)
        const rows = changed.map((id) => this.rows.find(id))
        const known = rows.flatMap((row, at) => (row < 0 ? [] : at))
        column.set(
          known.map((at) => rows[at] ?? 0),
          Float64Array.from(known, (at) => now?.[at] ?? Number.NaN),
        )
      }
      this.columns.set(name, column)
    }
    this.rollUps.forgetInvalid()
  }

  /** Frees columns. */
  forget(names: Iterable<string>): void {
    for (const name of names) this.columns.delete(name)
    this.selections.clear()
    this.rollUps.forgetInvalid()
  }

  /** Updates the rows that changed. Columns that the change says nothing of are freed. */
  replace({ asked, ids, columns }: ChangedRows): void {
    const unknown = [...this.columns.keys()].filter((name) => !columns.has(name))
    if (unknown.length > 0) this.forget(unknown)
    this.changes++
    if (asked.some((id) => this.owns(id))) this.ownChanges++
    const present = new Set(ids)
    for (const id of asked) if (!present.has(id)) this.remove(id)
    const rows: number[] = []
    const kept: number[] = []
    const count = this.rowCount
    ids.forEach((id, at) => {
      const known = this.rows.find(id)
      if (known < 0 && !this.owns(id)) return
      rows.push(known < 0 ? this.append(id) : known)
      kept.push(at)
    })
    const before = rows.filter((row) => row < count)
    this.rollUps.leave(before)
    for (const [name, column] of this.columns) {
      const values = columns.get(name)
      column.set(
        rows,
        Float64Array.from(kept, (at) => values?.[at] ?? Number.NaN),
      )
    }
    this.selections.invalidate(rows)
    this.rollUps.forgetInvalid()
    this.rollUps.enter(before)
    this.rollUps.arrive(rows.filter((row) => row >= count))
  }

  /** Clears what is kept; the columns themselves are garbage collected with this object. */
  drop(): void {
    this.selections.clear()
  }

  private get rows(): IdTable {
    return (this.table ??= new IdTable(this.ids, this.count))
  }

  /** Moves the last row to the place of the removed one. */
  private remove(id: number): void {
    const row = this.rows.find(id)
    if (row < 0) return
    this.rows.remove(id)
    this.rollUps.leave(row === this.count - 1 ? [row] : [row, this.count - 1])
    const last = --this.count
    this.rollUps.shrink()
    this.selections.invalidate([row, last])
    if (row === last) return
    this.rows.move(this.ids.get(last), row)
    for (const column of [this.ids, ...this.columns.values()]) column.copy(last, row)
    this.rollUps.enter([row])
  }

  private append(id: number): number {
    const row = this.count++
    for (const column of [this.ids, ...this.columns.values()]) column.grow(this.count)
    this.ids.set([row], Float64Array.of(id))
    this.rows.add(id, row)
    return row
  }

  private isInOrder(ids: Float64Array): boolean {
    if (ids.length !== this.count) return false
    for (let row = 0; row < ids.length; row++) if (ids[row] !== this.ids.get(row)) return false
    return true
  }
}

function placedAt(places: Int32Array, values: Numbers, count: number): Numbers {
  const placed = values instanceof Int32Array ? new Int32Array(count) : new Float64Array(count)
  for (let row = 0; row < count; row++) leaveOut(placed, row)
  for (let at = 0; at < places.length; at++) {
    const row = places[at] ?? -1
    if (row >= 0) placed[row] = values[at] ?? Number.NaN
  }
  return placed
}
