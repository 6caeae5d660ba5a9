import type { TaskTypeName } from '@gensvar/contract/task-types'
import { Cron } from 'croner'
import { programContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { explainOutage } from '#server/platform/postgres.ts'
import { enqueueTask } from './enqueue.ts'
import type { Schedule, TaskType } from './task-type.ts'

/** When a schedule is next due after a moment; null where it never is. */
export function nextFire({ cron, timeZone }: Schedule, after: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(after)
}

/** The key of the task that the schedule of a type creates. */
export const scheduleKey = (type: TaskTypeName): string => `schedule ${type}`

/**
 * Creates the tasks of the types whose schedule is due. Of several servers only one creates each; times missed while no
 * server ran are made up for by one task. A schedule that is seen for the first time begins now. One that fails is logged,
 * and keeps neither the others nor waiting tasks from being processed; throws while the database is away.
 */
export async function fireSchedules(deps: Deps, types: readonly TaskType[]): Promise<void> {
  const { db, clock, log } = deps
  const last = new Map(
    (await db.selectFrom('task_schedule').selectAll().execute()).map(({ type, fired }) => [type, fired]),
  )
  for (const type of types)
    try {
      await fireSchedule(deps, type, { fired: last.get(type.type), now: clock.now() })
    } catch (error) {
      if (explainOutage(error)) throw error
      log.error({ err: error, type: type.type }, 'A task that is due by its schedule could not be created')
    }
}

async function fireSchedule(
  deps: Deps,
  type: TaskType,
  { fired, now }: { fired: Date | undefined; now: Date },
): Promise<void> {
  const schedule = type.schedule ?? (await type.askSchedule?.(deps.db)) ?? null
  if (schedule === null) return
  if (!fired) await beginSchedule(deps, type, now)
  else if ((nextFire(schedule, fired) ?? now) < now) await fire(deps, type, { fired, now })
}

/** Has a schedule that was changed begin now, so that no time that was not its own is made up for. */
export async function restartSchedule(
  { db, clock }: Pick<WriteTx<WriteContext & { clock: Clock }>, 'db' | 'clock'>,
  type: TaskTypeName,
): Promise<void> {
  const fired = clock.now()
  await db
    .insertInto('task_schedule')
    .values({ type, fired })
    .onConflict((conflict) => conflict.column('type').doUpdateSet({ fired }))
    .execute()
}

async function beginSchedule({ db }: Deps, { type }: TaskType, now: Date): Promise<void> {
  await db
    .insertInto('task_schedule')
    .values({ type, fired: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function fire(deps: Deps, type: TaskType, { fired, now }: { fired: Date; now: Date }): Promise<void> {
  await write(programContext(deps, 'schedule'), async (tx) => {
    // Only the server that still finds the time it has read creates the task.
    const { numUpdatedRows } = await tx.db
      .updateTable('task_schedule')
      .set({ fired: now })
      .where('type', '=', type.type)
      .where('fired', '=', fired)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueueTask(tx, type, { payload: {}, dedupeKey: scheduleKey(type.type) })
  })
}
