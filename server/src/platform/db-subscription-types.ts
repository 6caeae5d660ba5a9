import type { Locale } from '@gensvar/contract/local-text'
import type { SubscriptionTimes, deliveryResults, stopCauses } from '@gensvar/contract/subscriptions'
import type { Generated } from 'kysely'
import type { JsonOrNull, Moment, MomentOrNull, Optional } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** A report that a user gets by mail again and again. */
export interface SubscriptionTable {
  id: Generated<number>
  survey_id: number
  universe_id: number
  owner_id: number
  author_id: Optional<number>
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
  stopped: Optional<(typeof stopCauses)[number]>
  last_at: MomentOrNull
  result: Optional<Exclude<(typeof deliveryResults)[number], 'made'>>
  result_at: MomentOrNull
  result_reason: JsonOrNull<StoredWords>
  failures: Generated<number>
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
  is_empty: Generated<boolean>
  settled: Generated<boolean>
}
