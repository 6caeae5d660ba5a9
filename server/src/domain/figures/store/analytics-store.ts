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

/** A table of the store. */
export interface TableShape {
  table: string
  columns: readonly Column[]
  /** The column by which rows are replaced: those with one value of it are replaced together. Never null. */
  key: string
  /** Columns by which rows are best stored, before the key: rows that are read together are then adjacent. */
  order?: readonly string[]
}

/** New values of some columns of rows, many of which have the same: each row names its group by number. */
export interface ColumnChanges {
  /** Columns with a value for each row: the table's key, then others. */
  rowColumns: readonly Column[]
  /** Columns with a value for each group. */
  groupColumns: readonly Column[]
  /** In steps: `groups` are numbered by their place in it, and `groupOf` has a number for each row. */
  steps: AsyncIterable<{ rows: Cell[][]; groupOf: number[]; groups: Cell[][] }>
}

/** What a write may do; see `AnalyticsStore.write`. Values are given column by column, in the order of the columns. */
export interface StoreWriter {
  /** Runs a reading statement, which sees what this write has done to existing tables. */
  read(fragment: Fragment): Promise<Table>
  /** Creates an empty table unless there is one of that name. */
  ensureTable(shape: TableShape): Promise<void>
  /** Creates an empty table, replacing one of the same name. Until the write ends, others read the one before. */
  createTable(shape: TableShape): Promise<void>
  /** Drops a table if it exists. */
  dropTable(table: string): Promise<void>
  /** Adds rows to a table that this write has created. */
  append(shape: TableShape, values: readonly (readonly Cell[])[]): Promise<void>
  /** Replaces the rows of which the key is one of `keys` by others, which have no other keys. */
  replaceRows(shape: TableShape, keys: readonly Cell[], values: readonly (readonly Cell[])[]): Promise<void>
  /** Changes some columns of rows. */
  changeColumns(shape: TableShape, changes: ColumnChanges): Promise<void>
}

/** The store as the rest of the program uses it. */
export interface AnalyticsStore {
  /** What it is called by the processes that use it, of which one fills it at a time; null for a store of one process. */
  readonly sharedAs: string | null
  /** Makes what this process writes from now on later than all that others have written. */
  beginWriting(): Promise<void>
  /** Whether the tables are those of this version of the program. */
  isOfThisLayout(): Promise<boolean>
  /** Runs a reading statement; see `DuckDb.query`. */
  query(fragment: Fragment, options?: QueryOptions): Promise<Table>
  /** The columns of a result, all of which are doubles without nulls; see `DuckDb.numbers`. */
  numbers(fragment: Fragment, options?: QueryOptions): Promise<Float64Array[]>
  /**
   * Runs `work` after all earlier writes. When it returns, all its changes are visible. When it throws, or the process
   * is killed, doing it again leads to the same rows; only DuckDB then shows nothing of it (see decision 024).
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** Waits for running work and closes the store. */
  close(): Promise<void>
}
