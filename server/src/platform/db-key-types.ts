import type { Generated } from 'kysely'
import type { DateText, Moment, MomentOrNull, Optional } from './db-columns.ts'

/** `api_key`: what opens a part of a survey to a program or a public screen. */
export interface ApiKeyTable {
  id: Generated<number>
  universe_id: number
  survey_id: number
  ext_name: string
  type: 1 | 2 | 3 | 4
  path: string
  user_id: Optional<number>
  per_minute: number
  token_hash: string
  old_token_hash: Optional<string>
  old_token_until: MomentOrNull
  last_day: Optional<DateText>
  revoked_at: MomentOrNull
  last_used_at: MomentOrNull
  version: Generated<number>
  created_at: Moment
}

/** `hidden_comment`: comments that are kept from public screens. */
export interface HiddenCommentTable {
  response_id: number
  hidden_at: Moment
}

/** `key_allowance`: what is left of a key's requests for a minute. */
export interface KeyAllowanceTable {
  key_id: number
  remaining: number
  granted: number
  at: Moment
}
