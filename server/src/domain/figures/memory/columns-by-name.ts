import type { Column } from './column.ts'

/** Columns of the same rows. */
export interface ColumnsByName {
  readonly rowCount: number
  readonly names: ReadonlySet<string>
  /** A column. Throws `MissingColumn`. */
  column(name: string): Column
}
