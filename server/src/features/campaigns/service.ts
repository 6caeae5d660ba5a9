import type {
  downloadCampaign as downloadRoute,
  listCampaignExclusions as exclusionsRoute,
  listTrackings as trackingsRoute,
} from '@gensvar/contract/campaigns'
import type { Column } from '@gensvar/contract/widgets/column'
import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { campaignDetails, seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import type { CampaignDetails } from '#server/domain/campaigns/lists/campaign-details.ts'
import { listSurveyCampaigns } from '#server/domain/campaigns/lists/campaign-list.ts'
import { campaignReport } from '#server/domain/campaigns/lists/campaign-report.ts'
import { listExclusions } from '#server/domain/campaigns/lists/exclusions.ts'
import { listTrackingRows } from '#server/domain/campaigns/lists/tracking-list.ts'
import type { Ctx } from '#server/domain/context.ts'
import { writeCsv } from '#server/domain/reports/write-csv.ts'
import { writeXlsx } from '#server/domain/reports/write-xlsx.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'
import { componentOf } from '#server/widgets/run-widget.ts'

/** Where a campaign is. */
export interface AskedCampaign {
  survey: string
  campaignId: number
}

/** Stands for no component in an address. */
const noComponent = '-'

/** The campaigns of a survey that the caller may see. */
export async function listCampaigns(ctx: Ctx, survey: string) {
  return { rows: await listSurveyCampaigns(ctx, await surveyAccess(ctx, survey)) }
}

/** A campaign with everything its page shows. Throws `not_found` for one that the caller may not see. */
export async function getCampaign(ctx: Ctx, { survey, campaignId }: AskedCampaign): Promise<CampaignDetails> {
  const access = await surveyAccess(ctx, survey)
  return campaignDetails(ctx, access, await seenCampaign(ctx, access, campaignId))
}

/** The name of a campaign. Throws as `getCampaign` does. */
export async function getMailCampaignName(ctx: Ctx, { survey, campaignId }: AskedCampaign): Promise<{ name: string }> {
  const campaign = await seenCampaign(ctx, await surveyAccess(ctx, survey), campaignId)
  return { name: campaign.title }
}

/** A page of the messages of a campaign. Throws as `getCampaign` does, and `validation` for a state or an order that is not told. */
export async function listTrackings(
  ctx: Ctx,
  { survey, campaignId, component }: AskedCampaign & { component: string },
  query: z.output<typeof trackingsRoute.query>,
) {
  const access = await surveyAccess(ctx, survey)
  const columns = columnsOf(ctx, access, component)
  const campaign = await seenCampaign(ctx, access, campaignId)
  return listTrackingRows(ctx, access, campaign, { ...query, columns })
}

/** A page of the people whom a campaign left out. Throws as `getCampaign` does. */
export async function listCampaignExclusions(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  query: z.output<typeof exclusionsRoute.query>,
) {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  return listExclusions(ctx, access, campaign, query)
}

/** The messages of a campaign as a file, which is written while it is sent. Throws as `getCampaign` does. */
export async function downloadCampaign(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  { format }: z.output<typeof downloadRoute.query>,
): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const content = await campaignReport(ctx, access, campaign)
  await write(ctx, (tx) =>
    tx.audit({ action: 'campaign.report', surveyId: access.model.id, object: String(campaignId), details: { format } }),
  )
  return new FileAnswer({
    name: `${campaign.title}.${format}`,
    type: fileTypes[format],
    size: null,
    content: Readable.from(format === 'csv' ? writeCsv(content) : writeXlsx(content), { objectMode: false }),
  })
}

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The columns that a component's list of messages has. Throws `not_found` for a component that has no such list. */
function columnsOf(ctx: Ctx, access: SurveyAccess, id: string): readonly Column[] {
  if (id === noComponent) return []
  const { component } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'mail-campaign-details'))
    throw new AppError('not_found', say`"${id}" does not show a campaign.`)
  return component.config.columns
}
