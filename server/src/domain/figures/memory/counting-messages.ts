import type { CountedSums } from './column-sums.ts'
import type { ChangedRows } from './held-columns.ts'

/** What the counting thread is told; it takes messages in their order. */
export type CountingOrder =
  | { kind: 'hold'; table: number; ids: Float64Array; columns: ReadonlyMap<string, Float64Array> }
  | { kind: 'replace'; table: number; rows: ChangedRows }
  | { kind: 'drop'; table: number }
  /** The request as JSON: of thousands of conditions a text is handed over in a tenth of the time. */
  | { kind: 'sum'; job: number; table: number; caller: string; request: string }
  | { kind: 'cancel'; job: number }

/** What it answers. `sums` is null when the rows are not there or never stood still. */
export type CountingAnswer =
  | { kind: 'summed'; job: number; sums: CountedSums | null }
  | { kind: 'failed'; job: number; message: string }
  | { kind: 'rows'; table: number; count: number }
