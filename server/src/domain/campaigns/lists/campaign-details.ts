import type { campaign as campaignEntity } from '@gensvar/contract/entities/campaigns'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import { translate } from '#server/platform/translate.ts'
import { readCampaign, readCampaignNamed } from '../campaign.ts'
import type { Campaign, CampaignState } from '../campaign.ts'
import { isOutbox } from '../channels/open-channel.ts'
import { countMessages, noMessages, toldCounts } from './counts.ts'
import { countExclusions } from './exclusions.ts'
import { toldLink } from './link-words.ts'
import { typesOf } from '../ways.ts'
import { seenMessages, seesEverybody } from './seen.ts'

/** A campaign as its page shows it. */
export type CampaignDetails = z.input<typeof campaignEntity>

/**
 * A campaign of a survey by its number or ext name. Throws `not_found` for one of another survey, and for one that wrote to
 * nobody whom the caller may see.
 */
export async function seenCampaign(
  ctx: CaseDeps & Pick<Ctx, 'identity'>,
  access: SurveyAccess,
  which: number | string,
): Promise<Campaign> {
  const { id: surveyId } = access.model
  const campaign = await (typeof which === 'number'
    ? readCampaign(ctx.db, surveyId, which)
    : readCampaignNamed(ctx.db, surveyId, which))
  if (!campaign || !(await maySee(ctx, access, campaign))) throw noSuchCampaign()
  return campaign
}

/** Whoever sees only some respondents sees the campaigns that wrote to one of them, and their own. */
async function maySee(
  ctx: Parameters<typeof seenCampaign>[0],
  access: SurveyAccess,
  { id, ownerId }: Campaign,
): Promise<boolean> {
  const { where } = await seenMessages(ctx, access)
  if (seesEverybody(access) || ownerId === ctx.identity.userId) return true
  const [found] = await limitedQuery(
    ctx.pool,
    portableSql`select from recipient m where m.campaign_id = ${id}::int and ${where} limit 1`,
    ctx.work,
  )
  return found !== undefined
}

/** What is said of a campaign that the caller may not see, whether it is there or not. */
export function noSuchCampaign(): AppError {
  return new AppError('not_found', say`There is no such campaign.`)
}

/** Everything the page of a campaign shows. */
export async function campaignDetails(ctx: Ctx, access: SurveyAccess, campaign: Campaign): Promise<CampaignDetails> {
  const { model } = access
  const { sendingType, templateId, state } = campaign
  const [counted, templates, excluded, link] = await Promise.all([
    countMessages(ctx, access, [campaign.id]),
    readTemplateNames(ctx, [templateId, ...campaign.ways.map((way) => way.templateId)]),
    countExclusions(ctx, access, campaign.id),
    toldLink(ctx, access, campaign.link),
  ])
  const counts = counted.get(campaign.id) ?? toldCounts(access, noMessages)
  const nameOf = (id: number | null): { name: string } | null => templates.get(id ?? 0) ?? null
  return {
    id: campaign.id,
    title: campaign.title,
    campaignType: campaign.campaignType,
    sendingType,
    state,
    scheduledStartDateTime: campaign.scheduledStart?.toISOString() ?? null,
    scheduledPeriod: campaign.scheduledPeriod,
    scheduleParams: campaign.scheduleParams,
    extname: ctx.identity.isRoot ? campaign.extName : '',
    templateId: sendingType === 'PHONE' ? null : templateId,
    callTemplate: sendingType === 'PHONE' ? templateId : null,
    mailTemplate: sendingType === 'EMAIL' ? templateId : null,
    templateDetails: nameOf(templateId),
    fromEmail: campaign.fromEmail,
    fromName: campaign.fromName,
    bcc: campaign.bcc,
    replyTo: campaign.replyTo,
    fixedRecipient: campaign.fixedRecipient,
    mailAction: campaign.mailAction,
    campaignFilters: model.config.campaigns.mailFilters.map(({ extname, title }) => ({
      extname,
      title: title ?? extname,
      selected: campaign.mailFilters.includes(extname),
    })),
    link,
    numberOfTrackingRows: counts.total,
    canStart: startable.has(state),
    canStop: stoppable.has(state),
    selectedVoice: campaign.voice,
    selectedLocale: campaign.locale,
    sendFrom: campaign.sendFrom,
    sendTo: campaign.sendTo,
    reminders: campaign.reminders.map((one) => ({ ...one })),
    toDevices: campaign.toDevices,
    ways: campaign.ways.map((way) => ({ ...way, templateName: nameOf(way.templateId)?.name ?? '' })),
    isFinished: campaign.finishedAt !== null,
    stateReason: campaign.stateReason && translate(readWords(campaign.stateReason), ctx.locale),
    counts,
    excluded,
    isAnonymous: model.anonymity !== null,
    isOutbox: typesOf(campaign).some((type) => isOutbox(ctx, type)),
    version: campaign.version,
  }
}

const startable: ReadonlySet<CampaignState> = new Set(['CREATED', 'PAUSED'])
const stoppable: ReadonlySet<CampaignState> = new Set(['CREATED', 'STARTED', 'PAUSED', 'ERROR'])

async function readTemplateNames(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly (number | null)[],
): Promise<Map<number, { name: string }>> {
  const asked = ids.filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await db.selectFrom('template').select(['id', 'name']).where('id', 'in', asked).execute()
  return new Map(rows.map(({ id, name }) => [id, { name }]))
}
