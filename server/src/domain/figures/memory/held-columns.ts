import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/** Groups of all rows by the values of a column: their ids (null for no value), and by row its group's place among them. */
export interface RowGroups {
  ids: readonly (number | null)[]
  of: Int32Array
}

/** The present values of rows that changed, by column; a row asked for that is not among `ids` is gone. */
export interface ChangedRows {
  /** Rows that changed, each once. */
  asked: readonly number[]
  /** Those of them that are there now. */
  ids: readonly number[]
  columns: ReadonlyMap<string, Float64Array>
}

/** Selections of rows that are kept for the requests to come; a page asks for many figures of the same rows. */
const maxSelections = 8
/** Rooms for rows that are kept for those who count next. */
const maxRooms = 4
/** Part of the rows there is spare room for once rows are added. */
const spareShare = 1 / 16

/** Something worked out from columns, and from which. */
interface Derived<T> {
  from: ReadonlySet<string>
  value: T
}

/**
 * Columns of a survey's rows in memory, all as they are at one moment and in one order. A value that is not there is
 * NaN. What is worked out from them for all rows is kept with them. Arrays handed out hold until rows change: `epoch`
 * tells, and work that was begun before must be given up.
 */
export class HeldColumns {
  private count: number
  private everyRow: Int32Array
  private noGroup: Int32Array
  private ids: Float64Array
  private changes = 0
  private readonly rooms: Int32Array[] = []
  private readonly columns: Map<string, Float64Array>
  /** The columns as long as there are rows; what they are taken from may have room for more. */
  private readonly views = new Map<string, Float64Array>()
  /** Rows by id, once rows have changed. */
  private rowOf: Map<number, number> | null = null
  private readonly derived = new Map<string, Derived<Float64Array>>()
  private readonly groups = new Map<string, RowGroups>()
  private readonly selections = new Map<string, Derived<Int32Array>>()

  /** `ids` are the rows'; the arrays become this object's own. */
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

  /** How often rows were replaced: what was begun at another number is of no use any more. */
  get epoch(): number {
    return this.changes
  }

  /** Every row's place. */
  get rows(): Int32Array {
    return this.everyRow.subarray(0, this.count)
  }

  /** One group of all rows. */
  get oneGroup(): Int32Array {
    return this.noGroup.subarray(0, this.count)
  }

  /** Lends room for every row's place while some work is done: large arrays made each time keep memory busy. */
  *withRoom<T>(work: (room: Int32Array) => Steps<T>): Steps<T> {
    const free = this.rooms.pop()
    const room = free && free.length >= this.count ? free : new Int32Array(this.everyRow.length)
    try {
      return yield* work(room)
    } finally {
      if (this.rooms.length < maxRooms) this.rooms.push(room)
    }
  }

  /** Throws when the column is not held. */
  values(column: string): Float64Array {
    let view = this.views.get(column)
    if (!view) {
      const values = this.columns.get(column)
      if (!values) throw new Error(`The column ${column} is not in memory`)
      this.views.set(column, (view = values.subarray(0, this.count)))
    }
    return view
  }

  /** Values of all rows worked out from columns, under a name that says how. */
  *derivedValues(name: string, from: ReadonlySet<string>, make: () => Steps<Float64Array>): Steps<Float64Array> {
    let known = this.derived.get(name)
    if (!known) this.derived.set(name, (known = { from, value: yield* make() }))
    return known.value
  }

  /** The rows in groups by a column's value. */
  *groupsBy(column: string): Steps<RowGroups> {
    let groups = this.groups.get(column)
    if (!groups) this.groups.set(column, (groups = yield* groupRows(this.values(column))))
    return groups
  }

  /** Rows selected by values of columns, under a name that says which. */
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

  /** Puts changed rows in the place of what is held of them; false, with nothing done, when a column is missing. */
  replace({ asked, ids, columns }: ChangedRows): boolean {
    for (const name of this.columns.keys()) if (!columns.has(name)) return false
    this.changes++
    const rowOf = (this.rowOf ??= rowsById(this.ids, this.count))
    const present = new Set(ids)
    const isOther = asked.some((id) => rowOf.has(id) !== present.has(id))
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
    if (isOther) this.forgetAll()
    else this.forgetOf(touched)
    return true
  }

  /** The last row takes the place of the one that goes. */
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
    const room = this.count + 64 + Math.ceil(this.count * spareShare)
    this.ids = extended(this.ids, room)
    for (const [name, values] of this.columns) this.columns.set(name, extended(values, room))
    this.everyRow = numbersUpTo(room)
    this.noGroup = new Int32Array(room)
  }

  /** Nothing has to be done for what is held in this thread: it goes when nobody uses it any more. */
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

/** Puts rows in groups by their value. */
export function* groupRows(values: Float64Array): Steps<RowGroups> {
  const of = new Int32Array(values.length)
  const ids: (number | null)[] = []
  const places = new Map<number, number>()
  // Rows of a unit, or of a day, lie together: most have the value of the row before.
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
