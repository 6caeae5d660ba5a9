import type { pauseCauses, webhookDeliveryStates, webhookKinds, webhookStates } from '@gensvar/contract/webhooks'
import type { Generated } from 'kysely'
import type { JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull, Optional, Settings } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** An address of another system that is told what happens. */
export interface WebhookTable {
  id: Generated<number>
  universe_id: number
  survey_id: Optional<number>
  title: string
  url: string
  events: (typeof webhookKinds)[number][]
  secret: Buffer
  former_secret: Optional<Buffer>
  former_until: MomentOrNull
  state: Generated<(typeof webhookStates)[number]>
  cause: Optional<(typeof pauseCauses)[number]>
  paused_at: MomentOrNull
  failures: Generated<number>
  failing_since: MomentOrNull
  retry_at: MomentOrNull
  delivered_at: MomentOrNull
  owner_user_id: Optional<number>
  version: Generated<number>
  created_at: MomentNow
}

/** A message to such an address. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  webhook_id: number
  message: Generated<string>
  event: string
  survey_id: Optional<number>
  response_id: Optional<number>
  object_id: Optional<number>
  details: JsonDefault<Settings>
  state: Generated<(typeof webhookDeliveryStates)[number]>
  is_asked: Generated<boolean>
  attempts: Generated<number>
  due_at: Moment
  run_token: Optional<string>
  lease_until: MomentOrNull
  status: Optional<number>
  answer: Generated<string>
  reason: JsonOrNull<StoredWords>
  took_ms: Optional<number>
  sent_at: MomentOrNull
  created_at: Moment
}
