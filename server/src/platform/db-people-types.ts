import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonDefault, Moment, MomentNow, MomentOrNull, Optional, Settings } from './db-columns.ts'

/** A role of an organisation. */
export interface RoleTable {
  id: Generated<number>
  universe_id: number
  name: string
  parent_id: Optional<number>
  can_add_users: Generated<boolean>
  can_see_all_data: Generated<boolean>
  can_create_roles: Generated<boolean>
  can_view_completed_samples: Generated<boolean>
  restricted: Generated<boolean>
  version: Generated<number>
  saved_by: Optional<number>
}

/** What a role may do in a survey. */
export interface RoleSurveyTable {
  role_id: number
  survey_id: number
  access: Generated<boolean>
  rights: JsonDefault<Settings>
}

/** A user. */
export interface AppUserTable {
  id: Generated<number>
  username: string
  email: Generated<string>
  first_name: Generated<string>
  last_name: Generated<string>
  password_hash: Optional<string>
  credential_version: Generated<number>
  status: Generated<number>
  is_root: Generated<boolean>
  locale: Optional<string>
  demo: Generated<boolean>
  last_login: MomentOrNull
  created_at: MomentNow
  version: Generated<number>
  show_indicators: Generated<boolean>
  search_text: GeneratedAlways<string>
}

/** A user in an organisation. */
export interface UserUniverseTable {
  user_id: number
  universe_id: number
  role_id: number
  admin: Generated<boolean>
  act_as: Generated<boolean>
  disabled: Generated<boolean>
  locale: Optional<string>
  notify_flags: Generated<number>
  muted_channels: Generated<string[]>
}

/** A filter that limits what a user sees. */
export interface UserFilterTable {
  id: Generated<number>
  user_id: number
  universe_id: number
  survey_id: Optional<number>
  variable: string
  values: string[]
}

/** A session. */
export interface SessionTable {
  id: Generated<number>
  token_hash: string
  cookie_hash: Optional<string>
  user_id: number
  universe_id: Optional<number>
  actor_user_id: Optional<number>
  view_role_id: Optional<number>
  created_at: MomentNow
  expires_at: Moment
  last_write: Optional<string>
}

/** A one-time code of a ticket or link. */
export interface OneTimeCodeTable {
  code_hash: string
  purpose: string
  payload: Json<Settings>
  expires_at: Moment
  used_at: MomentOrNull
}

/** An address somebody signed in from. */
export interface KnownAddressTable {
  user_id: number
  address: string
  last_at: Moment
}

/** A record of the embedded identity provider. */
export interface OidcModelTable {
  model: string
  id: string
  payload: Json<Settings>
  grant_id: Optional<string>
  user_code: Optional<string>
  uid: Optional<string>
  consumed_at: MomentOrNull
  expires_at: MomentOrNull
}

/** What the embedded identity provider signs with; one row. */
export interface ProviderKeyTable {
  id: 1
  keys: Json<Settings>
  created_at: MomentNow
}

/** Attempts to sign in and to have a password link sent. */
export interface AttemptTable {
  key: string
  taken: Date[]
  last_at: Moment
}
