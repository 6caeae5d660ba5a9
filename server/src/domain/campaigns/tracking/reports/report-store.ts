import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'

type Tx = Pick<WriteTx<WriteContext>, 'db'>

/**
 * Notes that a message came back: one of which that was not known was sent. False where that is known, or where it came back
 * for good before. `reason` is what lists tell of it; null to leave it as it is.
 */
export async function setBounced(
  { db }: Tx,
  recipientId: number,
  bounce: 'soft' | 'hard',
  reason: StoredWords | null,
): Promise<boolean> {
  const told = reason === null ? null : JSON.stringify(reason)
  const { numUpdatedRows } = await db
    .updateTable('recipient')
    .set({
      bounce,
      state: sql`case when state = 'UNKNOWN' then 'SENT' else state end`,
      reason: sql`coalesce(${told}::jsonb, case when state = 'UNKNOWN' then null else reason end)`,
      sent_at: sql`case when state = 'UNKNOWN' then coalesce(sent_at, updated_at) else sent_at end`,
    })
    .where('id', '=', recipientId)
    .where((where) =>
      bounce === 'hard'
        ? where.or([where('bounce', 'is', null), where('bounce', '=', 'soft')])
        : where('bounce', 'is', null),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that its reader complained of a message. False where that is known. */
export async function setComplained({ db }: Tx, recipientId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipient')
    .set({ complained: true })
    .where('id', '=', recipientId)
    .where('complained', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
