import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A response to be stored. */
export interface StoredDraft {
  key: string | null
  day: string
  /** Local time (`2024-03-09 14:05:00`) of completion; null while incomplete. */
  completed: string | null
  state: number
  answers: object
  contact: object
  unitIds: number[]
}

/** Responses as one statement takes them; it can be made while others are stored. */
export interface StoredLot {
  count: number
  /** As JSON. */
  rows: string
  keys: readonly string[]
  /** Those of completed ones. */
  completed: readonly string[]
}

/** The lot of some responses; `pause` is awaited between them. */
export async function lotOf(drafts: readonly StoredDraft[], pause: () => Promise<void>): Promise<StoredLot> {
  const rows: string[] = []
  for (const { key, day, completed, state, answers, contact, unitIds } of drafts) {
    rows.push(JSON.stringify({ k: key, d: day, m: completed, s: state, a: answers, c: contact, u: unitIds }))
    await pause()
  }
  return {
    count: drafts.length,
    rows: `[${rows.join(',')}]`,
    keys: drafts.flatMap(({ key }) => key ?? []),
    completed: drafts.flatMap(({ key, state }) => (key !== null && state === 0 ? key : [])),
  }
}

/**
 * Numbers of responses that were added, changed, unchanged because nothing was new, and kept: `final` ones because the
 * figures of an anonymous survey already count them, `invited` ones because nobody may learn who has answered it.
 */
export interface StoredCount {
  inserted: number
  updated: number
  unchanged: number
  final: number
  invited: number
}

/**
 * Stores responses, thousands at a time. With a key, the survey's response of that key is changed: its answers to
 * `variables` are replaced, others stay; one that an anonymous survey has counted is not changed, nor is somebody whom it
 * invited completed. What changed is kept with the import set. Local times are in `timeZone`.
 */
export async function storeResponses(
  db: Db,
  at: { surveyId: number; isAnonymous: boolean; importSetId: number; timeZone: string; variables: readonly string[] },
  lot: StoredLot,
): Promise<StoredCount> {
  await lockResponses(db, at.surveyId, 'key', lot.keys)
  const result = await sql<{ inserted: boolean }>`
    with stored as (
    insert into response as old (survey_id, import_set_id, foreign_id, state, event_date, completed_at, answers, contact, unit_ids)
    select ${at.surveyId}::int, ${at.importSetId}::int, r.k, r.s, r.d, r.m at time zone ${at.timeZone}, r.a, r.c, r.u
      from jsonb_to_recordset(${lot.rows}::jsonb)
           as r(k text, d date, m timestamp, s smallint, a jsonb, c jsonb, u int[])
    on conflict (survey_id, foreign_id) where foreign_id is not null do update
       set state = excluded.state,
           event_date = excluded.event_date,
           completed_at = excluded.completed_at,
           answers = (old.answers - ${[...at.variables]}::text[]) || excluded.answers,
           contact = old.contact || excluded.contact,
           unit_ids = excluded.unit_ids,
           version = old.version + 1,
           updated_at = now()
     where not old.released and not (excluded.state = 0 and ${isInvited(sql`old`, at.isAnonymous)})
       and (old.state, old.event_date, old.unit_ids, (old.answers - ${[...at.variables]}::text[]) || excluded.answers,
            old.contact || excluded.contact)
           is distinct from (excluded.state, excluded.event_date, excluded.unit_ids, old.answers, old.contact)
    returning id, version, xmax = 0 as inserted),
    -- All parts of a statement see what was there before it.
    images as (
    insert into import_image (import_set_id, response_id, version, version_after, state, event_date, completed_at, answers, contact, unit_ids, record_key)
    select ${at.importSetId}::int, o.id, o.version, s.version, o.state, o.event_date, o.completed_at, o.answers, o.contact, o.unit_ids, o.record_key
      from stored s join response o on o.id = s.id
     where not s.inserted
    on conflict do nothing)
    select inserted from stored`.execute(db)
  const inserted = result.rows.filter((row) => row.inserted).length
  const updated = result.rows.length - inserted
  const final = await countFinal(db, at.surveyId, lot.keys)
  const invited = await countInvited(db, { ...at, by: 'key' }, lot.completed)
  return { inserted, updated, unchanged: lot.count - inserted - updated - final - invited, final, invited }
}

/**
 * Whether a response (`response` by that name) is somebody whom an anonymous survey can write to. An answer of theirs is
 * stored apart from them: whoever is no longer among those that can be written to would be known to have answered.
 */
export function isInvited(response: RawBuilder<unknown>, isAnonymous: boolean): RawBuilder<boolean> {
  return sql`(${isAnonymous}::boolean and ${response}.state <> 0 and ${response}.contact <> '{}'::jsonb)`
}

/** How many of the responses that completed drafts name are people who were invited. */
export async function countInvited(
  db: Db,
  { surveyId, isAnonymous, by }: { surveyId: number; isAnonymous: boolean; by: 'key' | 'id' },
  keys: readonly string[],
): Promise<number> {
  if (!isAnonymous || keys.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from response r
     where r.id = any(${named(surveyId, by, keys)}) and ${isInvited(sql`r`, isAnonymous)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Waits for whoever changes responses at this moment and keeps others from it until the write ends. A statement of its
 * own: the next one then sees what was saved meanwhile, instead of replacing it by what was there before.
 */
export async function lockResponses(
  db: Db,
  surveyId: number,
  by: 'key' | 'id',
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`select from response where id = any(${named(surveyId, by, keys)}) order by id for update`.execute(db)
}

/**
 * Ids of the responses that keys name, as an array: each is looked up by itself. Of rows of this transaction the planner knows
 * nothing, and would read all of a survey for each lot of an import.
 */
function named(surveyId: number, by: 'key' | 'id', keys: readonly string[]): RawBuilder<number[]> {
  return by === 'key'
    ? sql`array(
        select found.id from unnest(${[...keys]}::text[]) as named(key)
         cross join lateral (
               select id from response where survey_id = ${surveyId} and foreign_id = named.key offset 0) as found)`
    : sql`array(
        select found.id from unnest(${[...keys]}::bigint[]) as named(id)
         cross join lateral (select id, survey_id from response where id = named.id offset 0) as found
         where found.survey_id = ${surveyId})`
}

/** The same for all responses of a survey that can change. */
export async function lockAllResponses(db: Db, surveyId: number): Promise<void> {
  await sql`select count(*) from (
    select from response where survey_id = ${surveyId} and not released order by id for update) as locked`.execute(db)
}

async function countFinal(db: Db, surveyId: number, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const result = await sql<{ count: number }>`
    select count(*)::int as count from response
     where id = any(${named(surveyId, 'key', keys)}) and released`.execute(db)
  return result.rows[0]?.count ?? 0
}
