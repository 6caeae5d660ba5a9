import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'

/** The last message to a sample, which can be sent again. */
export interface Invitation {
  id: number
  campaignId: number
}

/** The last message to a sample of a campaign that is not stopped, else of any. */
export function lastInvitation(
  { db }: WriteTx,
  { surveyId, sampleId, channel }: { surveyId: number; sampleId: number; channel: 'EMAIL' | 'SMS' },
): Promise<Invitation | undefined> {
  return (
    db
      .selectFrom('recipient as m')
      .innerJoin('campaign as c', 'c.id', 'm.campaign_id')
      .select(['m.id', 'm.campaign_id as campaignId'])
      .where('m.response_id', '=', sampleId)
      .where('c.survey_id', '=', surveyId)
      // A text message may have gone to the app.
      .where(sql<boolean>`replace(coalesce(m.channel, c.sending_type), 'PUSH', 'SMS') = ${channel}`)
      .orderBy(sql`c.state in ('STOPPED', 'ERROR') and c.finished_at is null`)
      .orderBy('m.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Makes another message of a campaign like the last one, to an address; false where one waits already. */
export async function storeInvitation(
  { db }: WriteTx,
  { id }: Invitation,
  { address, hash, now }: { address: string; hash: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into recipient (campaign_id, response_id, wave, kind, address, address_hash, other_hash, language, send_at,
                           template_id, updated_at, channel)
    select m.campaign_id, m.response_id, last.wave + 1, 'again', ${address}, ${hash}, m.other_hash, m.language,
           ${now}::timestamptz, m.template_id, ${now}::timestamptz,
           replace(coalesce(m.channel, c.sending_type), 'PUSH', 'SMS')
      from recipient m join campaign c on c.id = m.campaign_id
     cross join lateral (
       select max(o.wave) as wave, bool_or(o.state in ('PENDING', 'SENDING')) as waits
         from recipient o where o.campaign_id = m.campaign_id and o.response_id = m.response_id) last
     where m.id = ${id} and not last.waits
    returning id`.execute(db)
  return rows.length > 0
}
