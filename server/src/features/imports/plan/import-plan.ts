import type { ImportNote } from '../import-words.ts'
import type { RowMark } from '../products/product.ts'
import type { DateSpan } from './find-span.ts'
import type { PlannedColumn, PlannedView, Roles } from './planned.ts'

/** Everything an import will do, decided before anything is written. */
export interface ImportPlan {
  /** Columns with answers, in the order of the file. */
  columns: PlannedColumn[]
  views: PlannedView[]
  roles: Roles
  rows: number
  /** The days that the answers are of; null without an event date. */
  span: DateSpan | null
  /** What was decided for the file as a whole, for the report. */
  notes: ImportNote[]
  /** Suggests a key where none was given. */
  suggestedKey: string | null
  /** Rows to be stored as not completed; null if all are completed. */
  unfinished: RowMark | null
}
