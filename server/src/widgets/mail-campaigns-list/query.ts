import { demandCampaigns } from '#server/domain/rights/authorise.ts'
import { listSurveyCampaigns } from '#server/domain/campaigns/lists/campaign-list.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The survey's campaigns. */
export const mailCampaignsList: WidgetServer<'mail-campaigns-list'> = {
  async data({ ctx, access }) {
    demandCampaigns(ctx, access)
    return { rows: await listSurveyCampaigns(ctx, access) }
  },
}
