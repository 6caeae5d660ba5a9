import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { z } from 'zod'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { cancelledBy } from '#server/domain/tasks/cancel.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { EnqueueContext } from '#server/domain/tasks/enqueue.ts'
import { scheduleKey } from '#server/domain/tasks/schedule.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { finishCampaigns } from '../rounds/finish-campaigns.ts'
import { Sender } from './sender.ts'
import type { SentSummary } from './sender.ts'

const type = 'BULK_MAIL'
/** Keys of the task that waits to begin, of the one that begins when something is due later, and of helpers. */
const keys = { now: type, later: `${type} later`, helper: `${type} helper` }
/** Somebody waits for these mails as for those of notices. */
const priority = 3
/** From so many waiting messages on another server is asked to help. */
const shared = 1000

/**
 * Sends what is due of all started campaigns. One run on each server; a second server helps while there is much to do. It ends
 * when nothing is due, and leaves a task for the moment when something is.
 */
export const bulkMailTask = defineTaskType({
  type,
  title: say`Sending of campaigns`,
  permission: 'root',
  // `helps`: the task it works beside, and stops with.
  payload: z.object({ helps: z.int().optional() }),
  describe: ({ helps }) =>
    helps === undefined
      ? say`Sends what is due of all started campaigns`
      : say`Helps another server to send what is due of all started campaigns`,
  priority,
  limit: 1,
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, id, key, payload: { helps } }, signal, progress): Promise<SentSummary | { isSkipped: true }> {
    if (key === scheduleKey(type) && (await isCancelled(ctx))) return { isSkipped: true }
    if (helps === undefined) await askForHelp(ctx, id)
    const mayClaim = helps === undefined ? () => takeWakes(ctx) : () => isRunning(ctx, helps)
    const done = await new Sender(ctx, { mayClaim, progress }).run(signal)
    await finishCampaigns(ctx, null)
    return done
  },
  async keep(tx, { id, payload: { helps } }, result) {
    await removeEarlierRuns(tx, id)
    const { nextAt = null } = result as Partial<SentSummary>
    if (helps === undefined && nextAt !== null) await wakeLater(tx, nextAt)
  },
})

/** Has what is due of started campaigns sent, from the commit of the same write on. */
export async function wakeSending(tx: WriteTx<EnqueueContext>): Promise<void> {
  // By the program: whoever starts a campaign need not have the right to ask for tasks.
  const program: WriteTx<EnqueueContext> = programContext(tx, 'campaigns')
  await enqueueTask(program, bulkMailTask, { payload: {}, universeId: null, dedupeKey: keys.now })
}

/** The same at a later moment, or at an earlier one that it is planned for already. */
async function wakeLater(tx: WriteTx<EnqueueContext>, at: Date): Promise<void> {
  const soonest = new Date(Math.max(at.getTime(), tx.clock.now().getTime() + 1000))
  const program: WriteTx<EnqueueContext> = programContext(tx, 'campaigns')
  // One at a time: two that hold the task could not change it.
  await sql`select pg_advisory_xact_lock(hashtext(${keys.later}))`.execute(tx.db)
  await enqueueTask(program, bulkMailTask, {
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

/** A run sends whatever others are woken for: their tasks are pointless while it runs. */
async function takeWakes({ db }: Ctx): Promise<boolean> {
  const { now, later } = keys
  await db
    .deleteFrom('task')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('task')
        .select('id')
        .where('dedupe_key', 'in', [now, later])
        .where('state', '=', 'OPEN')
        // One that is held finds what a write under way makes due: sending does not wait for that.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
  return true
}

/** Whether a task is being processed: what helps it stops with it. */
async function isRunning({ db }: Ctx, taskId: number): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('id', '=', taskId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether somebody cancelled the last run: then the schedule has nothing sent until something wakes it, such as a campaign
 * that is started.
 */
async function isCancelled({ db }: Ctx): Promise<boolean> {
  const { rows } = await sql<{ isCancelled: boolean }>`
    select exists (select from task c where c.type = ${type} and c.state = 'FAILED'
                      and c.reason->>'template' = ${cancelledBy('').template}
                      and c.finished > all (select finished from task where type = ${type} and state = 'CLOSED'
                                               and result ? 'sent')) as "isCancelled"`.execute(db)
  return rows[0]?.isCancelled ?? false
}

/** Asks another server to help where there is one, and much to do. */
async function askForHelp(ctx: Ctx, id: number): Promise<void> {
  const { rows } = await sql<{ isMuch: boolean; isShared: boolean }>`
    select coalesce(sum(n.pending), 0) >= ${shared} as "isMuch",
           (select count(*) > 1 from feed_consumer where seen_at > now() - interval '1 minute') as "isShared"
      from campaign c join campaign_count n on n.campaign_id = c.id where c.state = 'STARTED'`.execute(ctx.db)
  if (!rows[0]?.isMuch || !rows[0].isShared) return
  await write(ctx, (tx) =>
    enqueueTask(tx, bulkMailTask, { payload: { helps: id }, universeId: null, dedupeKey: keys.helper }),
  )
}

/** Removes earlier runs that ended well: campaigns themselves tell what was sent. */
async function removeEarlierRuns({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('task').where('type', '=', type).where('state', '=', 'CLOSED').where('id', '<>', id).execute()
}
