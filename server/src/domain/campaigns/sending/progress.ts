import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How fast a campaign is sent at this moment. */
export interface CampaignProgress {
  /** Messages sent in the last minute; 0 where none is sent. */
  perMinute: number
  /** Until the messages that wait are sent at this pace; null where nothing is sent or waits. */
  secondsLeft: number | null
}

/** Messages are counted in parts of so many ms. */
const part = 5000
const minute = 60_000

/** How fast a campaign is sent; one small statement, so it may be asked every second. */
export async function progressOf(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  campaignId: number,
): Promise<CampaignProgress> {
  const now = clock.now()
  const { rows } = await sql<{ sent: number; since: Date | null; left: number }>`
    select coalesce(sum(p.sent), 0)::int as sent, min(p.at) as since,
           (select pending + sending from campaign_count where campaign_id = ${campaignId}) as left
      from campaign_pace p
     where p.campaign_id = ${campaignId} and p.at > ${new Date(now.getTime() - minute)}::timestamptz`.execute(db)
  const { sent = 0, since = null, left = 0 } = rows[0] ?? {}
  if (sent <= 0 || since === null) return { perMinute: 0, secondsLeft: null }
  const time = Math.max(part, now.getTime() - since.getTime())
  const perMinute = Math.round((sent * minute) / time)
  return { perMinute, secondsLeft: left > 0 ? Math.ceil((left * time) / sent / 1000) : null }
}

/** Counts messages that a campaign has sent. */
export async function notePace(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  campaignId: number,
  sent: number,
  now: Date,
): Promise<void> {
  if (sent === 0) return
  const at = new Date(Math.floor(now.getTime() / part) * part)
  await sql`
    insert into campaign_pace as p (campaign_id, at, sent) values (${campaignId}, ${at}::timestamptz, ${sent})
    on conflict (campaign_id, at) do update set sent = p.sent + excluded.sent`.execute(db)
}

/** Removes what no progress is told by any more. */
export async function removeOldPace(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('campaign_pace')
    .where('at', '<', new Date(now.getTime() - 10 * minute))
    .execute()
}
