import { randomInt } from 'node:crypto'
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

/** Responses per statement: between two of them it is told how far it is. */
const batch = 10_000

/** Told how many of the responses have moved. */
export type OnMoved = (at: { done: number; total: number }) => void

/** How a task follows a move or a merge. */
export interface ChangeWatch {
  onMoved?: OnMoved
  /** The last thing in the write; what it throws undoes all of it. */
  onEnd?: (tx: WriteTx) => Promise<void>
}

/**
 * Gives responses and their alerts their new places, and raises the versions of the responses. Returns how many there
 * are. Throws `conflict` where figures of an anonymous survey have counted one of them.
 */
export async function relocateResponses(tx: WriteTx, relocated: Relocated, onMoved?: OnMoved): Promise<number> {
  const { db } = tx
  if (relocated.relocations.length === 0) return 0
  // A statement of its own, in the order of other writers: the next one then sees what they saved.
  const { rows } = await sql<{ released: boolean; total: number; ends: number[] }>`
    with held as materialized (select id, released from response where ${isMoved(relocated)} order by id for update),
    numbered as (select *, row_number() over (order by id) as n, count(*) over () as total from held)
    select coalesce(bool_or(released), false) as released, count(*)::int as total,
           coalesce(json_agg(id order by id) filter (where n % ${sql.lit(batch)} = 0 or n = total), '[]') as ends
      from numbered`.execute(db)
  const { released, total, ends } = rows[0] ?? { released: false, total: 0, ends: [] }
  if (released)
    throw new AppError(
      'conflict',
      say`The figures of this anonymous survey count responses of this unit already, so they cannot be moved.`,
    )
  onMoved?.({ done: 0, total })
  const seed = randomInt(2 ** 47)
  let done = 0
  await doForAll(tx, async () => {
    for (const [index, end] of ends.entries()) {
      done += await relocateBatch(tx, relocated, { after: ends[index - 1] ?? 0, end, seed })
      onMoved?.({ done, total })
    }
  })
  await moveAlerts(tx, relocated)
  return done
}

/** Keeps the triggers of single responses from doing what is done for all of them. */
async function doForAll({ db }: WriteTx, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('gensvar.moves_responses', 'on', true)`.execute(db)
  await work()
  await sql`select set_config('gensvar.moves_responses', '', true)`.execute(db)
}

function isMoved({ surveyId, relocations, since }: Pick<Relocated, 'surveyId' | 'relocations' | 'since'>) {
  const from = relocations.map((one) => one.from)
  return sql`survey_id = ${surveyId} and unit_ids && ${from}::int[]
     and (${since}::date is null or event_date >= ${since}::date)`
}

async function relocateBatch(
  { db, identity }: WriteTx,
  relocated: Relocated,
  { after, end, seed }: { after: number; end: number; seed: number },
): Promise<number> {
  const { at, levels, relocations } = relocated
  const { userId, username, actor, program } = identity
  const place = at + 1
  const { rows } = await sql<{ count: number }>`
    with plan as (
      select * from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as p("from" int, "to" int, answers jsonb)),
    moved as (
      update response r
         set unit_ids = r.unit_ids[1:${place - 1}::int] || plan."to" || r.unit_ids[${place + 1}::int:],
             answers = (r.answers - ${[...levels]}::text[]) || plan.answers,
             -- Drawing each one at random takes a fifth of the time of the move.
             record_key = hashint8extended(r.id, ${seed}::bigint) & 4294967295,
             version = r.version + 1, updated_at = now()
        from plan
       where id > ${after} and id <= ${end} and ${isMoved(relocated)} and r.unit_ids[${place}::int] = plan."from"
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

/** Gives the alerts of moved responses their units. */
async function moveAlerts({ db }: WriteTx, relocated: Relocated): Promise<void> {
  await sql`
    update alert set unit_ids = response.unit_ids from response
     where response.id = alert.response_id and alert.unit_ids is distinct from response.unit_ids and alert.id in (
       select id from alert where ${isMoved(relocated)})`.execute(db)
}

/** Numbers of responses and alerts of some lowest units, from a day on. */
export async function countRelocated(
  db: Kysely<Database>,
  moved: Pick<Relocated, 'surveyId' | 'relocations' | 'since'>,
): Promise<{ responses: number; alerts: number }> {
  const where = isMoved(moved)
  const { rows } = await sql<{ responses: number; alerts: number }>`
    select (select count(*)::int from response where ${where}) as responses,
           (select count(*)::int from alert where ${where}) as alerts`.execute(db)
  return rows[0] ?? { responses: 0, alerts: 0 }
}
