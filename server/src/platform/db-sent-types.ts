import type { JsonDefault, Moment } from './db-columns.ts'

/** `sent_request`: requests that programs sent with an idempotency key, and what became of their rows. */
export interface SentRequestTable {
  api_key_id: number
  key_hash: string
  body_hash: string
  answer: JsonDefault<
    {
      row: number
      status: 'created' | 'updated' | 'unchanged' | 'accepted' | 'refused'
      responseId: number | null
      message?: string
      fields?: Record<string, string>
    }[]
  >
  created_at: Moment
}
