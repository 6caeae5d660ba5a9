import type { Generated } from 'kysely'
import type { Json, MomentNow, MomentOrNull, Optional } from './db-columns.ts'

export interface SavedFilterTable {
  id: Generated<number>
  survey_id: number
  user_id: number
  name: string
  path: string
  shared: Generated<boolean>
  created_at: MomentNow
}

export interface UserPreferenceTable {
  user_id: number
  survey_id: Generated<number>
  key: string
  value: Json<unknown>
}

export interface StoredPathTable {
  id: string
  survey_id: number
  user_id: number | null
  path: string
  created_at: MomentNow
  used_at: MomentNow
}

export interface ShareTable {
  id: Generated<number>
  response_id: number
  token_hash: string
  token: string | null
  network: 'FACEBOOK' | 'LINKEDIN'
  title: string
  rating: Generated<string>
  quote: Generated<string>
  created_by: Optional<number>
  actor_user_id: Optional<number>
  created_at: MomentNow
  revoked_at: MomentOrNull
}
