import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { removeOldMails } from '#server/platform/mail/mail-queue.ts'

const day = 86_400_000
/** How long notices and mails are kept, in days. */
const daysKept = 90
/** How long the address to unsubscribe in a mail works, in days. */
const daysOfUnsubscribing = 365

/** Removes old notices and mails, and addresses to unsubscribe that have expired. Returns how many rows. */
export async function removeOldNotices(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  now: Date,
): Promise<{ notices: number; mails: number; unsubscribes: number }> {
  const before = new Date(now.getTime() - daysKept * day)
  const notices = await db.deleteFrom('notice').where('created_at', '<', before).executeTakeFirst()
  const unsubscribes = await db
    .deleteFrom('unsubscribe')
    .where('created_at', '<', new Date(now.getTime() - daysOfUnsubscribing * day))
    .executeTakeFirst()
  return {
    notices: Number(notices.numDeletedRows),
    mails: await removeOldMails(db, before),
    unsubscribes: Number(unsubscribes.numDeletedRows),
  }
}
