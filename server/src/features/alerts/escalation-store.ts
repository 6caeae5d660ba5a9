import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'

/** Removes earlier runs of the escalation that had nothing to do: every five minutes one would be added to the list. */
export async function removeIdleRuns({ db }: WriteTx, { id }: { id: number }): Promise<void> {
  await db
    .deleteFrom('task')
    .where('type', '=', 'ESCALATE_ALERTS')
    .where('state', '=', 'CLOSED')
    .where('id', '<>', id)
    .where(sql<boolean>`result->>'escalated' = '0' and coalesce(result->>'reminded', '0') = '0'`)
    .execute()
}
