import { noticeEvents } from '@gensvar/contract/entities/notices'
import type { NoticeChoices, NoticeEvent } from '@gensvar/contract/entities/notices'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How an event is told without a choice: in the bell, and by mail where something is to be done. */
export function usualChannels(event: NoticeEvent): { bell: boolean; mail: boolean } {
  return { bell: true, mail: event !== 'action-closed' && event !== 'alert-reopened' }
}

/** How mails are sent without a choice. */
export const usualPace = 'now'

/** The choices of somebody who has made none. */
const usualChoices: NoticeChoices = {
  events: noticeEvents.map((event) => ({ event, ...usualChannels(event) })),
  pace: usualPace,
  digestAt: '08:00',
  quietFrom: null,
  quietTo: null,
  timeZone: null,
}

/** What users want to be told of, by user; the usual choices where they have made none. */
export async function readChoices(
  db: Kysely<Database>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, NoticeChoices>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notice_choice')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .execute()
  const stored = new Map(rows.map((row) => [row.user_id, row]))
  return new Map(
    userIds.map((userId) => {
      const row = stored.get(userId)
      if (!row) return [userId, usualChoices]
      return [
        userId,
        {
          events: noticeEvents.map((event) => ({ event, ...(row.events[event] ?? usualChannels(event)) })),
          pace: row.pace,
          digestAt: row.digest_at,
          quietFrom: row.quiet_from,
          quietTo: row.quiet_to,
          timeZone: row.time_zone,
        },
      ]
    }),
  )
}

/** What one user wants to be told of. */
export async function choicesOf(db: Kysely<Database>, userId: number): Promise<NoticeChoices> {
  return (await readChoices(db, [userId])).get(userId) ?? usualChoices
}

/** Stores what a user wants to be told of. Mails of events that are not wanted any more are not sent. */
export async function storeChoices(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  userId: number,
  choices: NoticeChoices,
): Promise<void> {
  const { events, pace, digestAt, quietFrom, quietTo, timeZone } = choices
  const values = {
    events: JSON.stringify(Object.fromEntries(events.map(({ event, bell, mail }) => [event, { bell, mail }]))),
    pace,
    digest_at: digestAt,
    quiet_from: quietFrom,
    quiet_to: quietTo,
    time_zone: timeZone,
  }
  await db
    .insertInto('notice_choice')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  const unwanted = events.filter(({ mail }) => !mail).map(({ event }) => event)
  if (unwanted.length === 0) return
  await db
    .updateTable('notice')
    .set({ mail_waits: false })
    .where('user_id', '=', userId)
    .where('mail_waits', '=', true)
    .where('event', 'in', unwanted)
    .execute()
}
