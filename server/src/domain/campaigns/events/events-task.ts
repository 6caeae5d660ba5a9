import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { listDueSurveys, nextEventDue } from './event-store.ts'
import { tellEvents } from './tell-events.ts'

/**
 * Tells the scripts of a survey what became of its messages. Every quarter of an hour one without a survey does what is left,
 * such as where a task has failed.
 */
export const messageEventsTask = defineTaskType({
  type: 'HANDLE_MESSAGES',
  title: say`Scripts of messages`,
  permission: 'root',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Tells scripts what became of messages`,
  limit: 2,
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    const surveys = surveyId === undefined ? await listDueSurveys(ctx.db, ctx.clock.now()) : [surveyId]
    let told = 0
    for (const one of surveys) {
      const before = told
      told += await tellEvents(ctx, one, signal, (more) => progress({ done: before + more }))
    }
    if (surveyId !== undefined) await tellLater(ctx, surveyId)
    return { told }
  },
})

/** Has the scripts of a survey told what is noted, once the write is committed, and not before a moment. */
export async function haveTold(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  { id, universeId }: { id: number; universeId: number },
  dueAt: Date,
): Promise<void> {
  const program = programContext(tx, 'scripts of messages')
  await enqueueTask(program, messageEventsTask, {
    payload: { surveyId: id },
    ...{ surveyId: id, universeId },
    ...(dueAt > tx.clock.now() && { scheduled: dueAt }),
    dedupeKey: `handle-messages ${id}`,
  })
}

/** Creates the task of what is not due yet: it was noted while the task that is ending had still to begin. */
async function tellLater(ctx: WriteContext & { clock: Clock }, surveyId: number): Promise<void> {
  if ((await nextEventDue(ctx, surveyId)) === null) return
  await write(ctx, async (tx) => {
    const dueAt = await nextEventDue(tx, surveyId)
    const survey = await tx.db
      .selectFrom('survey')
      .select(['id', 'universe_id as universeId'])
      .where('id', '=', surveyId)
      .executeTakeFirst()
    if (dueAt && survey && dueAt > tx.clock.now()) await haveTold(tx, survey, dueAt)
  })
}
