import type { updateCampaign } from '@gensvar/contract/campaigns'
import { say } from '@gensvar/contract/say'
import { DatabaseError } from 'pg'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { chosenFilters, mailFiltersOf } from './audience/mail-filters.ts'
import { lockCampaign, readCampaign } from './campaign.ts'
import type { Campaign } from './campaign.ts'
import { checkContent } from './check-content.ts'
import type { CampaignContent } from './check-content.ts'
import { columnsOf, plainWay } from './create-campaign.ts'
import { takenName } from './ext-names.ts'
import { nextRound } from './rounds/make-round.ts'
import { reschedule } from './rounds/reschedule.ts'
import { haveRounds } from './rounds/rounds-task.ts'
import { reachesDevices, typesOf, waysOf } from './ways.ts'

/** What the editor of a campaign saves. */
export type CampaignSave = z.output<typeof updateCampaign.body>

/** A duplicate key. */
const duplicate = '23505'

/**
 * Saves a campaign over the version it was read with; whoever saves it owns it since, so later rounds choose people with
 * their rights. One that had failed is paused. Throws `validation` at the field, `conflict` at `version` or `extname`, and
 * for one that has stopped.
 */
export async function saveCampaign(
  ctx: Ctx,
  access: SurveyAccess,
  { id }: Pick<Campaign, 'id'>,
  save: CampaignSave,
): Promise<Campaign> {
  const before = await readCampaign(ctx.db, access.model.id, id)
  if (!before) throw gone()
  const isCall = before.sendingType === 'PHONE'
  const content = contentOf(ctx, access, before, save)
  const fields = {
    title: 'title',
    extName: 'extname',
    template: isCall ? 'callTemplate' : 'templateId',
    hasVoice: false,
  }
  await checkContent(ctx, access, content, fields, before)
  chosenFilters(mailFiltersOf(ctx, access.model), save.filters)
  await requestedPath(ctx, access, save.link)
  return write(ctx, async (tx) => {
    const locked = await lockCampaign(tx, id)
    if (!locked) throw gone()
    if (locked.version !== save.version)
      throw new AppError('conflict', say`Somebody else has changed this campaign since. Reload it.`, {
        version: say`changed since`,
      })
    if (locked.state === 'STOPPED') throw new AppError('conflict', say`This campaign has stopped.`)
    const after = await store(tx, locked, content, save)
    await fixAddresses(tx, locked, after)
    await nameWays(tx, after)
    const isMade = after.campaignType !== 'PULL_ONCE' || locked.campaignType !== 'PULL_ONCE'
    const next = await nextRound(tx, access.model, after, todayIn(tx.clock, access.model.timeZone))
    await tx.db
      .updateTable('campaign')
      // Messages of very many people may still be due to be made.
      .set({ next_round_on: isMade ? next : locked.nextRoundOn })
      .where('id', '=', id)
      .execute()
    if (locked.sendFrom !== after.sendFrom || locked.sendTo !== after.sendTo || movesStart(locked, after))
      await reschedule(tx, access.model, after)
    await tx.audit({
      action: 'campaign.save',
      surveyId: access.model.id,
      object: after.extName,
      details: { type: after.campaignType, template: after.templateId, link: after.link },
    })
    await haveRounds(tx, after)
    if (locked.state === 'ERROR') await noteCampaign(tx, 'campaign.paused', after)
    return (await readCampaign(tx.db, access.model.id, id)) ?? after
  })
}

function contentOf({ config }: Ctx, { model }: SurveyAccess, before: Campaign, save: CampaignSave): CampaignContent {
  const ways = save.ways?.map(plainWay) ?? before.ways
  const isPull = save.campaignType === 'PULL'
  const isCall = before.sendingType === 'PHONE'
  return {
    title: save.title,
    extName: save.extname,
    sendingType: before.sendingType,
    campaignType: save.campaignType,
    templateId: isCall ? save.callTemplate : save.templateId,
    fromName: save.fromName,
    fromEmail: save.fromEmail,
    bcc: save.bcc,
    replyTo: save.replyTo,
    fixedRecipient: save.fixedRecipient,
    voice: isCall ? (save.selectedVoice ?? before.voice) : null,
    locale: isCall ? (save.selectedLocale ?? before.locale) : null,
    scheduledPeriod: isPull ? save.scheduledPeriod : null,
    scheduleParams: isPull ? save.scheduleParams : null,
    sendFrom: save.sendFrom,
    sendTo: save.sendTo,
    reminders: save.reminders,
    ways,
    // What goes to devices keeps to it: some messages may wait to go there.
    toDevices:
      save.fixedRecipient === '' &&
      (before.toDevices || (typesOf({ ...before, ways }).includes('SMS') && reachesDevices(config, model))),
  }
}

async function store(
  tx: WriteTx<Ctx>,
  locked: Campaign,
  content: CampaignContent,
  save: CampaignSave,
): Promise<Campaign> {
  const start =
    save.campaignType === 'PUSH' || save.scheduledStartDateTime === null ? null : new Date(save.scheduledStartDateTime)
  await tx.db
    .updateTable('campaign')
    .set((row) => ({
      ...columnsOf(content),
      ext_name: content.extName || locked.extName,
      state: locked.state === 'ERROR' ? 'PAUSED' : locked.state,
      state_reason: locked.state === 'ERROR' ? null : locked.stateReason && JSON.stringify(locked.stateReason),
      scheduled_start: start,
      mail_filters: save.filters,
      link: save.link || 'root',
      owner_id: tx.identity.userId || null,
      version: row('version', '+', 1),
      updated_at: tx.clock.now(),
    }))
    .where('id', '=', locked.id)
    .execute()
    .catch((error: unknown): never => {
      throw error instanceof DatabaseError && error.code === duplicate ? takenName('extname') : error
    })
  const after = await readCampaign(tx.db, locked.surveyId, locked.id)
  if (!after) throw gone()
  return after
}

/**
 * Sends what waits to the one address that was named. Throws `conflict` where messages wait for one that is not named any
 * more: nobody knows whom else they would go to.
 */
async function fixAddresses(tx: WriteTx<Ctx>, before: Campaign, after: Campaign): Promise<void> {
  if (before.fixedRecipient === after.fixedRecipient) return
  const waiting = tx.db
    .selectFrom('recipient')
    .select('id')
    .where('campaign_id', '=', after.id)
    .where('state', '=', 'PENDING')
  if (after.fixedRecipient === null) {
    if ((await waiting.limit(1).execute()).length > 0)
      throw new AppError('conflict', say`Messages wait for the fixed recipient. Delete them first.`, {
        fixedRecipient: say`still has messages`,
      })
    return
  }
  await tx.db
    .updateTable('recipient')
    .set({ address: after.fixedRecipient, address_hash: '', other_hash: '', channel: after.sendingType })
    .where('campaign_id', '=', after.id)
    .where('state', '=', 'PENDING')
    .execute()
}

/**
 * Has what waits know the way it goes, once there are several. Throws `conflict` where messages wait to go a way that the campaign
 * has no more: nobody knows what they would be sent.
 */
async function nameWays({ db }: WriteTx<Ctx>, campaign: Campaign): Promise<void> {
  const ways = waysOf(campaign)
  const waiting = await db
    .selectFrom('recipient')
    .select('channel')
    .where('campaign_id', '=', campaign.id)
    .where('state', 'in', ['PENDING', 'SENDING'])
    .where('channel', 'is not', null)
    .where('channel', 'not in', ways)
    .limit(1)
    .execute()
  if (waiting.length > 0)
    throw new AppError('conflict', say`Messages wait to go by a way that is left out. Delete them first.`, {
      ways: say`still has messages`,
    })
  if (ways.length === 1) return
  await db
    .updateTable('recipient')
    .set({ channel: campaign.sendingType })
    .where('campaign_id', '=', campaign.id)
    .where('state', '=', 'PENDING')
    .where('channel', 'is', null)
    .execute()
}

function movesStart(before: Campaign, after: Campaign): boolean {
  const hasHours = after.sendFrom !== null || after.sendTo !== null
  return hasHours && after.state === 'CREATED' && before.scheduledStart?.getTime() !== after.scheduledStart?.getTime()
}

function gone(): AppError {
  return new AppError('not_found', say`There is no such campaign any more.`)
}
