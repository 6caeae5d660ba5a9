import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { countInvited, isInvited, lockResponses } from './store.ts'
import type { StoredCount, StoredLot } from './store.ts'

/** What an update changes besides answers and state. */
export interface UpdatedParts {
  by: 'key' | 'id'
  date: boolean
  places: boolean
}

/**
 * Changes responses that are there, thousands at a time: their answers to `variables`, their state, and date and place
 * where the file has them. Those that an anonymous survey has counted stay, and nobody whom it invited is completed. What
 * changed is kept with the import set.
 */
export async function updateResponses(
  db: Kysely<Database>,
  at: {
    surveyId: number
    isAnonymous: boolean
    importSetId: number
    variables: readonly string[]
    parts: UpdatedParts
  },
  lot: StoredLot,
): Promise<StoredCount> {
  const { by, date, places } = at.parts
  await lockResponses(db, at.surveyId, by, lot.keys)
  const found = by === 'key' ? sql`survey_id = ${at.surveyId} and foreign_id = d.k` : sql`id = d.k::bigint`
  const { rows: changed } = await sql<{ id: number }>`
    with drafts as (
      select o.id, o.version, o.state, o.event_date, o.completed_at, o.answers, o.contact, o.unit_ids, o.record_key,
             d.s as new_state, ${date ? sql`d.d` : sql`o.event_date`} as new_date,
             ${places ? sql`d.u` : sql`o.unit_ids`} as new_units,
             (o.answers - ${[...at.variables]}::text[]) || d.a as new_answers, o.contact || d.c as new_contact
        from jsonb_to_recordset(${lot.rows}::jsonb) as d(k text, d date, s smallint, a jsonb, c jsonb, u int[])
       -- Each by itself: of rows of this transaction the planner knows nothing, and would read all of the survey.
       cross join lateral (select * from response where ${found} offset 0) o
       where o.survey_id = ${at.surveyId} and not o.released
         and not (d.s = 0 and ${isInvited(sql`o`, at.isAnonymous)})),
    changes as (
      select * from drafts
       where (state, event_date, unit_ids, answers, contact)
             is distinct from (new_state, new_date, new_units, new_answers, new_contact)),
    images as (
      insert into import_image (import_set_id, response_id, version, version_after, state, event_date, completed_at, answers, contact, unit_ids, record_key)
      select ${at.importSetId}::int, id, version, version + 1, state, event_date, completed_at, answers, contact, unit_ids, record_key
        from changes)
    update response r
       set state = c.new_state, event_date = c.new_date, unit_ids = c.new_units, answers = c.new_answers,
           contact = c.new_contact, version = r.version + 1, updated_at = now(),
           completed_at = case when c.new_state = 0 then coalesce(r.completed_at, now()) end
      from changes c
     where r.id = c.id
    returning r.id`.execute(db)
  const invited = await countInvited(db, { ...at, by }, lot.completed)
  return {
    inserted: 0,
    updated: changed.length,
    unchanged: lot.count - changed.length - invited,
    final: 0,
    invited,
  }
}
