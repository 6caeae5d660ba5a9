/** Groups of all rows by the values of a column: their ids (null for no value), and by row its group's place among them. */
export interface RowGroups {
  ids: readonly (number | null)[]
  of: Int32Array
}

/** Selections of rows that are kept for the requests to come; a page asks for many figures of the same rows. */
const maxSelections = 8

/**
 * Columns of a survey's rows in memory, all as they were at one moment and in one order. A value that is not there is
 * NaN. What is worked out from them for all rows is kept with them.
 */
export class HeldColumns {
  readonly rowCount: number
  /** Every row's place. */
  readonly rows: Int32Array
  /** One group of all rows. */
  readonly oneGroup: Int32Array
  private readonly columns: ReadonlyMap<string, Float64Array>
  private readonly derived = new Map<string, Float64Array>()
  private readonly groups = new Map<string, RowGroups>()
  private readonly selections = new Map<string, Int32Array>()

  constructor(rowCount: number, columns: ReadonlyMap<string, Float64Array>) {
    this.rowCount = rowCount
    this.rows = Int32Array.from({ length: rowCount }, (_, row) => row)
    this.oneGroup = new Int32Array(rowCount)
    this.columns = columns
  }

  /** Throws when the column is not held. */
  values(column: string): Float64Array {
    const values = this.columns.get(column)
    if (!values) throw new Error(`The column ${column} is not in memory`)
    return values
  }

  /** Values of all rows worked out from others, under a name that says how. */
  derivedValues(name: string, make: () => Float64Array): Float64Array {
    let values = this.derived.get(name)
    if (!values) this.derived.set(name, (values = make()))
    return values
  }

  /** The rows in groups by a column's value. */
  groupsBy(column: string): RowGroups {
    let groups = this.groups.get(column)
    if (!groups) this.groups.set(column, (groups = groupRows(this.values(column))))
    return groups
  }

  /** Rows selected under a name that says which. */
  selected(name: string, select: () => Int32Array): Int32Array {
    let rows = this.selections.get(name)
    if (rows) this.selections.delete(name)
    else rows = select()
    this.selections.set(name, rows)
    for (const oldest of this.selections.keys()) {
      if (this.selections.size <= maxSelections) break
      this.selections.delete(oldest)
    }
    return rows
  }
}

/** Puts rows in groups by their value. */
export function groupRows(values: Float64Array): RowGroups {
  const of = new Int32Array(values.length)
  const ids: (number | null)[] = []
  const places = new Map<number, number>()
  // Rows of a unit, or of a day, lie together: most have the value of the row before.
  let last = Number.POSITIVE_INFINITY
  let place = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    if (value !== last) {
      last = value
      const known = places.get(value)
      place = known ?? ids.push(Number.isNaN(value) ? null : value) - 1
      if (known === undefined) places.set(value, place)
    }
    of[row] = place
  }
  return { ids, of }
}
