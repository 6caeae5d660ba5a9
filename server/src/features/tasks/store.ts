import type { TaskState } from '@gensvar/contract/entities/tasks'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A task as the list shows it. */
export interface TaskRow {
  id: number
  type: string
  state: TaskState
  priority: number
  created: Date
  updated: Date
  scheduled: Date | null
  description: StoredWords
  reason: StoredWords | null
  progress: StoredProgress | null
  attempt: number
  survey: string | null
  owner: string | null
}

/** What is listed: a page, sorted, and filtered by text, state, type and survey. */
interface TaskQuery {
  rowFrom: number
  rowTo: number
  sortVar?: 'id' | 'type' | 'state' | 'priority' | 'created' | 'updated' | 'scheduled' | undefined
  sortDesc?: boolean | undefined
  filter: string
  state?: TaskState | undefined
  type?: string | undefined
  surveyId?: number | undefined
}

/** A page of the tasks of the session's organisation and of the installation, newest first by default. */
export async function listTaskRows(ctx: Ctx, query: TaskQuery): Promise<{ rows: TaskRow[]; total: number }> {
  const { rowFrom, rowTo, sortVar = 'id', sortDesc = query.sortVar === undefined } = query
  const direction = sortDesc ? 'desc' : 'asc'
  const found = selectTasks(ctx).where((where) => matching(where, query))
  const rows = await found
    .orderBy(`task.${sortVar}`, (order) => (sortDesc ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('task.id', direction)
    .offset(rowFrom)
    .limit(Math.max(0, rowTo - rowFrom))
    .execute()
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** One of these tasks. */
export function findTaskRow(ctx: Ctx, taskId: number): Promise<TaskRow | undefined> {
  return selectTasks(ctx).where('task.id', '=', taskId).executeTakeFirst()
}

/**
 * Assigns a state to those of the tasks that are there; returns how many. A run under way keeps its claim until it has
 * noticed, so that no second run begins beside it. A task that is PROCESSING stays so if it is to be processed.
 */
export async function assignStateRows(
  tx: WriteTx,
  ids: readonly number[],
  { state, reason, now }: { state: TaskState; reason: StoredWords | null; now: Date },
): Promise<number> {
  const isProcess = state === 'PROCESSING'
  const isFinal = state === 'CLOSED' || state === 'FAILED'
  const { count } = await tx.db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where((where) => ofUniverse(where, tx))
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('task')
    .where('id', 'in', [...ids])
    .where((where) => ofUniverse(where, tx))
    .$if(isProcess, (update) => update.where('state', '!=', 'PROCESSING'))
    .set({
      state: isProcess ? 'OPEN' : state,
      reason: reason && JSON.stringify(reason),
      updated: now,
      finished: isFinal ? now : null,
      ...(!isFinal && state !== 'PAUSED' && { scheduled: null }),
      ...((isProcess || state === 'OPEN') && { attempt: 0 }),
      ...(isProcess && { priority: sql<number>`least(priority, 0)` }),
      // A finished task with the key of an unfinished one could not be reopened.
      dedupe_key: sql<string | null>`case when ${isFinished} then null else dedupe_key end`,
      // A finished task that is reopened begins again.
      ...(!isFinal && { progress: sql<string | null>`case when ${isFinished} then null else progress end` }),
    })
    .execute()
  return count
}

/** Deletes those of the tasks that are there; returns how many. */
export async function removeTaskRows(tx: WriteTx, ids: readonly number[]): Promise<number> {
  const result = await tx.db
    .deleteFrom('task')
    .where('id', 'in', [...ids])
    .where((where) => ofUniverse(where, tx))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Deletes the tasks that finished before a moment; returns how many. */
export async function removeFinishedRows(tx: WriteTx<WriteContext>, before: Date): Promise<number> {
  const result = await tx.db
    .deleteFrom('task')
    .where('state', 'in', ['CLOSED', 'FAILED'])
    .where('finished', '<', before)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

const isFinished = sql<boolean>`state in ('CLOSED', 'FAILED')`

type Conditions = ExpressionBuilder<Database, 'task'>

function selectTasks(ctx: Ctx) {
  return ctx.db
    .selectFrom('task')
    .leftJoin('survey', 'survey.id', 'task.survey_id')
    .leftJoin('app_user', 'app_user.id', 'task.owner_id')
    .where((where) => ofUniverse(where, ctx))
    .select([
      'task.id',
      'task.type',
      'task.state',
      'task.priority',
      'task.created',
      'task.updated',
      'task.scheduled',
      'task.description',
      'task.reason',
      'task.progress',
      'task.attempt',
      'survey.ext_name as survey',
      'app_user.username as owner',
    ])
}

/** The tasks a session may see: its organisation's and the installation's. */
function ofUniverse(where: Conditions, { identity }: Pick<Ctx, 'identity'>) {
  return where.or([
    where('task.universe_id', 'is', null),
    ...(identity.universe ? [where('task.universe_id', '=', identity.universe.id)] : []),
  ])
}

function matching(where: Conditions, { filter, state, type, surveyId }: TaskQuery) {
  const text = filter.trim().toLowerCase()
  return where.and([
    ...(state === undefined ? [] : [where('task.state', '=', state)]),
    ...(type === undefined ? [] : [where('task.type', '=', type)]),
    ...(surveyId === undefined ? [] : [where('task.survey_id', '=', surveyId)]),
    ...(text === '' ? [] : [sql<boolean>`position(${text} in lower(${searchedText})) > 0`]),
  ])
}

const searchedText = sql<string>`concat_ws(' ', task.id, task.type, task.description->>'text', task.reason->>'text')`
