import type { ImportTarget } from '../find-target.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { LinkedColumns } from '../rows/link-columns.ts'
import type { Table } from '../tables/table.ts'

/** An import that is tried. */
export interface TriedImport {
  /** Name of the survey. */
  survey: string
  table: Table
  plan: ImportPlan
  target: ImportTarget
  /** What "today" is for the survey, ISO. */
  today: string
  /** State of the responses. */
  state: number
  linked?: LinkedColumns | undefined
}
