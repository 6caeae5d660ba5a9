import type { Fragment } from '#server/platform/sql.ts'

/** A value of a result or of a row to store. Integers beyond 2^53 are bigint. */
export type Cell = number | string | bigint | null

/** A result, column by column: `columns[c][r]`. */
export interface Table {
  names: string[]
  columns: Cell[][]
  rowCount: number
}

/** Types of the store's columns. */
export type ColumnType = 'int8' | 'int16' | 'int32' | 'int64' | 'double' | 'text'

/** A column of the store. */
export interface Column {
  name: string
  type: ColumnType
  /** Stored as it is: searches read all of it, and unpacking would take longer than the search. */
  isSearched?: boolean
}

/** How to run a reading statement. `timeout` is in ms. `caller` names the user it is run for: callers take turns. */
export interface QueryOptions {
  signal?: AbortSignal
  timeout?: number
  caller?: string
}

/** What a transaction may do; see `AnalyticsStore.write`. */
export interface StoreWriter {
  run(fragment: Fragment): Promise<Table>
  /** Creates an empty table, replacing one of the same name. */
  createTable(table: string, columns: readonly Column[]): Promise<void>
  /** Adds rows given column by column, in the order of the table's columns. */
  append(table: string, columns: readonly Column[], values: readonly (readonly Cell[])[]): Promise<void>
}

/** The store as the rest of the program uses it. */
export interface AnalyticsStore {
  /** Runs a reading statement; see `DuckDb.query`. */
  query(fragment: Fragment, options?: QueryOptions): Promise<Table>
  /** The columns of a result, all of which are doubles without nulls; see `DuckDb.numbers`. */
  numbers(fragment: Fragment, options?: QueryOptions): Promise<Float64Array[]>
  /** Runs `work` in a transaction after all earlier ones; see `DuckDb.write`. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** Waits for running work and closes the store. */
  close(): Promise<void>
}
