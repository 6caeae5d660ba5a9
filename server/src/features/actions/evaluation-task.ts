import { nameParam } from '@gensvar/contract/request-texts'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { evaluateActions } from '#server/domain/actions/evaluate.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { AppError } from '#server/platform/errors.ts'

/** How long a server that has just started may take to bring its figures up to date, in ms. */
const figuresWithin = 60_000

/** Every night, after the last answers of the day, for all surveys; of one survey whenever root asks for it. */
export const evaluationTask = defineTaskType({
  type: 'EVALUATE_ACTIONS',
  title: say`Evaluation of actions`,
  permission: 'root',
  /** Of one survey; the nightly one has neither. */
  payload: z.object({ survey: nameParam.optional(), uuid: z.uuid().optional() }),
  describe: ({ survey }) =>
    survey === undefined
      ? say`Evaluates the actions that are due`
      : say`Evaluates the actions of ${survey} that are due`,
  limit: 1,
  schedule: { cron: '37 3 * * *', timeZone: 'UTC' },
  async handle({ ctx, surveyId }, signal, progress) {
    if (!(await ctx.analytics.upToDate(ctx.pool, figuresWithin)))
      throw new AppError('unavailable', say`The figures are being brought up to date. Try again in a moment.`)
    return evaluateActions(ctx, { surveyId, signal, progress })
  },
})
