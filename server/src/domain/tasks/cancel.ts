import type { Words } from '@gensvar/contract/say'
import type { Clock } from '#server/platform/clock.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { notifyEngines } from './enqueue.ts'
import { storeWords } from './stored-words.ts'

/** Cancels a task that has not finished, within a second also where it runs: it is then FAILED for this reason. */
export async function cancelTask(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  taskId: number,
  reason: Words,
): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .updateTable('task')
    .set({ state: 'FAILED', reason: JSON.stringify(storeWords(reason)), updated: now, finished: now, dedupe_key: null })
    .where('id', '=', taskId)
    .where('state', 'not in', ['CLOSED', 'FAILED'])
    .execute()
  await notifyEngines(tx, 'changed')
}
