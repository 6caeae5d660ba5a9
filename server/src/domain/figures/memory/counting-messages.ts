import type { CountedSums } from './column-sums.ts'
import type { ChangedRows } from './held-columns.ts'

/** Messages to the counting thread, handled in their order. */
export type CountingOrder =
  | { kind: 'hold'; table: number; ids: Float64Array; columns: ReadonlyMap<string, Float64Array> }
  | { kind: 'replace'; table: number; rows: ChangedRows }
  | { kind: 'drop'; table: number }
  /** The request as JSON: with thousands of conditions, a string is posted in a tenth of the time of an object. */
  | { kind: 'sum'; job: number; table: number; caller: string; request: string }
  | { kind: 'cancel'; job: number }

/** Its answers. `sums` is null when the columns are not held any more or the rows kept changing. */
export type CountingAnswer =
  | { kind: 'summed'; job: number; sums: CountedSums | null }
  | { kind: 'failed'; job: number; message: string }
  | { kind: 'rows'; table: number; count: number }
