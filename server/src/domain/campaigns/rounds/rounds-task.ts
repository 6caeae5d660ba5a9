import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Campaign } from '../campaign.ts'
import { runRounds } from './run-rounds.ts'

/**
 * Does what campaigns do by themselves: starts those whose time has come, adds people, makes reminders, and ends those that
 * are done. One without a survey does it for all, each minute; one of a survey is asked for when something is due now.
 */
export const roundsTask = defineTaskType({
  type: 'CAMPAIGN_ROUNDS',
  title: say`Rounds of campaigns`,
  permission: 'root',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Starts campaigns, adds people to them and makes reminders`,
  priority: 3,
  limit: 2,
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    return runRounds(ctx, { surveyId: surveyId ?? null, signal, onMade: (made) => progress({ done: made }) })
  },
})

/** Has the campaigns of a survey do what is due, once the write is committed, if they are not about to. */
export async function haveRounds(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  { surveyId, universeId }: Pick<Campaign, 'surveyId' | 'universeId'>,
): Promise<void> {
  const program = programContext(tx, 'campaigns')
  await enqueueTask(program, roundsTask, {
    payload: { surveyId },
    surveyId,
    universeId,
    dedupeKey: `campaign-rounds ${surveyId}`,
  })
}
