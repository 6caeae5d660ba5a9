import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { PlannedCampaign } from './plan.ts'

type Db = Kysely<Database>

/** What the demo's campaigns are begun with. */
export interface DemoCampaigns {
  universeId: number
  /** Ext name of their survey. */
  survey: string
  /** With whose rights they add people. */
  ownerId: number
  campaigns: readonly PlannedCampaign[]
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'hol']

/**
 * Gives a survey's campaigns their templates, senders and schedules, and then the states they are in: nothing is sent before.
 * Whoever unsubscribed gets nothing more, and whoever was written to is known.
 */
export async function beginCampaigns(db: Db, { universeId, survey, ownerId, campaigns }: DemoCampaigns): Promise<void> {
  const { id: surveyId } = await db
    .selectFrom('survey')
    .select('id')
    .where('universe_id', '=', universeId)
    .where('ext_name', '=', survey)
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('template')
    .select(['id', 'tags', 'sending_type as kind'])
    .where('universe_id', '=', universeId)
    .execute()
  const templateOf = (tag: string, kind: string): number | null =>
    stored.find((one) => one.kind === kind && one.tags.includes(tag))?.id ?? null
  for (const campaign of campaigns) {
    const { extName, sendingType, template, state, startsOn, finishedOn = null, days, reminder } = campaign
    const starts = `${startsOn}T08:00:00Z`
    const isBegun = state !== 'CREATED'
    await db
      .updateTable('campaign')
      .set({
        state,
        owner_id: ownerId,
        template_id: templateOf(template, sendingType),
        from_name: 'Nordic Retail',
        from_email: 'hello@nordic-retail.example',
        scheduled_start: campaign.campaignType === 'PUSH' ? null : starts,
        started_at: isBegun ? starts : null,
        finished_at: finishedOn === null ? null : `${finishedOn}T16:00:00Z`,
        created_at: isBegun ? starts : sql<Date>`now()`,
        mail_action: 'invite',
        send_from: campaign.campaignType === 'PUSH' ? null : '09:00',
        send_to: campaign.campaignType === 'PUSH' ? null : '20:00',
        reminders: JSON.stringify(
          reminder ? [{ afterDays: reminder.afterDays, templateId: templateOf(reminder.template, sendingType) }] : [],
        ),
        ...(days !== undefined && {
          scheduled_period: 'DAILY',
          schedule_params: JSON.stringify({ fromDays: -days, toDays: 0, weekdays: everyDay }),
          next_round_on: state === 'STARTED' ? sql<string>`current_date + 1` : isBegun ? null : startsOn,
        }),
      })
      .where('survey_id', '=', surveyId)
      .where('ext_name', '=', extName)
      .execute()
  }
  await sql`
    insert into suppression (universe_id, address_hash, address, reason, campaign_id, created_at)
    select distinct on (m.address_hash) ${universeId}::int, m.address_hash, m.address, 'unsubscribed', m.campaign_id,
           coalesce(m.sent_at, now())
      from recipient m join campaign c on c.id = m.campaign_id
     where c.survey_id = ${surveyId} and m.unsubscribed
     order by m.address_hash, m.id
    on conflict do nothing`.execute(db)
  await sql`
    insert into contact_ledger (universe_id, address_hash, sent_at)
    select ${universeId}::int, m.address_hash, array_agg(m.sent_at order by m.sent_at)
      from recipient m join campaign c on c.id = m.campaign_id
     where c.survey_id = ${surveyId} and m.state = 'SENT' and m.sent_at > now() - interval '90 days'
     group by m.address_hash
    on conflict do nothing`.execute(db)
}
