import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { campaignOf, campaignRows } from '../campaign.ts'
import { byWay, waysOf } from '../ways.ts'
import type { CampaignByWay } from '../ways.ts'

/** A started campaign with messages that wait. */
export interface PlannedCampaign {
  /** As the way sends it that the messages go. */
  campaign: CampaignByWay
  /** Changes when anything that its messages are made of does. */
  version: string
  /** Messages that wait; those of all ways are counted with the first of them. */
  pending: number
  /** When the next one is due. */
  nextAt: Date
}

/** Started campaigns with messages that wait, by what is due first; each of its ways of a campaign with several. */
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
            sql<boolean>`t.id = c.template_id or t.id in (select (m->>'templateId')::int from jsonb_array_elements(c.reminders || c.ways) m)`,
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
  const planned = rows.flatMap((row) => {
    if (row.next_at === null) return []
    const version = [row.version, row.versions, row.model_version, row.rules_version].join('/')
    return [{ campaign: byWay(campaignOf(row), null), version, pending: row.pending, nextAt: row.next_at }]
  })
  return splitByWay(db, planned)
}

/** Campaigns that go several ways once for each of them that messages wait to go. */
async function splitByWay(db: Kysely<Database>, planned: PlannedCampaign[]): Promise<PlannedCampaign[]> {
  const several = planned.filter(({ campaign }) => waysOf(campaign).length > 1)
  if (several.length === 0) return planned
  const asked = several.flatMap(({ campaign }) => waysOf(campaign).map((type) => ({ id: campaign.id, type })))
  const { rows } = await sql<{ id: number; type: MessageWay; next_at: Date }>`
    select g.id, g.type, next.send_at as next_at
      from unnest(${asked.map(({ id }) => id)}::int[], ${asked.map(({ type }) => type)}::text[]) with ordinality as g (id, type, place)
     cross join lateral (
       select r.send_at from recipient r where r.campaign_id = g.id and r.channel = g.type and r.state = 'PENDING'
        order by r.send_at, r.id limit 1) next
     order by g.place`.execute(db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return planned.flatMap((one) => {
    if (!several.includes(one)) return [one]
    return (byId.get(one.campaign.id) ?? []).map(({ type, next_at: nextAt }, at) => ({
      ...{ campaign: byWay(one.campaign, type), version: `${one.version}/${type}`, nextAt },
      pending: at === 0 ? one.pending : 0,
    }))
  })
}
