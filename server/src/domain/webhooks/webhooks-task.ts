import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { Deliverer } from './deliverer.ts'
import { fullWebhooks, nextDelivery } from './delivery-store.ts'
import { pauseByFault } from './pause.ts'
import { wakeWebhooksAt, webhookTaskType } from './wake.ts'

/** So many messages may wait for a webhook; with more it is paused. */
const mostWaiting = 100_000

/**
 * Sends what is due to webhooks. One run on each server; it ends when nothing is due, and leaves a task for the moment when
 * something is. Every minute one does what is left, such as after a server has died.
 */
export const webhooksTask = defineTaskType({
  ...webhookTaskType,
  limit: 1,
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal, progress) {
    for (const webhookId of await fullWebhooks(ctx, mostWaiting)) await pauseByFault(ctx, webhookId, 'full')
    return new Deliverer(ctx).run(signal, (done) => progress({ done }))
  },
  async keep(tx, { id }) {
    // Earlier runs that ended well: the log of each webhook tells what was sent.
    await tx.db
      .deleteFrom('task')
      .where('type', '=', webhookTaskType.type)
      .where('state', '=', 'CLOSED')
      .where('id', '<>', id)
      .execute()
    const next = await nextDelivery(tx)
    if (next !== null) await wakeWebhooksAt(tx, next)
  },
})
