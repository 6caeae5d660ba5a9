import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import { listCampaignsWithAnswers, markAnsweredRows } from './count-answers-store.ts'

/** Least messages of a campaign that are marked together. Fewer wait for more: the sums then tell of nobody alone. */
export const leastTogether = 10
/** Messages of one write. */
const batch = 1000

/**
 * Every night: marks messages of anonymous surveys as answered whose link was used. Their order says nothing, and the
 * answers themselves were counted when they came.
 */
export const countAnswersTask = defineTaskType({
  type: 'COUNT_ANSWERS',
  title: say`Answers to campaigns of anonymous surveys`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Counts answers of anonymous surveys in the sums of their campaigns, some at a time`,
  limit: 1,
  schedule: { cron: '41 2 * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal) {
    let marked = 0
    for (const { campaignId, surveyId, universeId } of await listCampaignsWithAnswers(ctx.db, leastTogether))
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted()
        const count = await write(ctx, async (tx) => {
          const responseIds = await markAnsweredRows(tx, campaignId, batch)
          if (responseIds.length === 0) return 0
          await tx.audit({ action: 'campaign.answers', surveyId, universeId, object: String(campaignId) })
          await tx.changed(surveyId, responseIds)
          return responseIds.length
        })
        marked += count
        isLast = count < batch
      }
    return { marked }
  },
})
