import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'

/**
 * Ends campaigns that are sent once and have sent everything, where no reminder can still come. Returns how many. Whoever
 * sends may call it when nothing is left to send; it is called every minute in any case.
 */
export async function finishCampaigns(ctx: Ctx, surveyId: number | null): Promise<number> {
  // Only what may be over is looked at under its lock.
  const { rows: candidates } = await sql<{ id: number }>`
    select c.id from campaign c where ${isDone} and (${surveyId}::int is null or c.survey_id = ${surveyId})`.execute(
    ctx.db,
  )
  if (candidates.length === 0) return 0
  const now = ctx.clock.now()
  return write(ctx, async (tx) => {
    const ids = candidates.map(({ id }) => id)
    await sql`select id from campaign where id = any(${ids}::int[]) order by id for update`.execute(tx.db)
    const { rows } = await sql<{ id: number; survey_id: number; universe_id: number; ext_name: string }>`
      update campaign c set state = 'STOPPED', finished_at = ${now}, state_reason = null, updated_at = ${now}
        from survey s
       where s.id = c.survey_id and c.id = any(${ids}::int[]) and ${isDone}
      returning c.id, c.survey_id, s.universe_id, c.ext_name`.execute(tx.db)
    await tx.audit(
      ...rows.map((row) => ({
        action: 'campaign.finish',
        surveyId: row.survey_id,
        universeId: row.universe_id,
        object: row.ext_name,
      })),
    )
    for (const { id, survey_id: ofSurvey, universe_id: universeId } of rows)
      await noteCampaign(tx, 'campaign.finished', { id, surveyId: ofSurvey, universeId })
    return rows.length
  })
}

/** Everything of a campaign (`c`) that is sent once was sent, and none who was written to can still get a reminder. */
const isDone = sql<boolean>`
  c.state = 'STARTED' and c.campaign_type in ('PULL_ONCE', 'PULL_SINGLE') and c.next_round_on is null
  and exists (select from campaign_count n where n.campaign_id = c.id and n.pending = 0 and n.sending = 0)
  and not exists (
    select from recipient r
     where r.campaign_id = c.id and r.state = 'SENT' and not r.is_followed and not r.answered and not r.unsubscribed
       and not r.complained and r.bounce is null
       and not exists (select from recipient o where o.campaign_id = r.campaign_id and o.response_id = r.response_id
                          and o.answered)
       and not exists (select from reminder_stop x where x.response_id = r.response_id)
       and coalesce(r.reminder + 1, 0) < jsonb_array_length(c.reminders))`
