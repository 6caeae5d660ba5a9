import type { TaskTypeName } from '@gensvar/contract/task-types'
import type { WriteTx } from '#server/domain/write.ts'

/** Removes earlier runs of a type that ended well: there is one for each alert, and the list of mails tells what was sent. */
export async function removeEarlierRuns({ db }: WriteTx, type: TaskTypeName, id: number): Promise<void> {
  await db.deleteFrom('task').where('type', '=', type).where('state', '=', 'CLOSED').where('id', '<>', id).execute()
}
