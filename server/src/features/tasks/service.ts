import type { TaskState } from '@gensvar/contract/entities/tasks'
import { say } from '@gensvar/contract/say'
import type { TaskDetails, listTasks as listTasksRoute, testTaskPayload } from '@gensvar/contract/tasks'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { cancelledBy } from '#server/domain/tasks/cancel.ts'
import { enqueueTask, notifyEngines } from '#server/domain/tasks/enqueue.ts'
import { readWords, storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { taskHandlers } from './registry.ts'
import { assignStateRows, findTaskRow, listTaskRows, removeTaskRows } from './store.ts'
import type { TaskRow } from './store.ts'
import { testTask } from './types/test.ts'

const titles = new Map<string, (typeof taskHandlers)[number]['title']>(
  taskHandlers.map(({ type, title }) => [type, title]),
)

/** Tasks of the session's organisation and of the installation itself, a page of them. */
export async function listTasks(ctx: Ctx, query: z.output<typeof listTasksRoute.query>) {
  const { survey, ...rest } = query
  const surveyId = survey === undefined ? undefined : (await surveyAccess(ctx, survey)).model.id
  const { rows, total } = await listTaskRows(ctx, { ...rest, surveyId })
  return {
    rows: rows.map((row) => detailsOf(ctx, row)),
    total,
    types: taskHandlers.map(({ type, title }) => ({ type, title: translate(title, ctx.locale) })),
  }
}

/** One of these tasks. Throws `not_found`. */
export async function getTask(ctx: Ctx, taskId: number): Promise<TaskDetails> {
  const row = await findTaskRow(ctx, taskId)
  if (!row) throw noSuchTask()
  return detailsOf(ctx, row)
}

/**
 * Assigns a state. PROCESSING has a waiting or finished task processed before all others; PAUSED and FAILED stop one that
 * is running, within a second. Throws `not_found`.
 */
export async function assignTaskState(ctx: Ctx, taskId: number, state: TaskState): Promise<TaskDetails> {
  const { count } = await assignTasksState(ctx, [taskId], state)
  if (count === 0) throw noSuchTask()
  return getTask(ctx, taskId)
}

/** The same for several tasks; those that are gone are skipped. Returns how many were left. */
export async function assignTasksState(ctx: Ctx, ids: readonly number[], state: TaskState): Promise<{ count: number }> {
  return write(ctx, async (tx) => {
    const reason = reasonOf(ctx, state)
    const count = await assignStateRows(tx, ids, { state, reason, now: ctx.clock.now() })
    await tx.audit({ action: 'task.state', object: ids.slice(0, 100).join(' '), details: { state, count } })
    await notifyEngines(tx, 'changed')
    return { count }
  })
}

/** Deletes a task; one that is running is stopped. Throws `not_found`. */
export async function removeTask(ctx: Ctx, taskId: number): Promise<{ ok: true }> {
  const { count } = await removeTasks(ctx, [taskId])
  if (count === 0) throw noSuchTask()
  return { ok: true }
}

/** The same for several tasks; those that are gone are skipped. Returns how many were deleted. */
export async function removeTasks(ctx: Ctx, ids: readonly number[]): Promise<{ count: number }> {
  return write(ctx, async (tx) => {
    const count = await removeTaskRows(tx, ids)
    await tx.audit({ action: 'task.remove', object: ids.slice(0, 100).join(' '), details: { count } })
    await notifyEngines(tx, 'changed')
    return { count }
  })
}

/** Creates a task that only waits. */
export async function createTestTask(ctx: Ctx, payload: z.output<typeof testTaskPayload>): Promise<TaskDetails> {
  const id = await write(ctx, (tx) => enqueueTask(tx, testTask, { payload }))
  return getTask(ctx, id)
}

function reasonOf({ identity }: Ctx, state: TaskState): StoredWords | null {
  const name = nameOf(identity)
  if (state === 'PAUSED') return storeWords(say`Paused by ${name}.`)
  return state === 'FAILED' ? storeWords(cancelledBy(name)) : null
}

function detailsOf({ locale }: Ctx, row: TaskRow): TaskDetails {
  const said = (words: StoredWords | null | undefined): string => (words ? translate(readWords(words), locale) : '')
  const title = titles.get(row.type)
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    priority: row.priority,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    scheduled: row.scheduled?.toISOString() ?? null,
    reason: said(row.reason),
    description: said(row.description),
    title: title ? translate(title, locale) : row.type,
    survey: row.survey,
    owner: row.owner ?? '',
    attempt: row.attempt,
    progress: row.progress && {
      done: row.progress.done,
      total: row.progress.total,
      text: said(row.progress.words),
    },
  }
}

function noSuchTask(): AppError {
  return new AppError('not_found', say`There is no such task.`)
}
