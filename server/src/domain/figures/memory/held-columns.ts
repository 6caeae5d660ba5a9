import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/**
 * All rows grouped by a column's values: the groups' ids (null for no value), and by row its group's index in `ids`.
 */
export interface RowGroups {
  ids: readonly (number | null)[]
  of: Int32Array
}

/** Current values of changed rows, by column. */
export interface ChangedRows {
  /** Ids of all changed rows, each once. */
  asked: readonly number[]
  /** Ids of those that still exist; the others were deleted. */
  ids: readonly number[]
  columns: ReadonlyMap<string, Float64Array>
}

/** Most selections of rows cached: a page asks for many figures over the same rows. */
const maxSelections = 8
/** Most unused row buffers kept for later counts. */
const maxBuffers = 4
/** Spare capacity when the arrays grow, as a share of the rows. */
const spareShare = 1 / 16

/** A value computed from columns, and the names of these. */
interface Derived<T> {
  from: ReadonlySet<string>
  value: T
}

/**
 * Columns of a survey's rows in memory, consistent and in the same row order. A missing value is NaN. Values computed
 * from them for all rows are cached here. Arrays returned are valid until rows change: when `epoch` has changed, work
 * that uses them must stop.
 */
export class HeldColumns {
  private count: number
  private everyRow: Int32Array
  private noGroup: Int32Array
  private ids: Float64Array
  private changes = 0
  private readonly buffers: Int32Array[] = []
  private readonly columns: Map<string, Float64Array>
  /** The columns cut to the number of rows; the underlying arrays may be longer. */
  private readonly views = new Map<string, Float64Array>()
  /** Index of each row by id; built on the first change. */
  private rowOf: Map<number, number> | null = null
  private readonly derived = new Map<string, Derived<Float64Array>>()
  private readonly groups = new Map<string, RowGroups>()
  private readonly selections = new Map<string, Derived<Int32Array>>()

  /** `ids` are the rows' ids. The caller must not use the arrays afterwards. */
  constructor(ids: Float64Array, columns: ReadonlyMap<string, Float64Array>) {
    this.count = ids.length
    this.ids = ids
    this.columns = new Map(columns)
    this.everyRow = numbersUpTo(this.count)
    this.noGroup = new Int32Array(this.count)
  }

  get rowCount(): number {
    return this.count
  }

  /** How often rows were replaced: results computed from an earlier number are stale. */
  get epoch(): number {
    return this.changes
  }

  /** Indexes of all rows. */
  get rows(): Int32Array {
    return this.everyRow.subarray(0, this.count)
  }

  /** By row the index of its group when all rows are in one group: 0. */
  get oneGroup(): Int32Array {
    return this.noGroup.subarray(0, this.count)
  }

  /** Lends a buffer as long as the rows for the time of some work: allocating large arrays each time is slow. */
  *withBuffer<T>(work: (buffer: Int32Array) => Steps<T>): Steps<T> {
    const free = this.buffers.pop()
    const buffer = free && free.length >= this.count ? free : new Int32Array(this.everyRow.length)
    try {
      return yield* work(buffer)
    } finally {
      if (this.buffers.length < maxBuffers) this.buffers.push(buffer)
    }
  }

  /** A column's values by row. Throws when the column is not in memory. */
  values(column: string): Float64Array {
    let view = this.views.get(column)
    if (!view) {
      const values = this.columns.get(column)
      if (!values) throw new Error(`The column ${column} is not in memory`)
      this.views.set(column, (view = values.subarray(0, this.count)))
    }
    return view
  }

  /** Values by row computed from the columns `from`, cached under a name that says how they are computed. */
  *derivedValues(name: string, from: ReadonlySet<string>, make: () => Steps<Float64Array>): Steps<Float64Array> {
    let known = this.derived.get(name)
    if (!known) this.derived.set(name, (known = { from, value: yield* make() }))
    return known.value
  }

  /** All rows grouped by a column's value; cached. */
  *groupsBy(column: string): Steps<RowGroups> {
    let groups = this.groups.get(column)
    if (!groups) this.groups.set(column, (groups = yield* groupRows(this.values(column))))
    return groups
  }

  /** Rows selected by the columns `from`, cached under a name that says how they are selected. */
  *selected(name: string, from: ReadonlySet<string>, select: () => Steps<Int32Array>): Steps<Int32Array> {
    const known = this.selections.get(name) ?? { from, value: yield* select() }
    this.selections.delete(name)
    this.selections.set(name, known)
    for (const oldest of this.selections.keys()) {
      if (this.selections.size <= maxSelections) break
      this.selections.delete(oldest)
    }
    return known.value
  }

  /** Updates the rows that changed; false, with nothing done, when a column is missing. */
  replace({ asked, ids, columns }: ChangedRows): boolean {
    for (const name of this.columns.keys()) if (!columns.has(name)) return false
    this.changes++
    const rowOf = (this.rowOf ??= rowsById(this.ids, this.count))
    const present = new Set(ids)
    const rowsDiffer = asked.some((id) => rowOf.has(id) !== present.has(id))
    for (const id of asked) if (!present.has(id)) this.remove(id, rowOf)
    const places = ids.map((id) => rowOf.get(id) ?? this.add(id, rowOf))
    const touched = new Set<string>()
    for (const [name, values] of this.columns) {
      const now = columns.get(name)
      places.forEach((row, at) => {
        const value = now?.[at] ?? Number.NaN
        if (!Object.is(values[row], value)) touched.add(name)
        values[row] = value
      })
    }
    if (rowsDiffer) this.forgetAll()
    else this.forgetOf(touched)
    return true
  }

  /** Moves the last row to the index of the removed one. */
  private remove(id: number, rowOf: Map<number, number>): void {
    const row = rowOf.get(id)
    if (row === undefined) return
    rowOf.delete(id)
    const last = --this.count
    if (row === last) return
    const moved = this.ids[last] ?? 0
    for (const values of [this.ids, ...this.columns.values()]) values[row] = values[last] ?? Number.NaN
    rowOf.set(moved, row)
  }

  private add(id: number, rowOf: Map<number, number>): number {
    const row = this.count++
    if (row >= this.ids.length) this.grow()
    this.ids[row] = id
    rowOf.set(id, row)
    return row
  }

  private grow(): void {
    const capacity = this.count + 64 + Math.ceil(this.count * spareShare)
    this.ids = extended(this.ids, capacity)
    for (const [name, values] of this.columns) this.columns.set(name, extended(values, capacity))
    this.everyRow = numbersUpTo(capacity)
    this.noGroup = new Int32Array(capacity)
  }

  /** Clears the cached values; the columns themselves are garbage collected with this object. */
  drop(): void {
    this.forgetAll()
  }

  private forgetAll(): void {
    for (const kept of [this.views, this.derived, this.groups, this.selections]) kept.clear()
  }

  private forgetOf(touched: ReadonlySet<string>): void {
    for (const column of touched) this.groups.delete(column)
    for (const kept of [this.derived, this.selections])
      for (const [name, { from }] of kept) if ([...touched].some((column) => from.has(column))) kept.delete(name)
  }
}

function numbersUpTo(count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let at = 0; at < count; at++) numbers[at] = at
  return numbers
}

function rowsById(ids: Float64Array, count: number): Map<number, number> {
  const rows = new Map<number, number>()
  for (let row = 0; row < count; row++) rows.set(ids[row] ?? 0, row)
  return rows
}

function extended(values: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(length)
  longer.set(values)
  return longer
}

/** Groups rows by their value. */
export function* groupRows(values: Float64Array): Steps<RowGroups> {
  const of = new Int32Array(values.length)
  const ids: (number | null)[] = []
  const places = new Map<number, number>()
  // Rows of a unit, or of a day, are adjacent: most have the same value as the row before.
  let last = Number.POSITIVE_INFINITY
  let place = 0
  yield* inSteps(values.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const value = values[row] ?? Number.NaN
      if (value !== last) {
        last = value
        const known = places.get(value)
        place = known ?? ids.push(Number.isNaN(value) ? null : value) - 1
        if (known === undefined) places.set(value, place)
      }
      of[row] = place
    }
  })
  return { ids, of }
}
