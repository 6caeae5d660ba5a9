import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { learnSurvey, surveysToLearn } from './learn.ts'

/** Learns from the rated comments of a survey; every night, of each survey that has enough new ones. */
export const learningTask = defineTaskType({
  type: 'LEARN_COMMENTS',
  title: say`Learning from ratings`,
  permission: 'dashboard',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Learns from comments and the ratings beside them`,
  // Each keeps a processor busy.
  limit: 1,
  priority: 7,
  schedule: { cron: '47 1 * * *', timeZone: 'UTC' },
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    const surveys = surveyId === undefined ? await surveysToLearn(ctx, signal) : [surveyId]
    const learnt = []
    for (const [at, one] of surveys.entries()) {
      const found = await learnSurvey(ctx, one, signal, (share) =>
        progress({ done: Math.round(100 * (at + share)), total: 100 * surveys.length }),
      )
      learnt.push({ surveyId: one, ...found })
    }
    return { learnt }
  },
})
