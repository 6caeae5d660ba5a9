import { noticeEvents } from '@gensvar/contract/entities/notices'
import type { NoticeChoices, NoticeEvent } from '@gensvar/contract/entities/notices'
import { isLocale, pickText } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { insertMail } from '#server/platform/mail/mail-queue.ts'
import { readChoices } from './choices.ts'
import { notedByScripts } from './mail-scripts.ts'
import { mailText } from './mail-text.ts'
import { isMailDue } from './mail-times.ts'
import { listWaitingUsers, lockWaitingRows, noteMailed } from './notice-store.ts'
import { readerOf, shownNotices } from './read-notices.ts'
import { readRecipient } from './recipient-store.ts'

/** Most notices that one mail tells of; the others are in the bell. */
const mostInMail = 50
/** Mails that are written at the same time. */
const writtenAtOnce = 4
/** Most notices that one mail counts. */
const mostCounted = 1000

/**
 * Writes the mails of notices that are due now, one for each user and organisation: of some events only, to those who want
 * them at once; of all events, also the digests. A notice goes with one mail at most, and with none where its reader may
 * no longer see what it tells of. Returns how many mails were written; sending them is `sendMails`.
 */
export async function writeNoticeMails(
  ctx: Ctx,
  signal: AbortSignal,
  events: readonly NoticeEvent[] = noticeEvents,
): Promise<number> {
  const waiting = await listWaitingUsers(ctx.db, events)
  const choices = await readChoices(ctx.db, [...new Set(waiting.map(({ userId }) => userId))])
  const now = ctx.clock.now()
  const due = waiting.flatMap(({ userId, universeId, timeZone, since }): Addressed[] => {
    const chosen = choices.get(userId)
    const isDue = chosen && isMailDue(chosen, chosen.timeZone ?? timeZone, { since, now })
    return isDue ? [{ userId, universeId, pace: chosen.pace }] : []
  })
  let written = 0
  const next = due.values()
  const writeNext = async (): Promise<void> => {
    for (const addressed of next) {
      signal.throwIfAborted()
      if (await writeMail(ctx, addressed)) written++
    }
  }
  await Promise.all(Array.from({ length: writtenAtOnce }, writeNext))
  return written
}

interface Addressed {
  userId: number
  universeId: number
  pace: NoticeChoices['pace']
}

/** Writes the mail of what waits for a user. False where there is nothing they may see, or nowhere to send it. */
function writeMail(ctx: Ctx, { userId, universeId, pace }: Addressed): Promise<boolean> {
  return write(ctx, async (tx) => {
    const rows = await lockWaitingRows(tx, { userId, universeId, most: mostCounted })
    if (rows.length === 0) return false
    const reader = await readerOf(tx, userId, universeId)
    const recipient = reader && (await readRecipient(tx.db, userId, universeId))
    const seen = reader && recipient ? await shownNotices(reader, rows) : []
    const shown = reader && recipient ? await notedByScripts(ctx, tx, { reader, email: recipient.email }, seen) : []
    const all = rows.map(({ id }) => id)
    if (!reader || !recipient || shown.length === 0) {
      await noteMailed(tx, all, null)
      return false
    }
    const { locale } = reader.identity
    const said = mailText(shown.slice(0, mostInMail), {
      locale: isLocale(locale) ? locale : 'en',
      organisation: pickText(recipient.organisation, isLocale(locale) ? locale : 'en') || recipient.universe,
      origin: configuredAddress(ctx.config),
      more: Math.max(0, shown.length - mostInMail),
    })
    const mailId = await insertMail(tx.db, {
      userId,
      to: recipient.email,
      ...said,
      // Whoever wants no more digests wants no more mails; whoever stops a single one keeps those of other events.
      unsubscribes: pace === 'now' ? [...new Set(shown.map(({ row }) => row.event))] : noticeEvents,
      now: tx.clock.now(),
    })
    const told = new Set(shown.map(({ row }) => row.id))
    await noteMailed(tx, [...told], mailId)
    await noteMailed(
      tx,
      all.filter((id) => !told.has(id)),
      null,
    )
    return true
  })
}
