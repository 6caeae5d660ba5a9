import type { CampaignRow, GlobalCampaignRow } from '@gensvar/contract/entities/campaigns'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { campaignOf, campaignRows } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { countMessages, noMessages, rateOf, toldCounts } from './counts.ts'
import type { CampaignCounts } from './counts.ts'
import { linkWords } from './link-words.ts'
import { seesEverybody } from './seen.ts'
import { scheduleTitle } from './schedule-words.ts'

/** A campaign of a list, with what became of the messages that the reader may see. */
interface CountedCampaign {
  campaign: Campaign
  counts: CampaignCounts
}

/** The campaigns of a survey that the caller may see, the newest first. */
export async function listSurveyCampaigns(ctx: Ctx, access: SurveyAccess): Promise<CampaignRow[]> {
  const rows = await seenCampaigns(ctx, access)
  return Promise.all(
    rows.map(async ({ campaign, counts }) => ({
      id: campaign.id,
      title: campaign.title,
      sendingType: campaign.sendingType,
      autoAddTitle: scheduleTitle(campaign),
      state: campaign.state,
      scheduled: campaign.scheduledStart?.toISOString() ?? null,
      ...ratesOf(campaign, counts),
      nPending: counts.pending,
      nSent: counts.sent,
      nFailed: counts.failed + counts.unknown,
      filters: await linkWords(ctx, access, campaign.link),
    })),
  )
}

/** The campaigns of a survey as rows of the list of all surveys, the newest first. */
export async function listGlobalRows(ctx: Ctx, access: SurveyAccess): Promise<GlobalCampaignRow[]> {
  const rows = await seenCampaigns(ctx, access)
  const templates = await readTemplates(ctx, rows)
  return Promise.all(
    rows.map(async ({ campaign, counts }) => {
      const template = templates.get(campaign.templateId ?? 0)
      return {
        id: campaign.id,
        title: campaign.title,
        surveyExtName: access.model.extName,
        universeName: access.model.universeName,
        state: campaign.state,
        sendingType: campaign.sendingType,
        templateTitle: template?.name ?? '',
        templateContents: template?.contents ?? '',
        nTotalMessages: counts.total,
        totalPending: counts.pending,
        totalSent: counts.sent,
        totalFailed: counts.failed + counts.unknown,
        ...ratesOf(campaign, counts),
        filters: await linkWords(ctx, access, campaign.link),
      }
    }),
  )
}

/** Only of e-mails it is seen whether they are opened: not told where some of the messages are none. */
function ratesOf(
  { sendingType, ways }: Pick<Campaign, 'sendingType' | 'ways'>,
  counts: CampaignCounts,
): Pick<CampaignRow, 'rateOpened' | 'rateClicked'> {
  const opened = sendingType === 'EMAIL' && ways.length === 0 ? counts.opened : null
  return { rateOpened: rateOf(opened, counts), rateClicked: rateOf(counts.clicked, counts) }
}

/** Whoever sees only some respondents sees the campaigns that wrote to one of them, and their own. */
async function seenCampaigns(ctx: Ctx, access: SurveyAccess): Promise<CountedCampaign[]> {
  const stored = await campaignRows(ctx.db).where('c.survey_id', '=', access.model.id).orderBy('c.id', 'desc').execute()
  const campaigns = stored.map(campaignOf)
  const counts = await countMessages(
    ctx,
    access,
    campaigns.map(({ id }) => id),
  )
  const isWhole = seesEverybody(access)
  return campaigns
    .filter(({ id, ownerId }) => isWhole || counts.has(id) || ownerId === ctx.identity.userId)
    .map((campaign) => ({ campaign, counts: counts.get(campaign.id) ?? toldCounts(access, noMessages) }))
}

async function readTemplates(
  ctx: Ctx,
  rows: readonly CountedCampaign[],
): Promise<Map<number, { name: string; contents: string }>> {
  const ids = [...new Set(rows.flatMap(({ campaign }) => campaign.templateId ?? []))]
  if (ids.length === 0) return new Map()
  const stored = await ctx.db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'contents', 'sending_type as kind'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    stored.map(({ id, name, subject, contents, kind }) => [
      id,
      { name, contents: kind === 'EMAIL' ? subject : contents },
    ]),
  )
}
