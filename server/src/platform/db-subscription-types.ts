import type { Locale } from '@gensvar/contract/local-text'
import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import type { Generated } from 'kysely'
import type { JsonOrNull, Moment, MomentOrNull, Optional } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** A report that a user gets by mail again and again. */
export interface SubscriptionTable {
  id: Generated<number>
  survey_id: number
  universe_id: number
  owner_id: number
  kind: string
  asked: JsonOrNull<object>
  title: string
  cadence: SubscriptionTimes['cadence']
  weekday: number
  month_day: number
  hour: number
  locale: Locale
  next_at: Moment
  active: Generated<boolean>
  reason: JsonOrNull<StoredWords>
  last_at: MomentOrNull
  version: Generated<number>
  created_at: Moment
}

/** A report that a subscription asked for, and its mail. */
export interface SubscriptionDeliveryTable {
  subscription_id: number
  due_at: Moment
  report_uuid: string
  mail_id: Optional<number>
  mailed_at: MomentOrNull
}
