import { say } from '@gensvar/contract/say'
import type { Deps } from '#server/domain/context.ts'
import { endCodes, issueCode } from '#server/domain/rights/one-time-code.ts'
import { hashSecret, newSecret } from '#server/domain/rights/secret.ts'
import { lockUsers } from '#server/domain/rights/sessions.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { htmlEscape } from 'escape-goat'
import { MailServer, mailConnections } from '#server/platform/mail/mail-server.ts'
import {
  claimMail,
  endMail,
  expireMails,
  loseMails,
  passwordPlace,
  unsubscribePlace,
} from '#server/platform/mail/mail-queue.ts'
import type { ClaimedMail, MailEnd } from '#server/platform/mail/mail-queue.ts'
import { readMailedRows } from './notice-store.ts'
import { isStillSubscribed, subscriptionOf } from '#server/domain/subscriptions/ended-by-mail.ts'
import { readerOf, shownNotices } from './read-notices.ts'

/** What sending mails needs of the program. */
export type SendContext = Pick<Deps, 'db' | 'pool' | 'clock' | 'config'>

/** Pauses before a mail that was refused for now is tried again, in ms; after the last one it has failed. */
const retryPauses = [1, 5, 30, 120].map((minutes) => minutes * 60_000)
/** How long a mail may wait; later nobody expects it. In ms. */
const longestWait = 24 * 60 * 60_000
/** From this age on it is checked once more whether the reader may still see what a mail tells of, in ms. */
const freshFor = 60_000

/**
 * Sends the mails that are due, each at most once, until none is left or the signal is aborted. Returns how many were
 * sent. Where no mail server is configured they wait, and can be read by root.
 */
export async function sendMails(
  ctx: SendContext,
  signal: AbortSignal,
  onSent: (sent: number) => void = () => {},
): Promise<number> {
  await noteLostMails(ctx)
  if (!ctx.config.mail) return 0
  await expireMails(
    ctx.db,
    new Date(ctx.clock.now().getTime() - longestWait),
    storeWords(say`It could not be sent for a day.`),
  )
  const server = new MailServer(ctx.config.mail)
  let sent = 0
  const sendNext = async (): Promise<void> => {
    while (!signal.aborted) {
      const mail = await claimMail(ctx.db, ctx.clock.now())
      if (!mail) return
      if (await sendClaimed(ctx, server, mail)) onSent(++sent)
    }
  }
  try {
    await Promise.all(Array.from({ length: mailConnections }, sendNext))
  } finally {
    server.close()
  }
  signal.throwIfAborted()
  return sent
}

/** Notes mails whose process has stopped while it sent them. Returns how many. */
export function noteLostMails({ db, clock }: Pick<SendContext, 'db' | 'clock'>): Promise<number> {
  const reason = say`The server stopped while it was sent: whether it arrived is not known, and it is not sent again.`
  return loseMails(db, clock.now(), storeWords(reason))
}

/** Sends a mail that this process has claimed. True where it was sent. */
async function sendClaimed(ctx: SendContext, server: MailServer, mail: ClaimedMail): Promise<boolean> {
  const end = (await isStillShown(ctx, mail)) ? await handOver(ctx, server, mail) : unseen
  await endMail(ctx.db, mail, end, ctx.clock.now())
  return end.state === 'SENT'
}

const unseen: MailEnd = {
  state: 'FAILED',
  reason: storeWords(say`Its reader may no longer see what it tells of.`),
}

async function handOver(ctx: SendContext, server: MailServer, mail: ClaimedMail): Promise<MailEnd> {
  const { id, token, to, subject } = mail
  const address = await unsubscribeAddress(ctx, mail)
  const code = await passwordCode(ctx, mail)
  const filled = (text: string, written: string): string =>
    code === null
      ? text.replaceAll(unsubscribePlace, written)
      : text.replaceAll(passwordPlace, code).replaceAll(unsubscribePlace, written)
  const sending = await server.send({
    to,
    subject,
    text: filled(mail.text, address ?? ''),
    html: filled(mail.html, htmlEscape(address ?? '')),
    id: `${id}.${token}`,
    headers: address
      ? { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {},
  })
  if (sending.outcome === 'sent') return { state: 'SENT' }
  const reason = storeWords(sending.reason)
  if (sending.outcome === 'unknown') return { state: 'UNKNOWN', reason }
  const pause = sending.isTemporary ? retryPauses[mail.attempts - 1] : undefined
  if (pause === undefined) return { state: 'FAILED', reason }
  return { state: 'PENDING', reason, sendAt: new Date(ctx.clock.now().getTime() + pause) }
}

/** An address that ends mails of some events. Its secret is made now and only its hash is kept, so that no stored mail holds it. */
async function unsubscribeAddress(ctx: SendContext, { userId, unsubscribes }: ClaimedMail): Promise<string | null> {
  if (userId === null || unsubscribes.length === 0) return null
  const secret = newSecret()
  await ctx.db
    .insertInto('unsubscribe')
    .values({ secret_hash: hashSecret(secret), user_id: userId, events: unsubscribes, created_at: ctx.clock.now() })
    .execute()
  return `${configuredAddress(ctx.config)}/unsubscribe/${secret}`
}

/** A code with which the reader of a mail sets their password; like the secret above it is made now. Null for other mails. */
async function passwordCode(ctx: SendContext, { userId, passwordSeconds }: ClaimedMail): Promise<string | null> {
  if (userId === null || passwordSeconds === null) return null
  return ctx.db.transaction().execute(async (db) => {
    await lockUsers(db, [userId])
    await endCodes({ db, clock: ctx.clock }, 'set-password', { userId })
    return issueCode({ db, clock: ctx.clock }, 'set-password', { userId }, passwordSeconds)
  })
}

/** Whether the reader may still see all that a mail tells of; taken for granted right after it was written. */
async function isStillShown(ctx: SendContext, mail: ClaimedMail): Promise<boolean> {
  const { id, userId, unsubscribes, createdAt } = mail
  if (unsubscribes.length === 0) return true
  if (userId === null) return false
  const subscription = subscriptionOf(unsubscribes)
  // Its mail holds a link only, and the rights to its file are asked for when that is opened.
  if (subscription !== null) return isStillSubscribed(ctx, subscription, userId)
  if (ctx.clock.now().getTime() - createdAt.getTime() < freshFor) return true
  const rows = await readMailedRows(ctx.db, id)
  const reader = await readerOf(ctx, userId, rows[0]?.universeId ?? null)
  return reader !== null && (await shownNotices(reader, rows)).length === rows.length
}
