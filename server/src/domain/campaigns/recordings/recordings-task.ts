import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask, notifyEngines } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { fetchRecordings } from './fetch-recordings.ts'

const taskKey = 'fetch-recordings'

/** Fetches what was recorded of calls from their provider. Every quarter of an hour one does what is left. */
export const recordingsTask = defineTaskType({
  type: 'FETCH_RECORDINGS',
  title: say`Recordings of calls`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Fetches what was recorded of phone calls`,
  limit: 1,
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  async handle({ ctx, id }, signal) {
    // What is noted from now on gets a task of its own.
    await ctx.db.updateTable('task').set({ dedupe_key: null }).where('id', '=', id).execute()
    return { stored: await fetchRecordings(ctx, signal) }
  },
})

/** Has recordings fetched, once the write is committed. */
export async function haveFetched(tx: WriteTx<WriteContext & { clock: Clock }>): Promise<void> {
  // One at a time, so that none is made between the look for one and the making of one.
  await sql`select pg_advisory_xact_lock(hashtext(${taskKey}))`.execute(tx.db)
  // One that is held here begins to look after this write, and so finds what it has noted.
  const waiting = await tx.db
    .selectFrom('task')
    .select('id')
    .where('dedupe_key', '=', taskKey)
    .where('state', 'not in', ['CLOSED', 'FAILED'])
    .forShare()
    .executeTakeFirst()
  if (!waiting)
    await enqueueTask(programContext(tx, 'recordings of calls'), recordingsTask, { payload: {}, dedupeKey: taskKey })
  await notifyEngines(tx, 'waiting')
}
