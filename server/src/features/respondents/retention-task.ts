import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import { protectionTask } from './protection-task.ts'
import { claimRetention, listRetentionsDue } from './retention-store.ts'

/** Hour of the survey's day, in its time zone, from which its rules are enforced. */
const enforcedFrom = 2

/**
 * Every hour: starts what the rules of surveys ask for, once a day each, at night in the survey's time zone.
 */
export const retentionTask = defineTaskType({
  type: 'ENFORCE_RETENTION',
  title: say`Data protection rules of surveys`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Anonymises and erases the responses whose time is over`,
  limit: 1,
  schedule: { cron: '23 * * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal) {
    const due = await listRetentionsDue(ctx, enforcedFrom)
    for (const one of due) {
      signal.throwIfAborted()
      await write(ctx, async (tx) => {
        // Another server may have done so since.
        if (!(await claimRetention(tx, one))) return
        for (const { act, to } of one.acts)
          await enqueueTask(tx, protectionTask, {
            payload: { survey: one.extName, surveyId: one.surveyId, act, from: null, to },
            surveyId: one.surveyId,
            universeId: one.universeId,
            dedupeKey: `retention ${act} ${one.surveyId}`,
          })
      })
    }
    return { surveys: due.length }
  },
})
