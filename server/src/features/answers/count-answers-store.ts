import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Messages that were answered, which do not say so yet. */
const waiting = sql`recipient r join used_answer_link used on used.recipient_id = r.id
  where not r.answered and r.state in ('SENT', 'UNKNOWN')`

/** Campaigns of which at least so many people have answered whose messages do not say so yet. */
export async function listCampaignsWithAnswers(
  db: Kysely<Database>,
  least: number,
): Promise<{ campaignId: number; surveyId: number; universeId: number }[]> {
  const { rows } = await sql<{ campaignId: number; surveyId: number; universeId: number }>`
    select c.id as "campaignId", s.id as "surveyId", s.universe_id as "universeId"
      from (select r.campaign_id from ${waiting} group by r.campaign_id having count(distinct r.response_id) >= ${least})
           as found
      join campaign c on c.id = found.campaign_id join survey s on s.id = c.survey_id
     order by c.id`.execute(db)
  return rows
}

/** Marks messages of a campaign as answered, in no order and without a time; returns the samples they were sent for. */
export async function markAnsweredRows({ db }: WriteTx, campaignId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ responseId: number }>`
    update recipient set answered = true
     where id in (select r.id from ${waiting} and r.campaign_id = ${campaignId} order by random() limit ${most})
    returning response_id as "responseId"`.execute(db)
  return [...new Set(rows.map(({ responseId }) => responseId))]
}
