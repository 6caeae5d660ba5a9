import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { ownerContext } from '#server/domain/rights/owner-context.ts'
import { mayEnter } from '#server/domain/rights/user-access.ts'
import { nextDate } from '#server/domain/subscriptions/next-date.ts'
import { settleResults } from '#server/domain/subscriptions/results.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkSubscribed } from './asked.ts'
import { createDeliveryRow, listDueRows, readTimeZone, takeDueRow, timesOf } from './store.ts'
import type { SubscriptionRow } from './store.ts'

/** Errors that the next date does not mend: the subscription is paused. */
const lasting: readonly string[] = ['forbidden', 'not_found', 'validation']

/** Every five minutes: asks for the subscribed reports that are due. Each is mailed when it is made. */
export const subscriptionTask = defineTaskType({
  type: 'SUBSCRIPTIONS',
  title: say`Subscribed reports`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Asks for the subscribed reports that are due`,
  limit: 1,
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal) {
    await write(ctx, settleResults)
    let asked = 0
    const failures: unknown[] = []
    for (const row of await listDueRows(ctx.db, ctx.clock.now())) {
      signal.throwIfAborted()
      try {
        if (await askForDue(ctx, row, signal)) asked++
      } catch (error) {
        // One that cannot be asked for now holds up no others; it is tried again with the task.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return { asked }
  },
})

/** Asks for a due report as its owner, or pauses the subscription where they may not have it. True where it was asked for. */
async function askForDue(ctx: Ctx, row: SubscriptionRow & { survey: string }, signal: AbortSignal): Promise<boolean> {
  const { id, next_at: dueAt, survey, kind, asked, owner_id: userId, universe_id: universeId } = row
  try {
    const of = { userId, actorUserId: null, viewRoleId: null, universeId, lastWrite: null, locale: row.locale }
    const owner = await ownerContext(ctx, of, { name: `subscription ${id}`, signal })
    const { create } = await checkSubscribed(owner, survey, kind, asked)
    const timeZone = await readTimeZone(ctx.db, userId, universeId)
    const now = ctx.clock.now()
    return await write(owner, async (tx) => {
      // Dates that were missed while no server ran are made up for by one report.
      const next = nextDate(timesOf(row), timeZone, now)
      if (!(await takeDueRow(tx, row, { next_at: next, last_at: dueAt }))) return false
      const { taskUUID } = await create(tx)
      await createDeliveryRow(tx, id, dueAt, taskUUID)
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError) || !lasting.includes(error.code)) throw error
    const hasLeft = !(await mayEnter(ctx, userId, universeId))
    const reason = JSON.stringify(storeWords(hasLeft ? gone : error.words))
    const stopped = hasLeft ? 'left' : 'right'
    await write(ctx, async (tx) => {
      if (!(await takeDueRow(tx, row, { active: false, reason, stopped, version: row.version + 1 }))) return
      await tx.audit({ action: 'subscription.pause', surveyId: row.survey_id, object: String(id) })
    })
    return false
  }
}

const gone = say`You may no longer work in this organisation.`
