import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { escalateAlerts } from '#server/domain/alerts/escalate.ts'
import { remindOwners } from '#server/domain/alerts/remind.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { removeIdleRuns } from './escalation-store.ts'

/** Every five minutes: gives alerts that wait too long to whoever their rules name next, and reminds owners of theirs. */
export const escalationTask = defineTaskType({
  type: 'ESCALATE_ALERTS',
  title: say`Escalation of alerts`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Gives alerts that wait too long to the owner of a higher level`,
  limit: 1,
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  async handle({ ctx }, signal) {
    return { escalated: await escalateAlerts(ctx, signal), reminded: await remindOwners(ctx, signal) }
  },
  keep: removeIdleRuns,
})
