import { say } from '@gensvar/contract/say'
import type { Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { failedAttempt } from './failure.ts'
import { endRun, listExpiredTasks } from './queue-store.ts'

/** Gives tasks another attempt whose server died while it processed them: their lease has expired. */
export async function retryExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const died = new AppError('unavailable', say`The server that processed it has stopped.`)
  for (const { attempt, progress, ...run } of await listExpiredTasks(db, now))
    await endRun(db, run, failedAttempt(died, attempt, now), { now, progress })
}
