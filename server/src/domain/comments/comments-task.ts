import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { judgeComments, surveysToJudge } from './judge-comments.ts'

/**
 * Judges the comments of a survey that wait, and those that were judged by something else than would judge them now. Every
 * five minutes one without a survey does what is left, such as after an update of the program.
 */
export const commentsTask = defineTaskType({
  type: 'ANALYSE_COMMENTS',
  title: say`Text analytics`,
  permission: 'root',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Finds out what comments say`,
  limit: 2,
  // Before reports and imports: few comments take no time, and many of them give way by themselves.
  priority: 3,
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    const surveys = surveyId === undefined ? await surveysToJudge(ctx) : [surveyId]
    let judged = 0
    for (const one of surveys)
      judged += await judgeComments(ctx, one, signal, (done, total) =>
        progress({ done: judged + done, total: judged + total }),
      )
    return { judged }
  },
})
