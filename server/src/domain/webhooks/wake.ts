import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask, notifyEngines } from '#server/domain/tasks/enqueue.ts'
import type { AskedType, EnqueueContext } from '#server/domain/tasks/enqueue.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'

const type = 'INTEGRATION_WEBHOOK'
/** Keys of the task that waits to begin, and of the one that begins when something is due later. */
const keys = { now: type, later: `${type} later` }
const payload = z.object({})

/** The type of task that sends messages to webhooks, without what it does. */
export const webhookTaskType = {
  type,
  title: say`Sending to webhooks`,
  permission: 'root',
  payload,
  describe: () => say`Sends what is due to webhooks`,
  priority: 2,
  takesNoted: true,
} as const satisfies AskedType<typeof payload> & { title: unknown }

type WakeTx = WriteTx<WriteContext & { clock: Clock }>

/** Has what is noted for webhooks sent, once the write is committed. */
export async function wakeWebhooks(tx: WakeTx): Promise<void> {
  await enqueueTask(asProgram(tx), webhookTaskType, { payload: {}, universeId: null, dedupeKey: keys.now })
  await notifyEngines(tx, 'waiting')
}

/** The same at a later moment, or at an earlier one than it is planned for already. */
export async function wakeWebhooksAt(tx: WakeTx, at: Date): Promise<void> {
  const soonest = new Date(Math.max(at.getTime(), tx.clock.now().getTime() + 1000))
  await enqueueTask(asProgram(tx), webhookTaskType, {
    ...{ payload: {}, universeId: null, dedupeKey: keys.later, scheduled: soonest },
  })
  await tx.db
    .updateTable('task')
    .set({ scheduled: soonest })
    .where('dedupe_key', '=', keys.later)
    .where('state', '=', 'OPEN')
    .where('scheduled', '>', soonest)
    .execute()
}

/** By the program: whoever causes an event need not have the right to ask for tasks. */
function asProgram(tx: WakeTx): WriteTx<EnqueueContext> {
  return programContext(tx, 'webhooks')
}
