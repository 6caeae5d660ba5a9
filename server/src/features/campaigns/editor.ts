import type {
  getCampaignConfiguration as configurationRoute,
  updateCampaign as updateRoute,
} from '@gensvar/contract/campaigns'
import type { z } from 'zod'
import { countAudience } from '#server/domain/campaigns/audience/count-audience.ts'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import { demandChannel } from '#server/domain/campaigns/channels/open-channel.ts'
import * as lifecycle from '#server/domain/campaigns/lifecycle.ts'
import { campaignDetails, seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import type { CampaignDetails } from '#server/domain/campaigns/lists/campaign-details.ts'
import { demandTold } from '#server/domain/campaigns/lists/told-conditions.ts'
import { audienceOf } from '#server/domain/campaigns/rounds/make-round.ts'
import { typesOf } from '#server/domain/campaigns/ways.ts'
import type { Ctx } from '#server/domain/context.ts'
import { listTemplateRows } from '#server/domain/messages/template-store.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AskedCampaign } from './service.ts'
import { offeredFilters, waysOffered } from './wizard.ts'

/** What the editor of a campaign offers. Throws `not_found` for a campaign that is not there. */
export async function getCampaignConfiguration(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
): Promise<z.input<typeof configurationRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const { model } = access
  const [templates, passing] = await Promise.all([
    listTemplateRows(ctx.db, model.universeId),
    countPassing(ctx, access, campaign),
  ])
  const { fromEmails, editFixedRecipient } = model.config.campaigns
  return {
    templates: templates.flatMap(({ id, name, sending_type: kind }) =>
      kind === campaign.sendingType ? { id, title: name } : [],
    ),
    fromEmails,
    mailFilters: offeredFilters(ctx, model).map(({ extname, title, help }) => ({
      extname,
      title: title ?? extname,
      help: help ?? null,
      nInterviews: passing?.get(extname) ?? null,
    })),
    editFixedRecipient,
    otherWays: waysOffered(ctx, model, campaign.sendingType, templates),
  }
}

/** Saves a campaign; whoever saves it owns it since. Throws as the domain's `saveCampaign` does. */
export async function updateCampaign(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  body: z.output<typeof updateRoute.body>,
): Promise<CampaignDetails> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  demandTold(access.model, (await requestedPath(ctx, access, body.link)).conditions, 'link')
  const offered = new Set(offeredFilters(ctx, access.model).map(({ extname }) => extname))
  // Those that this survey does not have are told of; those that would tell of single people are left out.
  const known = new Set(access.model.config.campaigns.mailFilters.map(({ extname }) => extname))
  const filters = body.filters.filter((name) => offered.has(name) || !known.has(name))
  return campaignDetails(ctx, access, await lifecycle.saveCampaign(ctx, access, campaign, { ...body, filters }))
}

/** Starts a campaign that waits, or goes on with it. Throws `conflict` where its state does not allow it, `unavailable` where nothing can be sent. */
export function resumeCampaign(ctx: Ctx, asked: AskedCampaign): Promise<CampaignDetails> {
  return changed(ctx, asked, (campaign) => {
    for (const type of typesOf(campaign)) demandChannel(ctx, type)
    return lifecycle.resumeCampaign(ctx, campaign)
  })
}

/** Pauses a campaign. Throws `conflict` where it is not started. */
export function pauseCampaign(ctx: Ctx, asked: AskedCampaign): Promise<CampaignDetails> {
  return changed(ctx, asked, (campaign) => lifecycle.pauseCampaign(ctx, campaign))
}

/** Stops a campaign for good. Throws `conflict` where it has stopped. */
export function stopCampaign(ctx: Ctx, asked: AskedCampaign): Promise<CampaignDetails> {
  return changed(ctx, asked, (campaign) => lifecycle.stopCampaign(ctx, campaign))
}

/** Deletes a campaign with its messages. Throws `conflict` while it is started. */
export async function removeCampaign(ctx: Ctx, { survey, campaignId }: AskedCampaign): Promise<{ ok: true }> {
  const access = await surveyAccess(ctx, survey)
  await lifecycle.removeCampaign(ctx, await seenCampaign(ctx, access, campaignId))
  return { ok: true }
}

async function changed(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  change: (campaign: Campaign) => Promise<Campaign>,
): Promise<CampaignDetails> {
  const access = await surveyAccess(ctx, survey)
  return campaignDetails(ctx, access, await change(await seenCampaign(ctx, access, campaignId)))
}

/** People who pass each mail filter; null where the campaign's people can no longer be chosen, which its editor mends. */
async function countPassing(ctx: Ctx, access: SurveyAccess, campaign: Campaign): Promise<Map<string, number> | null> {
  try {
    return (await countAudience(ctx, await audienceOf(ctx, access, campaign))).byFilter
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
