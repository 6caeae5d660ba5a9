import type { mailStates } from '@gensvar/contract/entities/notices'
import type { Kysely } from 'kysely'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type MailState = (typeof mailStates)[number]

/** A mail as root lists it. */
interface MailRow {
  id: number
  to: string
  subject: string
  text: string
  state: MailState
  reason: StoredWords | null
  createdAt: Date
  sentAt: Date | null
}

/** A page of mails, newest first, with a text in address or subject, in one state or all. */
export async function listMailRows(
  db: Db,
  { rowFrom, rowTo, filter, state }: { rowFrom: number; rowTo: number; filter: string; state?: MailState | undefined },
): Promise<{ rows: MailRow[]; total: number }> {
  const term = `%${filter.trim().replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('mail')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'PENDING'))
    .$if(filter.trim() !== '', (query) =>
      query.where((where) => where.or([where('recipient', 'ilike', term), where('subject', 'ilike', term)])),
    )
  const rows = await found
    .select([
      'id',
      'recipient as to',
      'subject',
      'text',
      'state',
      'reason',
      'created_at as createdAt',
      'sent_at as sentAt',
    ])
    .orderBy('id', 'desc')
    .offset(rowFrom)
    .limit(Math.max(0, rowTo - rowFrom))
    .execute()
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Number of mails in each state. */
export async function countMailRows(db: Db): Promise<Record<MailState, number>> {
  const rows = await db
    .selectFrom('mail')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { PENDING: 0, SENDING: 0, SENT: 0, FAILED: 0, UNKNOWN: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** What the address of a user is made of. */
export async function readAddress(db: Db, userId: number): Promise<{ email: string; username: string } | undefined> {
  return db.selectFrom('app_user').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
}

/** Whose mails of which events a secret ends; null for an unknown one. */
export async function findUnsubscribe(
  db: Db,
  secretHash: string,
): Promise<{ userId: number; events: string[] } | null> {
  const row = await db
    .selectFrom('unsubscribe')
    .select(['user_id as userId', 'events'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row ?? null
}
