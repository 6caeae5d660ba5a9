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

/** Responses per statement, about: between two of them it is told how far it is. */
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
  const { rows } = await sql<{ released: boolean; samples: number; total: number; first: number; last: number }>`
    select coalesce(bool_or(released), false) as released, (count(*) filter (where state <> 0))::int as samples,
           count(*)::int as total, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
      from response where ${isMoved(relocated)}`.execute(db)
  const { released, samples, total, first, last } = rows[0] ?? {
    released: false,
    samples: 0,
    total: 0,
    first: 0,
    last: 0,
  }
  if (released) throw isReleased()
  if (samples > 0) await lockSamples(tx, relocated)
  onMoved?.({ done: 0, total })
  const seed = randomInt(2 ** 47)
  let done = 0
  await doForAll(tx, async () => {
    const step = Math.ceil((last - first + 1) / Math.max(1, Math.ceil(total / batch)))
    for (let from = first; from <= last && total > 0; from += step) {
      done += await relocateBatch(tx, relocated, { from, below: from + step, seed })
      onMoved?.({ done, total })
    }
  })
  await moveAlerts(tx, relocated)
  return done
}

function isReleased(): AppError {
  return new AppError(
    'conflict',
    say`The figures of this anonymous survey count responses of this unit already, so they cannot be moved.`,
  )
}

/**
 * Locks samples in the order in which others do who change many of them without holding the survey. Who changes many completed
 * responses holds it (but for publishing, after which a move is refused), and locking each of those as well takes a tenth of the
 * time of the move.
 */
async function lockSamples({ db }: WriteTx, relocated: Relocated): Promise<void> {
  await sql`select from response where ${isMoved(relocated)} and state <> 0 order by id for update`.execute(db)
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
  { from, below, seed }: { from: number; below: number; seed: number },
): Promise<number> {
  const { at, levels, relocations } = relocated
  // Most places name every level: replacing the names at once takes half the time of removing the old ones before.
  const blank = levels.filter((level) => relocations.some(({ answers }) => answers[level] === undefined))
  const kept = blank.length === 0 ? sql`r.answers` : sql`(r.answers - ${blank}::text[])`
  const { userId, username, actor, program } = identity
  const place = at + 1
  const { rows } = await sql<{ count: number; released: boolean }>`
    with plan as (
      select * from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as p("from" int, "to" int, answers jsonb)),
    moved as (
      update response r
         set unit_ids = r.unit_ids[1:${place - 1}::int] || plan."to" || r.unit_ids[${place + 1}::int:],
             answers = ${kept} || plan.answers,
             -- Drawing each one at random takes a fifth of the time of the move.
             record_key = hashint8extended(r.id, ${seed}::bigint) & 4294967295,
             version = r.version + 1, updated_at = now()
        from plan
       where id >= ${from} and id < ${below} and ${isMoved(relocated)} and r.unit_ids[${place}::int] = plan."from"
      returning r.id, r.version, r.state, r.released),
    -- Whoever edits a sample at this moment is told who changed it.
    logged as (
      insert into response_change (response_id, version, user_id, username, actor_user_id, actor_username, fields,
                                   state_before, state_after)
      select id, version, ${program === null ? userId : null}::int, ${username}, ${actor?.userId ?? null}::int,
             ${actor?.username ?? null}, ${[...levels]}::text[], state, state
        from moved where state <> 0)
    select count(*)::int as count, coalesce(bool_or(released), false) as released from moved`.execute(db)
  const { count, released } = rows[0] ?? { count: 0, released: false }
  // Its figures were published meanwhile.
  if (released) throw isReleased()
  return count
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
