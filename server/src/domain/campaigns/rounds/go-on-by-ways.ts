import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import { wakeSending } from '../sending/bulk-mail-task.ts'

/**
 * Has messages sent that came back and go on by a further way of their campaign; a campaign that had finished meanwhile is started
 * again. Called every minute.
 */
export async function goOnByWays(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: number }>`
    select c.id from campaign c where ${isFinished} or (c.state = 'STARTED' and (c.ways <> '[]' or c.to_devices) and exists (
      select from recipient r where r.campaign_id = c.id and r.state = 'PENDING' and r.channel is not null
                                and r.send_at <= ${now}::timestamptz))`.execute(ctx.db)
  if (rows.length === 0) return
  await write(ctx, async (tx) => {
    const reopened = await sql<{ id: number; survey_id: number; universe_id: number; ext_name: string }>`
      update campaign c set state = 'STARTED', finished_at = null, updated_at = ${now}::timestamptz from survey s
       where s.id = c.survey_id and c.id = any(${rows.map(({ id }) => id)}::int[]) and ${isFinished}
      returning c.id, c.survey_id, s.universe_id, c.ext_name`.execute(tx.db)
    await tx.audit(
      ...reopened.rows.map((row) => ({
        action: 'campaign.reopen',
        surveyId: row.survey_id,
        universeId: row.universe_id,
        object: row.ext_name,
      })),
    )
    for (const { id, survey_id: surveyId, universe_id: universeId } of reopened.rows)
      await noteCampaign(tx, 'campaign.started', { id, surveyId, universeId })
    await wakeSending(tx)
  })
}

/** A campaign (`c`) that had sent everything, of which something waits again. */
const isFinished = sql<boolean>`(
  c.state = 'STOPPED' and c.finished_at is not null and (c.ways <> '[]' or c.to_devices)
  and exists (select from campaign_count n where n.campaign_id = c.id and n.pending > 0))`
