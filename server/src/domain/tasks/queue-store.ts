import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { WaitingTask } from './pick-tasks.ts'

type Db = Kysely<Database>

/** Which run of a task: only the run that holds the task may write to it. */
export interface RunKey {
  id: number
  token: string
}

/** A task that was claimed. */
export interface ClaimedTask extends RunKey {
  type: string
  lane: number
  universeId: number | null
  surveyId: number | null
  ownerId: number | null
  /** The key it had before it was claimed. */
  key: string | null
  payload: unknown
  attempt: number
  progress: StoredProgress | null
}

/**
 * The waiting tasks that may be next: the first `each` of every tenant, type and priority, however many wait behind
 * them. A task whose earlier run has not ended yet is not among them.
 */
export async function listWaitingTasks(pool: pg.Pool, now: Date, each: number): Promise<WaitingTask[]> {
  // Prepared by its name: planning takes longer than running it.
  const { rows } = await pool.query<WaitingTask>({
    name: 'task-waiting',
    text: `
      with recursive line as (
        (select lane, type, priority from task
          where state in ('OPEN', 'RETRY') order by lane, type, priority limit 1)
        union all
        select next.* from line, lateral (
          select lane, type, priority from task
           where state in ('OPEN', 'RETRY') and (lane, type, priority) > (line.lane, line.type, line.priority)
           order by lane, type, priority limit 1) next
      )
      select head.* from line, lateral (
        select id, lane, type, priority, due from task
         where state in ('OPEN', 'RETRY') and lane = line.lane and type = line.type and priority = line.priority
           and due <= $1 and (lease_until is null or lease_until <= $1)
         order by due, id limit $2) head`,
    values: [now, each],
  })
  return rows
}

/** Claims those of the tasks that are still waiting and that nobody else is changing; of some types, they lose their key. */
export async function claimTasks(
  pool: pg.Pool,
  ids: readonly number[],
  { worker, now, leaseUntil, keyless }: { worker: string; now: Date; leaseUntil: Date; keyless: readonly string[] },
): Promise<ClaimedTask[]> {
  const { rows } = await pool.query<ClaimedTask>({
    name: 'task-claim',
    text: `
      with due as (
        select id, dedupe_key as key from task
         where id = any($1::int[]) and state in ('OPEN', 'RETRY') and (lease_until is null or lease_until <= $4)
         for update skip locked)
      update task set state = 'PROCESSING', attempt = attempt + 1, run_token = gen_random_uuid(), worker = $2,
                      lease_until = $3, updated = $4, reason = null,
                      dedupe_key = case when type = any($5::text[]) then null else dedupe_key end
        from due where task.id = due.id
      returning task.id, run_token::text as token, type, lane, universe_id as "universeId", survey_id as "surveyId",
                owner_id as "ownerId", due.key, payload, attempt, progress`,
    values: [[...ids], worker, leaseUntil, now, [...keyless]],
  })
  return rows
}

/** Stores how far a run is and extends its lease. */
export async function renewLease(
  db: Db,
  run: RunKey,
  { leaseUntil, progress, now }: { leaseUntil: Date; progress: StoredProgress | null; now: Date },
): Promise<void> {
  await ofRun(db, run)
    .set({ lease_until: leaseUntil, updated: now, progress: jsonOf(progress) })
    .where('state', '=', 'PROCESSING')
    .execute()
}

/** Those of the runs that still hold their task; the others were paused, cancelled, deleted or taken over. */
export async function listHeldRuns(db: Db, tokens: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('task')
    .select('run_token as token')
    .where('run_token', 'in', [...tokens])
    .where('state', '=', 'PROCESSING')
    .execute()
  return rows.flatMap(({ token }) => token ?? [])
}

/**
 * How a run ended: with a result, a failure, another attempt later, or given back without counting as an attempt, until
 * a moment where one is given.
 */
export type Outcome =
  | { state: 'CLOSED'; result: unknown }
  | { state: 'FAILED'; reason: StoredWords }
  | { state: 'RETRY'; reason: StoredWords; scheduled: Date }
  | { state: 'OPEN'; scheduled?: Date }

/** Ends a run with its task in a new state. False where the run no longer holds the task: then nothing changes. */
export async function endRun(
  db: Db,
  run: RunKey,
  outcome: Outcome,
  { now, progress }: { now: Date; progress: StoredProgress | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, run)
    .set({
      state: outcome.state,
      updated: now,
      progress: jsonOf(progress),
      run_token: null,
      lease_until: null,
      ...((outcome.state === 'CLOSED' || outcome.state === 'FAILED') && { finished: now }),
      ...(outcome.state === 'CLOSED' && { result: jsonOf(outcome.result ?? null) }),
      ...('reason' in outcome && { reason: JSON.stringify(outcome.reason) }),
      ...('scheduled' in outcome && { scheduled: outcome.scheduled }),
      ...(outcome.state === 'OPEN' && { attempt: sql<number>`attempt - 1` }),
    })
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets go of a task that was given another state during the run, so that it can be claimed again. */
export async function releaseRun(db: Db, run: RunKey, progress: StoredProgress | null): Promise<void> {
  await ofRun(db, run)
    .set({ run_token: null, lease_until: null, progress: jsonOf(progress) })
    .execute()
}

/** Tasks whose lease expired while they were running: their server died. */
export function listExpiredTasks(
  db: Db,
  now: Date,
): Promise<(RunKey & { attempt: number; progress: StoredProgress | null })[]> {
  return db
    .selectFrom('task')
    .select(['id', 'attempt', 'progress', sql<string>`run_token::text`.as('token')])
    .where('state', '=', 'PROCESSING')
    .where('lease_until', '<=', now)
    .execute()
}

function ofRun(db: Db, { id, token }: RunKey) {
  return db.updateTable('task').where('id', '=', id).where('run_token', '=', token)
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
