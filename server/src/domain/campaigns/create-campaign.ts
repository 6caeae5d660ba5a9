import type { CampaignDraft } from '@gensvar/contract/entities/campaigns'
import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Ctx } from '#server/domain/context.ts'
import { freezeRulesOf } from '#server/domain/figures/publishing/publication.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredWay } from '#server/platform/db-campaign-types.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AskedAudience } from './audience/asked-audience.ts'
import { countAudience } from './audience/count-audience.ts'
import { insertAudience } from './audience/insert-audience.ts'
import { readCampaign } from './campaign.ts'
import type { Campaign } from './campaign.ts'
import { demandChannel } from './channels/open-channel.ts'
import { checkContent } from './check-content.ts'
import type { CampaignContent } from './check-content.ts'
import { freeName, takenName } from './ext-names.ts'
import { demandCampaigns } from './may-campaign.ts'
import { reachesDevices, typesOf } from './ways.ts'
import { makeRound, nextRound } from './rounds/make-round.ts'
import { haveRounds } from './rounds/rounds-task.ts'

/** Up to so many people, their messages are made in the request; of more, by a task that begins at once. */
const madeAtOnce = 20_000

/** A duplicate key. */
const duplicate = '23505'

/**
 * Creates a campaign of the people that are asked for, and starts it at once or at its time. Returns it with how many
 * messages it has; of very many people they are made within a minute. Throws `validation` at the field of the draft,
 * `conflict` at `campaignExtName` for one in use, `forbidden` for who may not, `conflict` where nobody is left to be written
 * to, `unavailable` where nothing can be sent.
 */
export async function createCampaign(
  ctx: Ctx,
  access: SurveyAccess,
  draft: CampaignDraft,
  asked: Omit<AskedAudience, 'access' | 'sendingType' | 'ways' | 'toDevices' | 'fixedRecipient'>,
): Promise<{ campaign: Campaign; recipients: number }> {
  demandCampaigns(ctx, access)
  // Whoever acts as somebody has only the rights of both, and people are chosen later on with those of one.
  if (ctx.identity.actor)
    throw new AppError(
      'forbidden',
      say`You are acting as ${ctx.identity.viewedRole ?? ctx.identity.username}. Stop acting first.`,
    )
  const content = contentOf(ctx, access, draft)
  const fields = { title: 'campaignName', extName: 'campaignExtName', template: 'templateId', hasVoice: true }
  await checkContent(ctx, access, content, fields, null)
  const { sendingType, campaignType } = content
  const ways = content.ways.map((way) => way.sendingType)
  for (const type of [sendingType, ...ways]) demandChannel(ctx, type)
  const { toDevices } = content
  const audience = { ...asked, access, sendingType, ways, toDevices, fixedRecipient: content.fixedRecipient || null }
  const isOnce = campaignType === 'PULL_ONCE'
  const counted = isOnce ? (await countAudience(ctx, audience)).recipients : 0
  if (isOnce && counted === 0) throw new AppError('conflict', say`Nobody is left to be written to.`)
  const starts = startOf(ctx, draft, campaignType)
  return write(ctx, async (tx) => {
    const campaign = await insertCampaign(tx, access, { content, asked, starts })
    await tx.audit({
      action: 'campaign.create',
      surveyId: access.model.id,
      object: campaign.extName,
      details: {
        ...{ type: campaignType, sendingType, template: content.templateId, link: asked.link },
        ...(ways.length > 0 && { ways: ways.join(', ') }),
      },
    })
    const recipients = await makeFirst(tx, campaign, audience, counted)
    if (campaign.state === 'STARTED') await noteCampaign(tx, 'campaign.started', campaign)
    return { campaign: (await readCampaign(tx.db, campaign.surveyId, campaign.id)) ?? campaign, recipients }
  })
}

/** Makes the first messages, or has them made. */
async function makeFirst(
  tx: WriteTx<Ctx>,
  campaign: Campaign,
  audience: AskedAudience,
  counted: number,
): Promise<number> {
  const { model } = audience.access
  const today = todayIn(tx.clock, model.timeZone)
  const later = async (day: string | null): Promise<void> => {
    await tx.db.updateTable('campaign').set({ next_round_on: day }).where('id', '=', campaign.id).execute()
    await haveRounds(tx, campaign)
  }
  if (campaign.campaignType === 'PUSH') return 0
  // Those taken out by hand are no part of later rounds either.
  await removeByHand(tx, campaign, audience.removed)
  if (campaign.campaignType === 'PULL_ONCE') {
    if (counted > madeAtOnce) {
      await later(today)
      return counted
    }
    const made = await insertAudience(tx, audience, campaign)
    await haveRounds(tx, campaign)
    return made
  }
  const first = await nextRound(tx, model, campaign, today)
  if (campaign.state !== 'STARTED' || first !== today) {
    await later(first)
    return 0
  }
  const made = await makeRound(tx, audience.access, campaign)
  await haveRounds(tx, campaign)
  return made
}

async function removeByHand(
  { db }: WriteTx<Ctx>,
  { id, surveyId }: Campaign,
  removed: readonly number[],
): Promise<void> {
  if (removed.length === 0) return
  await sql`
    insert into campaign_exclusion (campaign_id, response_id, rule)
    select ${id}::int, id, 'removed' from response
     where survey_id = ${surveyId} and id = any(${[...removed]}::bigint[])`.execute(db)
}

/** A draft with what only some may choose, and what does not belong to its kind, left out. */
function contentOf({ identity, config }: Ctx, { model }: SurveyAccess, draft: CampaignDraft): CampaignContent {
  const isPull = draft.campaignType === 'PULL'
  return {
    title: draft.campaignName,
    extName: identity.isRoot ? draft.campaignExtName : '',
    sendingType: draft.sendingType,
    campaignType: draft.campaignType,
    templateId: draft.templateId,
    fromName: draft.fromName,
    fromEmail: draft.fromEmail,
    bcc: draft.bcc,
    replyTo: draft.replyTo,
    fixedRecipient: draft.fixedRecipient,
    voice: draft.sendingType === 'PHONE' ? draft.selectedVoice : null,
    locale: draft.sendingType === 'PHONE' ? draft.selectedLocale : null,
    scheduledPeriod: isPull ? draft.scheduledPeriod : null,
    scheduleParams: isPull ? draft.scheduleParams : null,
    sendFrom: draft.sendFrom,
    sendTo: draft.sendTo,
    reminders: draft.reminders,
    ways: draft.ways.map(plainWay),
    toDevices: draft.fixedRecipient === '' && typesOf(draft).includes('SMS') && reachesDevices(config, model),
  }
}

/** A further way without what does not belong to its kind. */
export function plainWay(way: StoredWay): StoredWay {
  const { sendingType, templateId, fromName, fromEmail, selectedVoice, selectedLocale } = way
  const isCall = sendingType === 'PHONE'
  return {
    ...{ sendingType, templateId },
    fromName: sendingType === 'EMAIL' ? fromName : '',
    fromEmail: sendingType === 'LETTER' ? '' : fromEmail,
    selectedVoice: isCall ? selectedVoice : null,
    selectedLocale: isCall ? selectedLocale : null,
  }
}

/** When a campaign starts by itself; null for at once. What pushes is always started at once. */
function startOf({ clock }: Ctx, draft: CampaignDraft, type: CampaignContent['campaignType']): Date | null {
  if (type === 'PUSH' || draft.scheduledStartDateTime === null) return null
  const start = new Date(draft.scheduledStartDateTime)
  return start > clock.now() ? start : null
}

interface NewCampaign {
  content: CampaignContent
  asked: Pick<AskedAudience, 'link' | 'mailFilters' | 'mailAction'>
  starts: Date | null
}

/** Stores a campaign, CREATED where it starts later. Throws `conflict` at `campaignExtName` for a name in use. */
export async function insertCampaign(
  tx: WriteTx<Ctx>,
  { model }: SurveyAccess,
  { content, asked, starts }: NewCampaign,
): Promise<Campaign> {
  const now = tx.clock.now()
  await freezeRulesOf(tx.db, model, tx.clock)
  const row = await tx.db
    .insertInto('campaign')
    .values({
      ...columnsOf(content),
      survey_id: model.id,
      ext_name: content.extName || (await freeName(tx, model.id, content.title)),
      sending_type: content.sendingType,
      state: starts === null ? 'STARTED' : 'CREATED',
      started_at: starts === null ? now : null,
      scheduled_start: starts,
      mail_action: asked.mailAction,
      mail_filters: [...asked.mailFilters],
      link: asked.link || 'root',
      owner_id: tx.identity.userId || null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown): never => {
      throw error instanceof DatabaseError && error.code === duplicate ? takenName('campaignExtName') : error
    })
  const campaign = await readCampaign(tx.db, model.id, row.id)
  if (!campaign) throw new Error(`The campaign ${row.id} that was just made is not there`)
  return campaign
}

/** The columns that are set when a campaign is created and when it is saved. */
export function columnsOf(content: CampaignContent) {
  return {
    title: content.title,
    campaign_type: content.campaignType,
    template_id: content.templateId,
    from_name: content.fromName || null,
    from_email: content.fromEmail || null,
    bcc: content.bcc || null,
    reply_to: content.replyTo || null,
    fixed_recipient: content.fixedRecipient || null,
    voice: content.voice,
    locale: content.locale,
    scheduled_period: content.scheduledPeriod,
    schedule_params: content.scheduleParams && JSON.stringify(content.scheduleParams),
    send_from: content.sendFrom,
    send_to: content.sendTo,
    reminders: JSON.stringify(content.reminders),
    ways: JSON.stringify(content.ways),
    to_devices: content.toDevices,
  }
}
