/**
 * Columns of a survey's rows in memory, all as they were at one moment and in one order. A value that is not there is
 * NaN. Never changed after they are made.
 */
export class HeldColumns {
  readonly rowCount: number
  /** Every row's place. */
  readonly rows: Int32Array
  private readonly columns: ReadonlyMap<string, Float64Array>

  constructor(rowCount: number, columns: ReadonlyMap<string, Float64Array>) {
    this.rowCount = rowCount
    this.rows = Int32Array.from({ length: rowCount }, (_, row) => row)
    this.columns = columns
  }

  /** Throws when the column is not held. */
  values(column: string): Float64Array {
    const values = this.columns.get(column)
    if (!values) throw new Error(`The column ${column} is not in memory`)
    return values
  }
}
