import type { NoticeEvent } from '@gensvar/contract/entities/notices'
import { noticeEvents } from '@gensvar/contract/entities/notices'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { TaskTypeName } from '@gensvar/contract/task-types'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { EnqueueContext } from '#server/domain/tasks/enqueue.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { isMailWaiting } from '#server/platform/mail/mail-queue.ts'
import { writeNoticeMails } from './mail-notices.ts'
import { noteLostMails, sendMails } from './send-mails.ts'
import { removeEarlierRuns } from './mail-task-store.ts'

/** Mails of notices are short, and somebody waits for them. */
const priority = 3

/** A type of task that writes the mails of some events to those who want them at once, and sends them. */
function mailTask(type: TaskTypeName, title: Words, description: Words, events: readonly NoticeEvent[]) {
  return defineTaskType({
    type,
    title,
    permission: 'root',
    payload: z.object({}),
    describe: () => description,
    priority,
    limit: 1,
    takesNoted: true,
    async handle({ ctx }, signal, progress) {
      const written = events.length > 0 ? await writeNoticeMails(ctx, signal, events) : 0
      const sent = await sendMails(ctx, signal, (done) => progress({ done }))
      return { written, sent }
    },
    keep: (tx, { id }) => removeEarlierRuns(tx, type, id),
  })
}

const alertMailTask = mailTask(
  'ALERT_MAIL',
  say`Mails of alerts`,
  say`Sends mails of alerts to those who want them at once`,
  noticeEvents.filter((event) => event.startsWith('alert-')),
)
const actionMailTask = mailTask(
  'ACTION_MAIL',
  say`Mails of actions`,
  say`Sends mails of actions to those who want them at once`,
  noticeEvents.filter((event) => event.startsWith('action-')),
)
const noticeMailTask = mailTask(
  'NOTIFICATION_MAIL',
  say`Mails of mentions, subscriptions, webhooks and backups`,
  say`Sends mails of mentions, subscriptions, webhooks and backups to those who want them at once`,
  ['mention', 'report-subscribed', 'webhook-paused', 'backup-failed'],
)
const statusMailTask = mailTask('STATUS_MAIL', say`Sending of mails`, say`Sends the mails that wait`, [])

/** Has the mails that are stored by the same write sent. */
export async function sendStoredMails(tx: WriteTx<EnqueueContext>): Promise<void> {
  // By the program: whoever causes a mail need not have the right to ask for tasks.
  const program: WriteTx<EnqueueContext> = programContext(tx, 'mails')
  await enqueueTask(program, statusMailTask, { payload: {}, universeId: null })
}

/** Every five minutes: writes the digests that are due, and the mails that quiet hours held back; others send them. */
const digestTask = defineTaskType({
  type: 'NOTICE_DIGESTS',
  title: say`Digests of notices`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Writes the digests that are due`,
  limit: 1,
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal) {
    const written = await writeNoticeMails(ctx, signal)
    const lost = await noteLostMails(ctx)
    if (ctx.config.mail && (await isMailWaiting(ctx.db, ctx.clock.now())))
      await write(ctx, (tx) => enqueueTask(tx, statusMailTask, { payload: {}, dedupeKey: 'STATUS_MAIL' }))
    return { written, lost }
  },
  keep: (tx, { id }) => removeEarlierRuns(tx, 'NOTICE_DIGESTS', id),
})

/** The types of task that send mail. */
export const mailTasks = [alertMailTask, actionMailTask, noticeMailTask, statusMailTask, digestTask] as const

/** The type of task that mails notices of an event. */
export function mailTaskOf(event: NoticeEvent) {
  if (event.startsWith('action-')) return actionMailTask
  return event.startsWith('alert-') ? alertMailTask : noticeMailTask
}
