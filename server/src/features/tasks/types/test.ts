import { setTimeout as wait } from 'node:timers/promises'
import { Count, say } from '@gensvar/contract/say'
import { testTaskPayload } from '@gensvar/contract/tasks'
import { AppError } from '#server/platform/errors.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'

/** Waits, step by step, to see that tasks are processed. After a pause it goes on where it was. */
export const testTask = defineTaskType({
  type: 'TEST',
  title: say`Task test`,
  permission: 'root',
  payload: testTaskPayload,
  describe: ({ steps }) => say`Waits ${new Count(steps)} times`,
  async handle({ payload: { steps, stepMs, fail }, done }, signal, progress) {
    for (let step = done; step < steps; step++) {
      await wait(stepMs, undefined, { signal })
      progress({ done: step + 1, total: steps })
    }
    if (fail) throw new AppError('unavailable', say`This test was asked to fail.`)
  },
})
