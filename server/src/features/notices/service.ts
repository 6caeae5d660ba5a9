import { noticeEvents } from '@gensvar/contract/entities/notices'
import type { Notice, NoticeChoices, NoticeEvent } from '@gensvar/contract/entities/notices'
import { locales } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { noticePage } from '@gensvar/contract/notices'
import type { listMails as listMailsRoute } from '@gensvar/contract/notices'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx, OpenCtx } from '#server/domain/context.ts'
import { choicesOf, storeChoices } from '#server/domain/notices/choices.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { markReadRows } from '#server/domain/notices/notice-store.ts'
import { readBell, readUnread } from '#server/domain/notices/read-notices.ts'
import type { ShownNotice } from '#server/domain/notices/read-notices.ts'
import { addressOf } from '#server/domain/notices/recipient-store.ts'
import { pauseSubscription, subscriptionOf } from '#server/domain/subscriptions/ended-by-mail.ts'
import { hashSecret } from '#server/domain/rights/secret.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { unsubscribePlace } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
import { countMailRows, findUnsubscribe, listMailRows, readAddress } from './store.ts'

export { mailTasks as noticeTasks } from '#server/domain/notices/mail-tasks.ts'

type MailQuery = z.output<(typeof listMailsRoute)['query']>
type MailAnswer = z.input<(typeof listMailsRoute)['response']>

/** The caller's own notices, newest first, of what they may still see. */
export async function listNotices(
  ctx: Ctx,
  { before }: { before?: number | undefined },
): Promise<{ notices: Notice[]; unread: number; hasMore: boolean }> {
  const { notices, hasMore } = await readBell(ctx, { before, most: noticePage })
  return { notices: notices.map(noticeOf), unread: (await readUnread(ctx)).length, hasMore }
}

/** A notice as it is answered, in every language. */
export function noticeOf({ row, title, text, link }: ShownNotice): Notice {
  return {
    id: row.id,
    event: row.event,
    title: inEach(title),
    text: inEach(text),
    link,
    survey: { extname: row.survey.extName, title: row.survey.title },
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }
}

function inEach(words: Words): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, translate(words, locale)]))
}

/** Marks own notices as read; all of them where none is named. */
export async function readNotices(ctx: Ctx, ids: readonly number[]): Promise<{ unread: number }> {
  const { userId, universe } = ctx.identity
  if (!universe) return { unread: 0 }
  await write(ctx, async (tx) => {
    await markReadRows(tx, { userId, universeId: universe.id, ids, now: tx.clock.now() })
    await announceNotices(tx, [userId])
  })
  return { unread: (await readUnread(ctx)).length }
}

/** Events of which root alone is told. */
const ofRoot: ReadonlySet<NoticeEvent> = new Set(['webhook-paused', 'backup-failed'])

/** What the caller wants to be told of, and where mail goes. */
export async function getNoticeChoices(ctx: Ctx): Promise<NoticeChoices & { email: string; sendsMail: boolean }> {
  const { userId } = ctx.identity
  const [choices, address] = await Promise.all([choicesOf(ctx.db, userId), readAddress(ctx.db, userId)])
  // Nobody else is ever told of these.
  const events = choices.events.filter(({ event }) => !ofRoot.has(event) || ctx.identity.isRoot)
  return { ...choices, events, email: address ? addressOf(address) : '', sendsMail: ctx.config.mail !== null }
}

/** Saves it. Throws `validation` at `timeZone`, `quietFrom`, `quietTo` and `events`. */
export async function saveNoticeChoices(ctx: Ctx, choices: NoticeChoices): Promise<NoticeChoices> {
  const { timeZone, quietFrom, quietTo, events } = choices
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new AppError('validation', say`There is no time zone "${timeZone}".`, { timeZone: say`is no time zone` })
  if ((quietFrom === null) !== (quietTo === null))
    throw new AppError('validation', say`Quiet hours need both a beginning and an end.`, {
      [quietFrom === null ? 'quietFrom' : 'quietTo']: say`is missing`,
    })
  if (quietFrom !== null && quietFrom === quietTo)
    throw new AppError('validation', say`Quiet hours cannot end when they begin.`, { quietTo: say`is when they begin` })
  if (new Set(events.map(({ event }) => event)).size < events.length)
    throw new AppError('validation', say`An event is there twice.`, { events: say`is there twice` })
  return write(ctx, async (tx) => {
    const { userId } = tx.identity
    await storeChoices(tx, userId, choices)
    await tx.audit({ action: 'notices.choose', object: String(userId) })
    return choicesOf(tx.db, userId)
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Mails of the server, newest first by default. Throws `validation` at `sortVar`. */
export async function listMails(ctx: Ctx, query: MailQuery): Promise<MailAnswer> {
  if (query.sortVar !== undefined)
    throw new AppError('validation', say`The table cannot be sorted by "${query.sortVar}".`, {
      sortVar: say`unknown column`,
    })
  const [{ rows, total }, counts] = await Promise.all([listMailRows(ctx.db, query), countMailRows(ctx.db)])
  return {
    mails: rows.map(({ text, reason, createdAt, sentAt, ...row }) => ({
      ...row,
      // The address to unsubscribe at is its reader's alone, and is made when the mail is sent.
      text: text.replaceAll(unsubscribePlace, '…'),
      reason: reason ? translate(readWords(reason), ctx.locale) : '',
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    total,
    counts,
    sendsMail: ctx.config.mail !== null,
  }
}

/** Whether a secret ends mails of some events; false for an unknown one. */
export async function isUnsubscribeKnown(ctx: Pick<OpenCtx, 'db'>, secret: string): Promise<boolean> {
  return (await findUnsubscribe(ctx.db, hashSecret(secret))) !== null
}

/** Ends the mails that a secret is for. May be called again. False for an unknown one. */
export async function unsubscribe(ctx: OpenCtx, secret: string): Promise<boolean> {
  return write(ctx, async (tx) => {
    const found = await findUnsubscribe(tx.db, hashSecret(secret))
    if (!found) return false
    const { userId, events } = found
    const subscription = subscriptionOf(events)
    if (subscription !== null) {
      await pauseSubscription(tx, subscription, userId)
      const object = String(subscription)
      await tx.audit({ action: 'subscription.unsubscribe', object, by: { userId } })
      return true
    }
    const ended = new Set(events)
    const choices = await choicesOf(tx.db, userId)
    await storeChoices(tx, userId, {
      ...choices,
      events: choices.events.map((one) => (ended.has(one.event) ? { ...one, mail: false } : one)),
    })
    const details = { events: noticeEvents.filter((event) => ended.has(event)) }
    await tx.audit({ action: 'notices.unsubscribe', object: String(userId), details, by: { userId } })
    return true
  })
}
