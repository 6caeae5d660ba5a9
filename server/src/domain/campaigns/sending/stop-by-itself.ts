import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { write } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { sendingRulesOf } from '../rules/sending-rules.ts'

type Context = WriteContext & { clock: Clock }

/** A campaign that the server stops. */
interface Stopped {
  id: number
  surveyId: number
  universeId: number
}

/**
 * Pauses a started campaign, with the reason, where more of its messages came back or were complained of than its
 * organisation's rules allow; of one that was let go on after that, only what came since counts. Called after a bounce, a
 * complaint and a refusal. Returns whether it was paused.
 */
export async function pauseOnSpike(ctx: Context, campaignId: number): Promise<boolean> {
  const { rows } = await sql<Stopped & { sent: number; bounced: number; complained: number }>`
    select c.id, c.survey_id as "surveyId", s.universe_id as "universeId",
           n.sent + n.refused - c.judged_sent as sent, n.bounced + n.refused - c.judged_bounced as bounced,
           n.complained - c.judged_complained as complained
      from campaign c join survey s on s.id = c.survey_id join campaign_count n on n.campaign_id = c.id
     where c.id = ${campaignId} and c.state = 'STARTED'`.execute(ctx.db)
  const [found] = rows
  if (!found) return false
  const { pauseAt } = (await sendingRulesOf(ctx.db, found.universeId)).rules
  const { sent, bounced, complained } = found
  if (pauseAt === null || sent < pauseAt.after) return false
  if (percent(bounced, sent) >= pauseAt.bouncePercent)
    return endBy(ctx, found, 'PAUSED', say`It paused by itself: ${bounced} of ${sent} messages came back.`)
  if (percent(complained, sent) >= pauseAt.complaintPercent)
    return endBy(ctx, found, 'PAUSED', say`It paused by itself: ${complained} of ${sent} messages were complained of.`)
  return false
}

/** Stops a started campaign that cannot be sent, with the reason. Returns whether it was started. */
export function stopByFault(ctx: Context, campaign: Stopped, reason: Words): Promise<boolean> {
  return endBy(ctx, campaign, 'ERROR', reason)
}

function endBy(
  ctx: Context,
  { id, surveyId, universeId }: Stopped,
  state: 'PAUSED' | 'ERROR',
  reason: Words,
): Promise<boolean> {
  return write(ctx, async (tx: WriteTx<Context>) => {
    const { rows } = await sql`
      update campaign c
         set state = ${state}, state_reason = ${JSON.stringify(storeWords(reason))}::jsonb, version = version + 1,
             updated_at = ${tx.clock.now()}::timestamptz, judged_sent = n.sent + n.refused,
             judged_bounced = n.bounced + n.refused, judged_complained = n.complained
        from campaign_count n
       where c.id = ${id} and n.campaign_id = c.id and c.state = 'STARTED' returning c.id`.execute(tx.db)
    if (rows.length === 0) return false
    const action = state === 'PAUSED' ? 'campaign.pause' : 'campaign.fail'
    await tx.audit({ action, surveyId, universeId, object: String(id), details: { reason: String(reason) } })
    await noteCampaign(tx, state === 'PAUSED' ? 'campaign.paused' : 'campaign.failed', { id, surveyId, universeId })
    return true
  })
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}
