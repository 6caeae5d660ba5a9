import { idempotencyHours } from '@gensvar/contract/api-responses'
import { Count, say } from '@gensvar/contract/say'
import { z } from 'zod'
import { removeExpiredFiles } from '#server/domain/files/stored-file.ts'
import { removeOldNotices } from '#server/domain/notices/remove-old.ts'
import { removeExpiredCodes } from '#server/domain/rights/one-time-code.ts'
import { removeExpiredSessions } from '#server/domain/rights/sessions.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { removeOldDeliveries } from '#server/domain/webhooks/delivery-store.ts'
import { write } from '#server/domain/write.ts'
import { removeExpiredSignIns } from '#server/features/identity-provider/service.ts'
import { removeUsedForms } from '#server/features/answers/service.ts'
import { removeOldRequests } from '#server/features/api/service.ts'
import { removeOldReports } from '#server/features/reports/service.ts'
import { removeFinishedRows } from '../store.ts'

/** How long finished tasks stay listed, in days. */
const daysKept = 30
/** How long messages to webhooks stay listed, also those that still wait, in days. */
const deliveryDays = 7

/** Every night: removes expired sessions, codes, sign-ins and files, old messages to webhooks, and tasks that finished long ago. */
export const cleanUpTask = defineTaskType({
  type: 'CLEAN_UP',
  title: say`Clean-up`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Removes expired sign-ins and files, and tasks finished ${new Count(daysKept)} days ago`,
  limit: 1,
  schedule: { cron: '17 3 * * *', timeZone: 'UTC' },
  async handle({ ctx }) {
    const { db, clock } = ctx
    const sessions = await removeExpiredSessions(db, clock.now())
    const codes = await removeExpiredCodes(db, clock.now())
    const signIns = await removeExpiredSignIns(ctx)
    return write(ctx, async (tx) => {
      const tasks = await removeFinishedRows(tx, new Date(clock.now().getTime() - daysKept * 86_400_000))
      const files = await removeExpiredFiles(tx)
      const reports = await removeOldReports(tx, clock.now())
      const told = await removeOldNotices(tx, clock.now())
      const forms = await removeUsedForms(tx, new Date(clock.now().getTime() - 2 * 86_400_000))
      const requests = await removeOldRequests(tx, new Date(clock.now().getTime() - idempotencyHours * 3_600_000))
      const deliveries = await removeOldDeliveries(tx, new Date(clock.now().getTime() - deliveryDays * 86_400_000))
      const removed = { sessions, codes, signIns, files, reports, tasks, forms, requests, deliveries, ...told }
      await tx.audit({ action: 'tasks.cleanup', details: removed })
      return removed
    })
  },
})
