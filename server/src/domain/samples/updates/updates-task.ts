import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { handleUpdates } from './handle-updates.ts'
import { listWaitingSurveys } from './update-store.ts'

/**
 * Tells the scripts of a survey of the responses that were added or changed. Every quarter of an hour one without a survey
 * does what is left, such as where a task has failed.
 */
export const updatesTask = defineTaskType({
  type: 'HANDLE_SAMPLES',
  title: say`Scripts of samples`,
  permission: 'root',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Runs scripts for responses that were added or changed`,
  limit: 2,
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    const surveys = surveyId === undefined ? await listWaitingSurveys(ctx.db) : [surveyId]
    let handled = 0
    for (const one of surveys)
      handled = await handleUpdates(ctx, one, signal, (done) => progress({ done: handled + done })).then(
        (done) => handled + done,
      )
    return { handled }
  },
})
