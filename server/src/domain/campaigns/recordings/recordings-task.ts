import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { fetchRecordings } from './fetch-recordings.ts'

/** Fetches what was recorded of calls from their provider. Every quarter of an hour one does what is left. */
export const recordingsTask = defineTaskType({
  type: 'FETCH_RECORDINGS',
  title: say`Recordings of calls`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Fetches what was recorded of phone calls`,
  limit: 1,
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx }, signal) {
    return { stored: await fetchRecordings(ctx, signal) }
  },
})

/** Has recordings fetched, once the write is committed. */
export async function haveFetched(tx: WriteTx<WriteContext & { clock: Clock }>): Promise<void> {
  const program = programContext(tx, 'recordings of calls')
  await enqueueTask(program, recordingsTask, { payload: {}, dedupeKey: 'fetch-recordings' })
}
