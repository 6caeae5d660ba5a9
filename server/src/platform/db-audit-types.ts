import type { Generated } from 'kysely'
import type { JsonDefault, MomentNow, Optional, Settings } from './db-columns.ts'

/** Who did what. */
export interface AuditTable {
  id: Generated<number>
  at: MomentNow
  universe_id: Optional<number>
  survey_id: Optional<number>
  user_id: Optional<number>
  actor_user_id: Optional<number>
  action: string
  object: Generated<string>
  details: JsonDefault<Settings>
  request_id: Generated<string>
  program: Generated<string>
}
