import type { ColumnType, Generated } from 'kysely'
import type { DateText, Json, Moment, MomentOrNull, Optional, Settings } from './db-columns.ts'

/** What one import brought in. */
export interface ImportSetTable {
  id: Generated<number>
  survey_id: number
  created: Moment
  username: string
  filename: string
  added: Generated<number>
  changed: Generated<number>
  alerts: Generated<number>
  erased: Generated<number>
  made_survey: boolean
  responses_only: Generated<boolean>
  before: Json<Settings>
  digest: Generated<string>
  component: Optional<string>
  mapping: ColumnType<Settings | null, string | null | undefined, string | null>
  task_id: Optional<number>
}

/** A response as it was before an import changed it. */
export interface ImportImageTable {
  import_set_id: number
  response_id: number
  version: number
  version_after: number
  state: number
  event_date: DateText
  completed_at: MomentOrNull
  answers: Json<Record<string, number | string | string[]>>
  contact: Json<Record<string, string>>
  unit_ids: number[]
  record_key: number
}

/** A file that somebody uploaded to import it. */
export interface ImportUploadTable {
  uuid: Generated<string>
  owner_id: number
  actor_id: Optional<number>
  universe_id: Optional<number>
  survey_id: Optional<number>
  component: string
  filename: string
  created: Moment
  head: Json<unknown>
  file_id: number
  task_id: Optional<number>
}
