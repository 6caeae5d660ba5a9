import { randomUUID } from 'node:crypto'
import type { getEvaluationStatus as statusRoute } from '@gensvar/contract/actions'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { findEvaluation, uuidOfTask } from './evaluation-store.ts'
import { evaluationTask } from './evaluation-task.ts'

/** Starts to evaluate the actions of a survey that are due; answers the one under way where there is one. */
export async function evaluateActions(ctx: Ctx, survey: string): Promise<{ taskUUID: string }> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    const id = await enqueueTask(tx, evaluationTask, {
      payload: { survey: model.extName, uuid: randomUUID() },
      surveyId: model.id,
      universeId: model.universeId,
      dedupeKey: `evaluate actions of ${model.id}`,
    })
    return { taskUUID: await uuidOfTask(tx.db, id) }
  })
}

const evaluated = z.object({ completed: z.int(), failed: z.int() })

/** How far an evaluation of a survey is, and what it did. Throws `not_found`. */
export async function getEvaluationStatus(
  ctx: Ctx,
  survey: string,
  uuid: string,
): Promise<z.input<typeof statusRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  const run = await findEvaluation(ctx.db, { surveyId: model.id, uuid })
  if (!run) throw new AppError('not_found', say`There is no such evaluation.`)
  const { completed, failed } = evaluated.safeParse(run.result).data ?? { completed: 0, failed: 0 }
  const done = run.state === 'CLOSED' ? completed + failed : (run.progress?.done ?? 0)
  return {
    done,
    total: Math.max(done, run.progress?.total ?? 0),
    state: run.state === 'CLOSED' ? 'finished' : run.state === 'FAILED' ? 'failed' : 'running',
    error: run.state === 'FAILED' && run.reason ? localWords(readWords(run.reason)) : null,
    completed,
    failed,
  }
}
