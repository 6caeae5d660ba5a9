import type { Kysely } from 'kysely'
import type { RaiseContext } from '#server/domain/alerts/raise.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { FoundDoubt } from './doubts/find-doubts.ts'
import type { ImportDoubt } from './doubts/report-doubts.ts'
import type { ImportNote } from './import-words.ts'
import type { ImportPlan } from './plan/import-plan.ts'
import type { Includable } from './plan/plan-options.ts'
import type { QuestionSettings } from './plan/planned.ts'
import type { Repeated } from './plan/repeated-ids.ts'
import type { ColumnReport } from './report.ts'
import type { Table } from './tables/table.ts'
import type { LinkedColumns } from './rows/link-columns.ts'
import type { LoadResult } from './load/load-rows.ts'

/** What an import needs of the program, and who imports. */
export type ImportContext = RaiseContext

/** What to import, and how. Columns are named by their header, their variable or their position from 1: `#3`. */
export interface ImportRequest {
  file: string
  universe: string
  /** Title of the universe if it is created. */
  universeTitle?: string
  survey: string
  title?: string
  /** Levels from the top. */
  hierarchy?: readonly string[]
  date?: string
  dateFormat?: string
  /** Column that identifies a response again in a later import. */
  key?: string
  /** Column of the overall question: the headline. */
  main?: string
  sheet?: string
  /** How many rows at the top hold no answers; detected where missing. */
  headerRows?: number
  /** Rows to count as completed answers though the export of a survey product says otherwise. */
  include?: readonly Includable[]
  /** Which rows count whose key, or id in the export of a survey product, is there more than once. */
  repeated?: Repeated
  /** Question of the survey, or `new`, by column, where the names differ. */
  match?: Readonly<Record<string, string>>
  /** A configuration file, with `questions:` for the metadata. */
  config?: { name: string; text: string }
  /** Reports and changes nothing. */
  dryRun?: boolean
  /** How what is doubted is decided: the doubt's id (`below:staff`) and the name of a choice. */
  decisions?: readonly { id: string; choice: string }[]
  /** Whether owners are told of the alerts it raises; true by default. */
  notices?: boolean
  /** State of the responses; 0 (completed) by default. */
  state?: number
  /** Columns that are not imported. */
  leaveOut?: readonly string[]
  /** How the columns are linked to the survey, which is there: no others are read. */
  linked?: LinkedColumns
  /** Settings of single columns; those of a configuration come first. */
  settings?: Readonly<Record<string, QuestionSettings>>
}

/** What an import is doing. `done` of `total` are rows or bytes; `total` is 0 while it is not known. */
export interface ImportProgress {
  phase: 'opening' | 'checking' | 'storing'
  done: number
  total: number
}

/** Progress and cancellation of an import. A cancelled import changes nothing. */
export interface ImportWatch {
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
  /** Gets the plan and the table it is of, before anything is written. */
  onPlanned?: (planned: PlannedTable) => Promise<void>
  /** Stores what belongs to the import as well, at the end of its transaction. */
  onStored?: (db: Kysely<Database>, importSetId: number) => Promise<void>
}

/** A column that is not imported. */
export interface LeftOut {
  index: number
  /** Its name in the file; '' for none. */
  name: string
  /** Its first value, once the rows were read. */
  example: string
}

/** A table with what an import would do with it. */
export interface PlannedTable {
  table: Table
  /** The names of all columns of the file. */
  headers: readonly string[]
  /** Columns that are left out, each with a value. */
  leftOut: readonly LeftOut[]
  /** With what is decided. */
  plan: ImportPlan
  doubts: readonly FoundDoubt[]
  /** The configuration that would be written; null if the survey keeps the one it has. */
  configuration: string | null
}

/**
 * What was stored. `late` ones of the responses belong to closed periods of an anonymous survey: they are stored but not
 * counted. The import set can be undone.
 */
export type StoredResult = LoadResult & {
  surveyId: number
  importSetId: number
  xid: number
  late: number
  /** Alerts that were raised. */
  alerts: number
}

/** The result of an import. */
export interface ImportResult {
  rows: number
  notes: ImportNote[]
  columns: ColumnReport[]
  /** What is doubted, each with its choices. */
  doubts: ImportDoubt[]
  /** The configuration written, or (dry run) that would be; null if the survey keeps the one it has. */
  configuration: string | null
  suggestedKey: string | null
  /** How many alerts were raised, or (dry run) would be. */
  alerts: number
  /** Null after a dry run. */
  stored: StoredResult | null
}
