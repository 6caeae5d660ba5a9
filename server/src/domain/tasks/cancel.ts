import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Clock } from '#server/platform/clock.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { notifyEngines } from './enqueue.ts'
import { storeWords } from './stored-words.ts'

/**
 * Cancels a task that has not finished, within a second also where it runs: it is then FAILED for this reason. Returns
 * whether it is cancelled.
 */
export async function cancelTask(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  taskId: number,
  reason: Words,
): Promise<boolean> {
  const now = tx.clock.now()
  const { numUpdatedRows } = await tx.db
    .updateTable('task')
    .set({ state: 'FAILED', reason: JSON.stringify(storeWords(reason)), updated: now, finished: now, dedupe_key: null })
    .where('id', '=', taskId)
    .where('state', 'not in', ['CLOSED', 'FAILED'])
    .executeTakeFirst()
  await notifyEngines(tx, 'changed')
  return numUpdatedRows > 0n
}

/** That somebody cancelled a task. */
export function cancelledBy(name: string): Words {
  return say`Cancelled by ${name}.`
}
