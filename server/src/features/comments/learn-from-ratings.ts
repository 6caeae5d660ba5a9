import { say } from '@gensvar/contract/say'
import { learningTask } from '#server/domain/comments/learning/learning-task.ts'
import { lessonOf } from '#server/domain/comments/learning/lesson.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/** Has a survey's ratings learnt from by a task, or tells of the one that waits. Throws `conflict` where there is nothing to learn from. */
export async function learnFromRatings(ctx: Ctx, survey: string): Promise<{ taskId: number }> {
  const { model } = await surveyAccess(ctx, survey)
  if (model.anonymity !== null)
    throw new AppError('conflict', say`This survey is anonymous: nothing is learnt from its ratings.`)
  if (!lessonOf(model)) throw new AppError('conflict', say`There are no ratings to learn from in this survey.`)
  const { id, universeId } = model
  return write(ctx, async (tx) => {
    const key = `learn-comments ${id}`
    return {
      taskId: await enqueueTask(tx, learningTask, {
        payload: { surveyId: id },
        surveyId: id,
        universeId,
        dedupeKey: key,
      }),
    }
  })
}
