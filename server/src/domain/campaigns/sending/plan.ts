import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { campaignOf, campaignRows } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'

/** A started campaign with messages that wait. */
export interface PlannedCampaign {
  campaign: Campaign
  /** Changes when anything that its messages are made of does. */
  version: string
  /** Messages that wait. */
  pending: number
  /** When the next one is due. */
  nextAt: Date
}

/** Started campaigns with messages that wait, by what is due first. */
export async function planSending(db: Kysely<Database>): Promise<PlannedCampaign[]> {
  const rows = await campaignRows(db)
    .innerJoin('campaign_count as n', 'n.campaign_id', 'c.id')
    .leftJoin('sending_rules as u', 'u.universe_id', 's.universe_id')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('recipient as r')
          .whereRef('r.campaign_id', '=', 'c.id')
          .where('r.state', '=', 'PENDING')
          .select('r.send_at')
          .orderBy('r.send_at')
          .orderBy('r.id')
          .limit(1)
          .as('next'),
      (on) => on.onTrue(),
    )
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('template as t')
          .select(sql<string>`string_agg(t.id || '.' || t.version, ',' order by t.id)`.as('versions'))
          .where(
            sql<boolean>`t.id = c.template_id or t.id in (select (m->>'templateId')::int from jsonb_array_elements(c.reminders) m)`,
          )
          .as('templates'),
      (on) => on.onTrue(),
    )
    .where('c.state', '=', 'STARTED')
    .where('n.pending', '>', 0)
    .select([
      'n.pending',
      'next.send_at as next_at',
      'templates.versions',
      's.model_version',
      'u.version as rules_version',
    ])
    .orderBy('next.send_at')
    .orderBy('c.id')
    .execute()
  return rows.flatMap((row) => {
    if (row.next_at === null) return []
    const version = [row.version, row.versions, row.model_version, row.rules_version].join('/')
    return [{ campaign: campaignOf(row), version, pending: row.pending, nextAt: row.next_at }]
  })
}
