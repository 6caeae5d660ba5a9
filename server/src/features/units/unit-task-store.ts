import type { TaskState } from '@gensvar/contract/entities/tasks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { UnitTaskPayload } from './unit-task-payload.ts'

/** Most tasks that are listed. */
const mostListed = 20
/** How long one that has ended is listed, in ms. */
const listedFor = 60 * 60_000

/** A move or a merge of very many responses. */
export interface UnitTaskRow {
  id: number
  state: TaskState
  created: Date
  reason: StoredWords | null
  progress: StoredProgress | null
  payload: UnitTaskPayload
  isDone: boolean
}

/** The caller's own moves and merges in a survey that have not ended, and those of the last hour; newest first. */
export async function listUnitTaskRows(ctx: Ctx, surveyId: number): Promise<UnitTaskRow[]> {
  const rows = await ownTasks(ctx, surveyId)
    .where((where) =>
      where.or([
        where('finished', 'is', null),
        where('finished', '>', new Date(ctx.clock.now().getTime() - listedFor)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ ...row, payload: row.payload as unknown as UnitTaskPayload }))
}

/** Whether a task is one of the caller's own moves and merges. */
export async function isOwnUnitTask(ctx: Ctx, surveyId: number, taskId: number): Promise<boolean> {
  return (await ownTasks(ctx, surveyId).where('id', '=', taskId).executeTakeFirst()) !== undefined
}

function ownTasks({ db, identity }: Ctx, surveyId: number) {
  const { userId, actor } = identity
  return db
    .selectFrom('task')
    .select(['id', 'state', 'created', 'reason', 'progress', 'payload', sql<boolean>`result is not null`.as('isDone')])
    .where('type', '=', 'MOVE_UNIT')
    .where('survey_id', '=', surveyId)
    .where('owner_id', '=', userId)
    .where(sql<string>`payload->'owner'->>'actorUserId'`, actor ? '=' : 'is', actor ? String(actor.userId) : null)
}

/** Whether a task has done its work, whatever became of it afterwards. */
export async function isTaskDone(db: Kysely<Database>, taskId: number): Promise<boolean> {
  const row = await db.selectFrom('task').select('result').where('id', '=', taskId).executeTakeFirst()
  return (row?.result ?? null) !== null
}

/**
 * Notes that a task does its work, in the write that does it. False where it is not being processed any more, because it was
 * cancelled. Until the commit, it cannot be. Its attempts count from nothing again: should the server die before the task
 * is closed, the next attempt only closes it.
 */
export async function noteTaskDone({ db }: WriteTx, taskId: number): Promise<boolean> {
  await lockTask(db, taskId)
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ attempt: 0, result: JSON.stringify({ done: true }) })
    .where('id', '=', taskId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a task, so that it is neither done nor cancelled meanwhile. */
export async function lockTask(db: Kysely<Database>, taskId: number): Promise<void> {
  await db.selectFrom('task').select('id').where('id', '=', taskId).forUpdate().execute()
}
