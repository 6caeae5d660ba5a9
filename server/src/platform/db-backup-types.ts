import type { Generated } from 'kysely'
import type { JsonOrNull, Moment, MomentOrNull, Optional } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** A backup that the server made by itself. */
export interface BackupRunTable {
  id: Generated<number>
  task_id: number
  file: Generated<string>
  made_at: Moment
  took_ms: Optional<number>
  tables: Optional<number>
  rows: Optional<number>
  bytes: Optional<number>
  proved_at: MomentOrNull
  proof_ms: Optional<number>
  proof_rows: Optional<number>
  failed_at: MomentOrNull
  reason: JsonOrNull<StoredWords>
  removed_at: MomentOrNull
}
