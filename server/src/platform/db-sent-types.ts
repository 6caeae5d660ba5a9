import type { Generated } from 'kysely'
import type { Moment } from './db-columns.ts'

/** `sent_request`: requests that programs sent with an idempotency key, and, encrypted, what became of their rows. */
export interface SentRequestTable {
  api_key_id: number
  key_hash: string
  body_hash: string
  answer: Generated<Buffer>
  created_at: Moment
}
