import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertAudience } from './audience/insert-audience.ts'
import { lockCampaign, readCampaignNamed } from './campaign.ts'
import { audienceOf } from './rounds/make-round.ts'
import { ownerAccess } from './rounds/owner-access.ts'

/** What became of a sample in a campaign: a message was made, or the rule that leaves it out; null where it is not for it. */
export type Pushed = { campaign: string } & ({ isSent: true } | { isSent: false; rule: ExclusionRule | 'again' | null })

/**
 * Makes a message for a sample in each of some campaigns that push, by their ext names: as far as the owners of these may
 * reach it. Throws `conflict` for a campaign that is not there, does not push or is not started.
 */
export async function pushSample(
  ctx: Ctx,
  model: SurveyModel,
  { sampleId, campaigns }: { sampleId: number; campaigns: readonly string[] },
): Promise<Pushed[]> {
  return write(ctx, async (tx) => {
    const pushed: Pushed[] = []
    for (const extName of campaigns) pushed.push(await pushIn(tx, model, extName, sampleId))
    return pushed
  })
}

async function pushIn(tx: WriteTx<Ctx>, model: SurveyModel, extName: string, sampleId: number): Promise<Pushed> {
  const named = await readCampaignNamed(tx.db, model.id, extName)
  const campaign = named && (await lockCampaign(tx, named.id))
  if (campaign?.campaignType !== 'PUSH') throw new AppError('conflict', say`There is no push campaign "${extName}".`)
  if (campaign.state !== 'STARTED')
    throw new AppError('conflict', say`The campaign "${campaign.title}" is not running.`)
  const signal = tx.work?.signal ?? new AbortController().signal
  const { access } = await ownerAccess(tx, model, campaign, signal)
  const asked = { ...(await audienceOf(tx, access, campaign)), ids: [sampleId] }
  const made = await insertAudience(tx, asked, campaign)
  await tx.audit({
    action: 'campaign.push',
    surveyId: model.id,
    object: campaign.extName,
    details: { sample: sampleId, recipients: made },
  })
  if (made > 0) return { campaign: campaign.title, isSent: true }
  return { campaign: campaign.title, isSent: false, rule: await ruleOf(tx, campaign.id, sampleId) }
}

async function ruleOf(
  { db }: WriteTx<Ctx>,
  campaignId: number,
  sampleId: number,
): Promise<ExclusionRule | 'again' | null> {
  const has = await db
    .selectFrom('recipient')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('response_id', '=', sampleId)
    .executeTakeFirst()
  if (has) return 'again'
  const row = await db
    .selectFrom('campaign_exclusion')
    .select('rule')
    .where('campaign_id', '=', campaignId)
    .where('response_id', '=', sampleId)
    .executeTakeFirst()
  return (row?.rule as ExclusionRule | undefined) ?? null
}
