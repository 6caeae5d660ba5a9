import type { NoticeEvent, mailStates, noticePaces } from '@gensvar/contract/entities/notices'
import type { Generated } from 'kysely'
import type { JsonDefault, JsonOrNull, Moment, MomentOrNull, Optional } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** A mail of the server. */
export interface MailTable {
  id: Generated<number>
  user_id: Optional<number>
  recipient: string
  subject: string
  text: string
  html: Generated<string>
  unsubscribes: Generated<string[]>
  state: Generated<(typeof mailStates)[number]>
  run_token: Optional<string>
  lease_until: MomentOrNull
  attempts: Generated<number>
  send_at: Moment
  reason: JsonOrNull<StoredWords>
  created_at: Moment
  sent_at: MomentOrNull
  password_seconds: Optional<number>
}

/** What a user is told of. */
export interface NoticeTable {
  id: Generated<number>
  user_id: number
  survey_id: number
  event: NoticeEvent
  object_kind: 'alert' | 'alerts' | 'action' | 'subscription' | 'webhook' | 'backup'
  object_id: number
  occurrence: Generated<string>
  author: Generated<string>
  in_bell: boolean
  mail_waits: boolean
  mail_id: Optional<number>
  created_at: Moment
  read_at: MomentOrNull
}

/** What a user wants to be told of. */
export interface NoticeChoiceTable {
  user_id: number
  events: JsonDefault<Partial<Record<NoticeEvent, { bell: boolean; mail: boolean }>>>
  pace: (typeof noticePaces)[number]
  digest_at: string
  quiet_from: Optional<string>
  quiet_to: Optional<string>
  time_zone: Optional<string>
}

/** A secret with which mails can be ended without signing in. */
export interface UnsubscribeTable {
  secret_hash: string
  user_id: number
  events: string[]
  created_at: Moment
}
