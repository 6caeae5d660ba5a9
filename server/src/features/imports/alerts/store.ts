import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** A response that is there, as far as its alerts depend on it. */
export interface StoredResponse {
  id: number
  state: number
  answers: Record<string, number | string | string[]>
  contact: Record<string, string>
  eventDate: string
  /** An anonymous survey has counted it: it is final. */
  released: boolean
  /** The rules it has alerts of. */
  raised: string[]
}

/** Responses of a survey by their keys or numbers. */
export async function readStoredResponses(
  db: Kysely<Database>,
  surveyId: number,
  by: 'key' | 'id',
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredResponse>> {
  // What is no number is no response's.
  const wanted = by === 'key' ? keys : keys.filter((key) => /^\d{1,15}$/.test(key))
  if (wanted.length === 0) return new Map()
  const named =
    by === 'key' ? sql`r.foreign_id = any(${[...wanted]}::text[])` : sql`r.id = any(${[...wanted]}::bigint[])`
  const { rows } = await sql<StoredResponse & { key: string }>`
    select ${by === 'key' ? sql`r.foreign_id` : sql`r.id::text`} as key, r.id, r.state, r.answers, r.contact, r.event_date as "eventDate", r.released,
           array(select a.rule from alert a where a.response_id = r.id) as raised
      from response r where r.survey_id = ${surveyId} and ${named}`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
