import { say } from '@gensvar/contract/say'
import { campaignDetails, seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import { listTrackingRows } from '#server/domain/campaigns/lists/tracking-list.ts'
import { demandCampaigns } from '#server/domain/rights/authorise.ts'
import { AppError } from '#server/platform/errors.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'

type Details = WidgetServer<'mail-campaign-details'>
type Config = WidgetConfig<'mail-campaign-details'>

/** The campaign that the component is configured with; another one is asked for by its own calls. */
export const mailCampaignDetails: Details = {
  data: async (request) => campaignDetails(request.ctx, request.access, await configured(request)),
  async trackings(request, { rowFrom, rowTo, sortVar, sortDesc, filter }) {
    const { ctx, access, config } = request
    const campaign = await configured(request)
    return listTrackingRows(ctx, access, campaign, {
      from: rowFrom,
      to: rowTo,
      sortBy: sortVar ?? 'id',
      sortDesc: sortDesc ?? true,
      text: filter,
      columns: config.columns,
    })
  },
}

function configured({ ctx, access, config }: WidgetRequest<Config>): Promise<Campaign> {
  demandCampaigns(ctx, access)
  if (config.campaignId === undefined)
    throw new AppError('not_found', say`This component shows the campaign that its address names.`)
  return seenCampaign(ctx, access, config.campaignId)
}
