import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { StoredWords } from '../db-task-types.ts'
import type { Database } from '../db-types.ts'

type Db = Kysely<Database>

/** Stands in the text and the HTML of a mail for the address at which it is unsubscribed. */
export const unsubscribePlace = '{unsubscribe}'

/** Stands in the text and the HTML of a mail for a code with which its reader sets their password. */
export const passwordPlace = '{password-code}'

/** A mail to store. */
export interface NewMail {
  userId: number | null
  to: string
  subject: string
  /** Both may hold `unsubscribePlace`. */
  text: string
  html: string
  /** Events of notices that its address to unsubscribe ends; empty for a mail without one. */
  unsubscribes: readonly string[]
  /** How long the code in the place of `passwordPlace` is good, in seconds; left out for a mail without one. */
  passwordSeconds?: number
  now: Date
}

/** Stores a mail that waits to be sent; returns its id. */
export async function insertMail(
  db: Db,
  { userId, to, unsubscribes, passwordSeconds, now, ...mail }: NewMail,
): Promise<number> {
  const { id } = await db
    .insertInto('mail')
    .values({
      ...mail,
      user_id: userId,
      recipient: to,
      unsubscribes: [...unsubscribes],
      password_seconds: passwordSeconds,
      send_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores mails that are not sent anywhere, for root to read. */
export async function insertKeptMails(db: Db, mails: readonly NewMail[], reason: StoredWords): Promise<void> {
  if (mails.length === 0) return
  await db
    .insertInto('mail')
    .values(
      mails.map(({ userId, to, unsubscribes, now, subject, text, html }) => ({
        ...{ subject, text, html, state: 'SENT' as const, reason: JSON.stringify(reason) },
        ...{ user_id: userId, recipient: to, unsubscribes: [...unsubscribes] },
        ...{ send_at: now, created_at: now, sent_at: now },
      })),
    )
    .execute()
}

/** A mail that this process sends; only the holder of its token can say what became of it. */
export interface ClaimedMail {
  id: number
  token: string
  userId: number | null
  to: string
  subject: string
  text: string
  html: string
  unsubscribes: string[]
  passwordSeconds: number | null
  attempts: number
  createdAt: Date
}

/** How long a mail may be under way before nobody is thought to be sending it, in ms. */
const lease = 5 * 60_000

/** Claims the mail that is due longest: from this statement on it is under way, and nobody else sends it. Null without one. */
export async function claimMail(db: Db, now: Date): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`
    update mail set state = 'SENDING', run_token = gen_random_uuid(), lease_until = ${new Date(now.getTime() + lease)}::timestamptz,
           attempts = attempts + 1
     where id = (select id from mail where state = 'PENDING' and send_at <= ${now}::timestamptz
                  order by send_at, id limit 1 for update skip locked)
    returning id, run_token::text as token, user_id as "userId", recipient as "to", subject, text, html, unsubscribes,
              password_seconds as "passwordSeconds", attempts, created_at as "createdAt"`.execute(db)
  return rows[0] ?? null
}

/** What became of a mail, or when it is tried again. */
export type MailEnd =
  | { state: 'SENT' }
  | { state: 'FAILED' | 'UNKNOWN'; reason: StoredWords }
  | { state: 'PENDING'; reason: StoredWords; sendAt: Date }

/** Stores what became of a claimed mail. False where its claim had expired: it stays as it is. */
export async function endMail(
  db: Db,
  { id, token }: Pick<ClaimedMail, 'id' | 'token'>,
  end: MailEnd,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({
      state: end.state,
      run_token: null,
      lease_until: null,
      reason: 'reason' in end ? JSON.stringify(end.reason) : null,
      ...(end.state === 'SENT' && { sent_at: now }),
      ...(end.state === 'PENDING' && { send_at: end.sendAt }),
    })
    .where('id', '=', id)
    .where('run_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Notes mails whose process has stopped while it sent them: whether they arrived is not known, and they are not sent again.
 * Returns how many.
 */
export async function loseMails(db: Db, now: Date, reason: StoredWords): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'UNKNOWN', run_token: null, lease_until: null, reason: JSON.stringify(reason) })
    .where('state', '=', 'SENDING')
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives up mails that have waited since before a moment. Returns how many. */
export async function expireMails(db: Db, before: Date, reason: StoredWords): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'FAILED', reason: JSON.stringify(reason) })
    .where('state', '=', 'PENDING')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether a mail is due. */
export async function isMailWaiting(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'PENDING')
    .where('send_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes mails that were made before a moment. Returns how many. */
export async function removeOldMails(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail')
    .where('created_at', '<', before)
    .where('state', '<>', 'SENDING')
    .executeTakeFirst()
  return Number(numDeletedRows)
}
