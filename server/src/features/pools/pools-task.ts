import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { computePools } from '#server/domain/pools/compute-pools.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { AppError } from '#server/platform/errors.ts'

/** How long a server that has just started may take to bring its figures up to date, in ms. */
const figuresWithin = 60_000

/** Every night, and whenever root asks for it. */
export const poolsTask = defineTaskType({
  type: 'POOL_FIGURES',
  title: say`Figures of pools`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Computes what organisations compare in pools`,
  limit: 1,
  schedule: { cron: '17 4 * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal, progress) {
    if (!(await ctx.analytics.upToDate(ctx.pool, figuresWithin)))
      throw new AppError('unavailable', say`The figures are being brought up to date. Try again in a moment.`)
    return computePools(ctx, signal, progress)
  },
})
