import type { CountedSums } from './counted-sums.ts'
import type { ChangedRows } from './held-columns.ts'
import type { RollUpLimits } from './roll-ups.ts'
import type { LoadedRows } from './shares.ts'

/** What a counting thread is told when it starts: which of how many shares of the rows is its own. */
export interface ShareOfRows {
  share: number
  shares: number
  /** When roll-ups of them pay, where that is not as usual. */
  rollUps: Partial<RollUpLimits>
}

/** What a counting thread is told, in messages of one or several; handled in their order. */
export type CountingOrder =
  /** The rows of a new table that are the thread's own. */
  | { kind: 'hold'; table: number; rows: LoadedRows }
  /** More columns of its rows, and what has changed in these since they were read. */
  | { kind: 'add'; table: number; rows: LoadedRows; missed: readonly ChangedRows[] }
  | { kind: 'forget'; table: number; names: readonly string[] }
  | { kind: 'replace'; table: number; rows: ChangedRows }
  | { kind: 'drop'; table: number }
  /** The request as JSON: with thousands of conditions, a string is posted in a tenth of the time of an object. */
  | { kind: 'sum'; job: number; table: number; caller: string; request: string }
  | { kind: 'cancel'; job: number }

/** Sums over a share of a table's rows, as they were after so many changes of rows. */
export interface ShareSums {
  epoch: number
  sums: CountedSums
}

/** Its answers. `counted` is null when the columns are not held any more or the rows kept changing. */
export type CountingAnswer =
  | { kind: 'summed'; job: number; counted: ShareSums | null }
  | { kind: 'failed'; job: number; message: string }
  | { kind: 'rows'; table: number; count: number; sizes: ReadonlyMap<string, number> }
