import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { checkRank } from '#server/domain/rights/authorise.ts'
import { ownerContext } from '#server/domain/rights/owner-context.ts'
import { HopelessTask } from '#server/domain/tasks/failure.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { AppError } from '#server/platform/errors.ts'
import { applyMerge } from './merge.ts'
import { applyMove } from './move.ts'
import type { ChangeWatch } from './relocate-store.ts'
import { unitTaskPayload } from './unit-task-payload.ts'
import type { UnitTaskPayload } from './unit-task-payload.ts'
import { isTaskDone, noteTaskDone } from './unit-task-store.ts'

/** How long the figures may take to show what was moved, in ms; afterwards the task ends without them. */
const figuresWithin = 60_000

/** Moves or merges a unit of very many responses, in one write: cancelled before its end, it has changed nothing. */
export const unitTask = defineTaskType({
  type: 'MOVE_UNIT',
  title: say`Units that move`,
  permission: 'survey-admin',
  payload: unitTaskPayload,
  describe: ({ act, name, to }) => (act === 'move' ? say`Moves ${name} to ${to}` : say`Merges ${name} into ${to}`),
  limit: 1,
  // Somebody waits for it in front of the screen.
  priority: 3,
  async handle({ id, payload, ctx }, signal, progress) {
    // An earlier run may have done it and died before it could say so.
    if (!(await isTaskDone(ctx.db, id))) {
      const owner = await ownerContext(ctx, payload.owner, { name: `task ${id}`, signal })
      checkRank(owner, 'survey-admin')
      const watch: ChangeWatch = {
        onEnd: async (tx) => {
          if (!(await noteTaskDone(tx, id))) throw new AppError('conflict', say`It was cancelled. Nothing was changed.`)
        },
        onMoved(at) {
          signal.throwIfAborted()
          if (payload.tells) progress(at)
        },
      }
      try {
        await run(owner, payload, watch)
      } catch (error) {
        if (signal.aborted || !(await isTaskDone(ctx.db, id))) throw lasting(error)
      }
    }
    await ctx.analytics.upToDate(ctx.pool, figuresWithin)
    return { done: true }
  },
})

async function run(owner: Ctx, payload: UnitTaskPayload, watch: ChangeWatch): Promise<void> {
  const { survey, unitId, version } = payload
  if (payload.act === 'move') {
    const { parentId, date } = payload
    await applyMove(owner, survey, unitId, { parentId, date, version }, watch)
  } else await applyMerge(owner, survey, unitId, { into: payload.into, version }, watch)
}

/** What is refused once is refused again. */
function lasting(error: unknown): unknown {
  return error instanceof AppError && error.code !== 'unavailable'
    ? new HopelessTask(error.code, error.words, error.fields)
    : error
}
