import type { ReportFormat } from '@gensvar/contract/entities/reports'
import type { Generated } from 'kysely'
import type { Moment, MomentOrNull, Optional } from './db-columns.ts'

/** A file that the program made. */
export interface StoredFileTable {
  id: Generated<number>
  universe_id: Optional<number>
  survey_id: Optional<number>
  created: Moment
  expires: MomentOrNull
  size: Optional<number>
  has_cases: boolean
}

/** A part of its content. */
export interface StoredFilePartTable {
  file_id: number
  number: number
  content: Buffer
}

/** What a user asked to have as a file. */
export interface ReportTable {
  uuid: Generated<string>
  kind: string
  task_id: Optional<number>
  universe_id: number
  survey_id: number
  owner_id: number
  actor_id: Optional<number>
  title: string
  file_name: string
  format: ReportFormat
  created: Moment
  initiated: MomentOrNull
  completed: MomentOrNull
  expires: MomentOrNull
  file_id: Optional<number>
}
