import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import { insertAudience } from '../audience/insert-audience.ts'
import { lockFreeCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { audienceOf } from './make-round.ts'
import { ownerAccess } from './owner-access.ts'

/** Samples that one write looks at. */
const batch = 5000

/**
 * Makes messages of a campaign that pushes for the samples that were made or changed and that it is for. Returns how many
 * were made.
 */
export async function pushWaiting(
  ctx: Ctx,
  model: SurveyModel,
  pushing: Campaign,
  signal: AbortSignal,
): Promise<number> {
  let made = 0
  for (;;) {
    signal.throwIfAborted()
    const waiting = await ctx.db
      .selectFrom('campaign_push')
      .select('response_id')
      .where('campaign_id', '=', pushing.id)
      .limit(1)
      .execute()
    if (waiting.length === 0) return made
    const { owner } = await ownerAccess(ctx, model, pushing, signal)
    const done = await write(owner, async (tx) => {
      const campaign = await lockFreeCampaign(tx, pushing.id)
      if (campaign?.state !== 'STARTED') return null
      const { access } = await ownerAccess(tx, model, campaign, signal)
      const rows = await runFragment<{ id: number }>(
        tx.db,
        portableSql`
          delete from campaign_push where campaign_id = ${campaign.id} and response_id = any(array(
            select response_id from campaign_push where campaign_id = ${campaign.id} order by response_id limit ${integer(batch)}))
          returning response_id as id`,
      )
      const asked = await audienceOf(tx, access, campaign)
      const pushed = await insertAudience(tx, { ...asked, ids: rows.map(({ id }) => id) }, campaign)
      if (pushed > 0)
        await tx.audit({
          action: 'campaign.push',
          surveyId: model.id,
          object: campaign.extName,
          details: { recipients: pushed },
        })
      return pushed
    })
    if (done === null) return made
    made += done
  }
}
