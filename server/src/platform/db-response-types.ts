import type { Generated } from 'kysely'
import type { DateText, Json, JsonDefault, MomentNow, MomentOrNull, Optional, Settings } from './db-columns.ts'

/** A response: a sample while it is incomplete, then an interview. */
export interface ResponseTable {
  id: Generated<number>
  survey_id: number
  foreign_id: Optional<string>
  state: Generated<number>
  event_date: DateText
  completed_at: MomentOrNull
  answers: JsonDefault<Record<string, number | string | string[]>>
  contact: JsonDefault<Record<string, string>>
  unit_ids: Generated<number[]>
  version: Generated<number>
  created_at: MomentNow
  updated_at: MomentNow
  record_key: Generated<number>
  released: Generated<boolean>
  import_set_id: Optional<number>
  event_source: Optional<string>
}

/** What published figures of a survey depend on. */
export interface PublicationTable {
  survey_id: number
  secret: Buffer
  spreads: JsonDefault<Record<string, number>>
  period: Optional<string>
  minimum: Optional<number[]>
  filters: JsonDefault<Record<string, string>>
  scores: JsonDefault<Record<string, Record<string, boolean>>>
  sealed_to: Optional<DateText>
}

/** A closed period of an anonymous survey. */
export interface SealedPeriodTable {
  survey_id: number
  first_day: DateText
}

/** How answers vary together, as published: each column's n and standard deviation, and each pair's n and correlation. */
export interface PublishedMoments {
  columns: { variable: string; kind: 'mean' | 'nps'; min: number; max: number; n: number; deviation: number }[]
  /** Positions of two columns, how many answered both, and their correlation. */
  pairs: [first: number, second: number, n: number, r: number][]
}

/** Published moments of an anonymous survey, of the periods closed by a day. */
export interface PublishedMomentsTable {
  survey_id: number
  before: DateText
  moments: Json<PublishedMoments>
}

/** A comment on an interview. */
export interface ResponseCommentTable {
  id: Generated<number>
  response_id: number
  user_id: Optional<number>
  username: string
  actor_user_id: Optional<number>
  actor_username: Optional<string>
  message: string
  created_at: MomentNow
}

/** A row of a record set that belongs to a response. */
export interface ResponseRecordTable {
  id: Generated<number>
  response_id: number
  recordset: string
  cells: Json<Settings>
  sorder: Generated<number>
}

/** An alert of an interview. */
export interface AlertTable {
  id: Generated<number>
  survey_id: number
  response_id: number
  rule: string
  state: Generated<number>
  created_at: MomentNow
  closed_at: MomentOrNull
  owner_user_id: Optional<number>
  due_at: MomentOrNull
  version: Generated<number>
  handled_at: MomentOrNull
  reopened: Generated<number>
  escalated: Generated<number>
  import_set_id: Optional<number>
  /** State, event date and units of the interview, which the database keeps up to date. */
  interview_state: Generated<number>
  event_date: Generated<string>
  unit_ids: Generated<number[]>
}

/** A step in an alert's history. */
export interface AlertLogTable {
  id: Generated<number>
  alert_id: number
  event: string
  state: number
  user_id: Optional<number>
  username: Generated<string>
  actor_user_id: Optional<number>
  actor_username: Optional<string>
  comment: Generated<string>
  owner_user_id: Optional<number>
  created_at: MomentNow
}

/** An answer of whoever handles an alert. */
export interface AlertAnswerTable {
  alert_id: number
  question: string
  choice: Optional<number>
  value: Optional<string>
}

/** Who changed which fields of a sample; `version` is the one the change gave it. */
export interface ResponseChangeTable {
  response_id: number
  version: number
  user_id: Optional<number>
  username: string
  actor_user_id: Optional<number>
  actor_username: Optional<string>
  fields: string[]
  state_before: number
  state_after: number
  changed_at: MomentNow
}
