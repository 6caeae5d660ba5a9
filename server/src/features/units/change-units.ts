import type { UnitChange, UnitTask, mergeUnit as mergeRoute, moveUnit as moveRoute } from '@gensvar/contract/units'
import { maxMovedAtOnce } from '@gensvar/contract/units'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { ownerOf } from '#server/domain/rights/owner-context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { cancelTask } from '#server/domain/tasks/cancel.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import type { Hierarchy, PlacedUnit } from './hierarchy.ts'
import { applyMerge, planMerge } from './merge.ts'
import { applyMove, planMove } from './move.ts'
import { isOwnUnitTask, isTaskDone, listUnitTaskRows, lockTask } from './unit-task-store.ts'
import type { UnitTaskRow } from './unit-task-store.ts'
import { unitTask } from './unit-task.ts'
import type { UnitTaskPayload } from './unit-task-payload.ts'

/** What is done with a unit: at once, by a task, or neither where it was only asked. */
interface Changed {
  touches: UnitChange
  unitId: number | null
  task: number | null
}

/**
 * Moves a unit below another one, or has a task do it where it has very many responses; with `dryRun` says what that would
 * touch. Throws as `planMove` does.
 */
export async function moveUnit(
  ctx: Ctx,
  survey: string,
  unitId: number,
  { dryRun, ...asked }: z.output<(typeof moveRoute)['body']>,
): Promise<Changed> {
  const { hierarchy, move, touches, responses } = await planMove(ctx, survey, unitId, asked)
  if (dryRun) return { touches, unitId: null, task: null }
  if (responses <= maxMovedAtOnce) return { ...(await applyMove(ctx, survey, unitId, asked)), task: null }
  const { placed, parent, date } = move
  const { version } = asked
  const task = await enqueue(ctx, hierarchy, {
    act: 'move',
    ...ofUnits(ctx, hierarchy, placed, parent),
    ...{ version, date, parentId: parent.unit.id },
  })
  return { touches, unitId: null, task }
}

/** Merges a unit into another one, in the same way. Throws as `planMerge` does. */
export async function mergeUnit(
  ctx: Ctx,
  survey: string,
  unitId: number,
  { dryRun, ...asked }: z.output<(typeof mergeRoute)['body']>,
): Promise<Changed> {
  const { hierarchy, merge, touches, responses } = await planMerge(ctx, survey, unitId, asked)
  if (dryRun) return { touches, unitId: null, task: null }
  if (responses <= maxMovedAtOnce) return { ...(await applyMerge(ctx, survey, unitId, asked)), task: null }
  const { from, into } = merge
  const { version } = asked
  const task = await enqueue(ctx, hierarchy, {
    act: 'merge',
    ...ofUnits(ctx, hierarchy, from, into),
    ...{ version, into: into.unit.id },
  })
  return { touches, unitId: null, task }
}

function ofUnits(ctx: Ctx, { access, tree }: Hierarchy, { unit }: PlacedUnit, other: PlacedUnit) {
  return {
    owner: ownerOf(ctx),
    survey: access.model.extName,
    unitId: unit.id,
    name: unitText(unit, ctx.locale),
    to: tree
      .pathOf(other.unit)
      .map((one) => unitText(one, ctx.locale))
      .join(' › '),
    tells: access.canViewInterviews,
  }
}

/** Creates a task; what is asked for twice is done once. */
function enqueue(ctx: Ctx, { access: { model } }: Hierarchy, payload: UnitTaskPayload): Promise<number> {
  const { owner: _owner, ...asked } = payload
  return write(ctx, (tx) =>
    enqueueTask(tx, unitTask, { payload, surveyId: model.id, dedupeKey: `${model.id} ${JSON.stringify(asked)}` }),
  )
}

/** The caller's moves and merges of very many responses: those under way, and what became of the latest. */
export async function listUnitTasks(ctx: Ctx, survey: string): Promise<{ tasks: UnitTask[] }> {
  const { model } = await surveyAccess(ctx, survey)
  return { tasks: (await listUnitTaskRows(ctx, model.id)).map((row) => taskOf(ctx, row)) }
}

/** Cancels one of them, unless it is done. Throws `not_found`. */
export async function cancelUnitTask(ctx: Ctx, survey: string, taskId: number): Promise<void> {
  const { model } = await surveyAccess(ctx, survey)
  if (!(await isOwnUnitTask(ctx, model.id, taskId))) throw new AppError('not_found', say`There is no such task.`)
  await write(ctx, async (tx) => {
    await lockTask(tx.db, taskId)
    if (!(await isTaskDone(tx.db, taskId))) await cancelTask(tx, taskId, cancelledBy(ctx))
    await tx.audit({ action: 'unit.cancel', surveyId: model.id, object: String(taskId) })
  })
}

const cancelledBy = ({ identity }: Pick<Ctx, 'identity'>) => say`Cancelled by ${nameOf(identity)}.`

const states = {
  OPEN: 'waiting',
  RETRY: 'waiting',
  PROCESSING: 'running',
  PAUSED: 'paused',
  CLOSED: 'done',
  FAILED: 'failed',
} as const

function taskOf(ctx: Ctx, { id, state, created, reason, progress, payload, isDone }: UnitTaskRow): UnitTask {
  const { act, name, to } = payload
  const isCancelled = state === 'FAILED' && reason?.template === cancelledBy(ctx).template
  const ended = isDone && state === 'FAILED' ? 'done' : states[state]
  return {
    ...{ id, act, name, to },
    state: ended === 'failed' && isCancelled ? 'cancelled' : ended,
    created: created.toISOString(),
    progress: progress?.total == null ? null : { done: progress.done, total: progress.total },
    reason: ended === 'failed' && !isCancelled && reason ? translate(readWords(reason), ctx.locale) : '',
  }
}
