import type { WriteContext, WriteTx } from '#server/domain/write.ts'

type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** Notes that a message came back. False where that is known, or where it came back for good before. */
export async function setBounced({ db }: Tx, recipientId: number, bounce: 'soft' | 'hard'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipient')
    .set({ bounce })
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
