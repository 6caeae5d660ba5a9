import { sql } from 'kysely'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** Where the responses of a lowest unit go: to which one, and with which answers to the levels (blank ones left out). */
export interface Relocation {
  from: number
  to: number
  answers: Readonly<Record<string, string>>
}

/** Which responses are relocated. */
export interface Relocated {
  surveyId: number
  /** Place of the view among the survey's. */
  at: number
  /** Levels of the view, from the top. */
  levels: readonly string[]
  relocations: readonly Relocation[]
  /** Only responses from this day on (ISO); null for all. */
  since: string | null
}

/**
 * Gives responses their new places in one statement, and raises their versions. Returns how many there are. Throws
 * `conflict` where figures of an anonymous survey have counted one of them.
 */
export async function relocateResponses(
  { db, identity }: WriteTx,
  { surveyId, at, levels, relocations, since }: Relocated,
): Promise<number> {
  if (relocations.length === 0) return 0
  const from = relocations.map((one) => one.from)
  const where = sql`survey_id = ${surveyId} and unit_ids && ${from}::int[]
     and (${since}::date is null or event_date >= ${since}::date)`
  // A statement of its own, in the order of other writers: the next one then sees what they saved.
  const held = await sql<{ released: boolean }>`
    select coalesce(bool_or(released), false) as released
      from (select released from response where ${where} order by id for update) as held`.execute(db)
  if (held.rows[0]?.released === true)
    throw new AppError(
      'conflict',
      say`The figures of this anonymous survey count responses of this unit already, so they cannot be moved.`,
    )
  const { userId, username, actor, program } = identity
  const place = at + 1
  const { rows } = await sql<{ count: number }>`
    with plan as (
      select * from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as p("from" int, "to" int, answers jsonb)),
    moved as (
      update response r
         set unit_ids = r.unit_ids[1:${place - 1}::int] || plan."to" || r.unit_ids[${place + 1}::int:],
             answers = (r.answers - ${[...levels]}::text[]) || plan.answers,
             version = r.version + 1, updated_at = now()
        from plan
       where ${where} and r.unit_ids[${place}::int] = plan."from"
      returning r.id, r.version, r.state),
    -- Whoever edits a sample at this moment is told who changed it.
    logged as (
      insert into response_change (response_id, version, user_id, username, actor_user_id, actor_username, fields,
                                   state_before, state_after)
      select id, version, ${program === null ? userId : null}::int, ${username}, ${actor?.userId ?? null}::int,
             ${actor?.username ?? null}, ${[...levels]}::text[], state, state
        from moved where state <> 0)
    select count(*)::int as count from moved`.execute(db)
  return rows[0]?.count ?? 0
}

/** Numbers of responses and alerts of some lowest units, from a day on. */
export async function countRelocated(
  db: Kysely<Database>,
  { surveyId, relocations, since }: Pick<Relocated, 'surveyId' | 'relocations' | 'since'>,
): Promise<{ responses: number; alerts: number }> {
  const from = relocations.map((one) => one.from)
  const where = sql`survey_id = ${surveyId} and unit_ids && ${from}::int[]
     and (${since}::date is null or event_date >= ${since}::date)`
  const { rows } = await sql<{ responses: number; alerts: number }>`
    select (select count(*)::int from response where ${where}) as responses,
           (select count(*)::int from alert where ${where}) as alerts`.execute(db)
  return rows[0] ?? { responses: 0, alerts: 0 }
}
