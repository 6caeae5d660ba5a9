import type { Column } from './column.ts'

/** Columns of the same rows. */
export interface ColumnsByName {
  readonly rowCount: number
  has(name: string): boolean
  /** A column. Throws `MissingColumn`. */
  column(name: string): Column
}
