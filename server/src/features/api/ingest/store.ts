import { sql } from 'kysely'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { FormerRow } from './read-row.ts'

/** A response to be added; `key` is its name where it comes from. */
export interface NewRow extends SampleDraft {
  key: string | null
  state: number
  completedAt: Date | null
}

/** The responses of a survey by the names that they were sent with, locked until the write ends. */
export async function lockNamedRows(
  { db }: WriteTx,
  surveyId: number,
  keys: readonly string[],
): Promise<Map<string, FormerRow>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<FormerRow & { key: string }>`
    select id, foreign_id as key, state, version, answers, contact, event_date as "eventDate", unit_ids as "unitIds"
      from response where survey_id = ${surveyId} and foreign_id = any(${[...keys]}::text[])
     order by id for update`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/**
 * Adds responses with names; those whose name somebody else has used meanwhile are left out. Returns the ids by name. In the
 * order of the names, so that of two writes with the same ones neither waits for the other.
 */
export async function insertNamedRows(
  { db }: WriteTx,
  surveyId: number,
  rows: readonly NewRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const { rows: added } = await sql<{ key: string; id: number }>`
    insert into response (survey_id, foreign_id, state, event_date, completed_at, answers, contact, unit_ids)
    select ${surveyId}::int, r.key, r.state, r."eventDate", r."completedAt", r.answers, r.contact, r."unitIds"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(key text, state smallint, "eventDate" date, "completedAt" timestamptz, answers jsonb, contact jsonb, "unitIds" int[])
     order by r.key collate "C"
    on conflict (survey_id, foreign_id) where foreign_id is not null do nothing
    returning foreign_id as key, id`.execute(db)
  return new Map(added.map(({ key, id }) => [key, id]))
}

/** Changes responses that are locked, and raises their versions. */
export async function updateNamedRows(
  { db, clock }: WriteTx,
  rows: readonly (SampleDraft & { id: number; state: number })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update response r
       set answers = v.answers, contact = v.contact, event_date = v."eventDate", unit_ids = v."unitIds", state = v.state,
           completed_at = case when v.state = 0 then coalesce(r.completed_at, ${clock.now()}::timestamptz) end,
           version = r.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v (id bigint, state smallint, answers jsonb, contact jsonb, "eventDate" date, "unitIds" int[])
     where r.id = v.id`.execute(db)
}
