import { sql } from 'kysely'
import type { Deps } from '#server/domain/context.ts'

type Db = Pick<Deps, 'db'>

/** How many tasks of each type are in each state. */
export async function countTasks({ db }: Db): Promise<{ type: string; state: string; n: number }[]> {
  const { rows } = await sql<{ type: string; state: string; n: number }>`
    select type, state, count(*)::int as n from task group by type, state`.execute(db)
  return rows
}

/** Messages that wait for webhooks, and what became of those that were noted in the last hour. */
export async function countWebhookMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const since = new Date(clock.now().getTime() - 3_600_000)
  const [waiting, recent] = await Promise.all([
    sql<{ n: number }>`
      select count(*)::int as n from webhook_delivery where state in ('WAITING', 'SENDING')`.execute(db),
    sql<{ state: string; n: number }>`
      select state, count(*)::int as n from webhook_delivery where created_at > ${since}::timestamptz
       group by state`.execute(db),
  ])
  return { waiting: waiting.rows[0]?.n ?? 0, recent: recent.rows }
}

/** Webhooks by how they are. */
export async function countWebhooks({ db }: Db): Promise<{ state: string; n: number }[]> {
  const { rows } = await sql<{ state: string; n: number }>`
    select case when state = 'PAUSED' then 'paused' when failing_since is not null then 'failing' else 'active' end as state,
           count(*)::int as n
      from webhook group by 1`.execute(db)
  return rows
}

/** Messages of campaigns that wait and are being sent, of all campaigns together. */
export async function countCampaignMessages({ db }: Db): Promise<{ pending: number; sending: number }> {
  const { rows } = await sql<{ pending: number; sending: number }>`
    select coalesce(sum(n.pending), 0)::float8 as pending, coalesce(sum(n.sending), 0)::float8 as sending
      from campaign_count n join campaign c on c.id = n.campaign_id where c.state = 'STARTED'`.execute(db)
  return rows[0] ?? { pending: 0, sending: 0 }
}
