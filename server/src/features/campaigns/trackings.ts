import type { renderMail as renderRoute } from '@gensvar/contract/campaigns'
import type { renderLetter as letterRoute } from '@gensvar/contract/letters'
import { Readable } from 'node:stream'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import { restartFinished } from '#server/domain/campaigns/lifecycle.ts'
import { noSuchCampaign, seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import type { RenderedMessage } from '#server/domain/campaigns/message/prepared-template.ts'
import { renderFor } from '#server/domain/campaigns/message/render-for.ts'
import { readMessages } from '#server/domain/campaigns/lists/messages.ts'
import { seenMessages } from '#server/domain/campaigns/lists/seen.ts'
import { haveRounds } from '#server/domain/campaigns/rounds/rounds-task.ts'
import { wakeSending } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
import { byWay } from '#server/domain/campaigns/ways.ts'
import { caseOf } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readLetter } from '#server/domain/letters/letter-store.ts'
import { printForReader } from '#server/domain/letters/print-letter.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import type { AskedCampaign } from './service.ts'
import { findCampaignOf, findMessageIds, lockMessages, queueAgain, queueFailed, removeMessages } from './store.ts'

/** A message of a campaign as its recipient got it or will get it; with another template where one is named. Throws `not_found`, and `validation` with what stops it. */
export async function renderMail(
  ctx: Ctx,
  asked: AskedMessage,
  { template }: z.output<typeof renderRoute.query>,
): Promise<z.input<typeof renderRoute.response>> {
  const { subject, html, text } = await renderMessage(ctx, asked, template)
  return { subject, html, text }
}

/** A letter of a campaign as PDF in base64. Throws as `renderMail`, and `unavailable` where it cannot be printed. */
export async function renderLetter(
  ctx: Ctx,
  asked: AskedMessage,
  { template }: z.output<typeof letterRoute.query>,
): Promise<z.input<typeof letterRoute.response>> {
  const { letter } = await renderMessage(ctx, asked, template)
  if (letter === undefined) throw noLetter()
  return printForReader(ctx, letter)
}

/** The letter of a template to the recipient of a message, as a file. Throws as `renderLetter`. */
export async function openLetterOfTemplate(ctx: Ctx, survey: string, templateId: number, trackingId: number) {
  const access = await surveyAccess(ctx, survey)
  const campaignId = await findCampaignOf(ctx.db, access.model.id, trackingId)
  if (campaignId === undefined) throw noMessage()
  const { pdf } = await renderLetter(
    ctx,
    { survey, campaignId, trackingId },
    { template: templateId, mode: 'maillive' },
  )
  return letterAnswer(ctx, access, trackingId, Buffer.from(pdf, 'base64'))
}

/** The letter of a message as it was made. Throws `not_found` where none was made yet. */
export async function openLetter(ctx: Ctx, { survey, campaignId, trackingId }: AskedMessage): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const [id] = await seenIds(ctx, access, campaign, [trackingId])
  const content = id === undefined ? null : await readLetter(ctx.db, id)
  if (!content) throw new AppError('not_found', say`The letter of this message was not made yet.`)
  return letterAnswer(ctx, access, trackingId, content)
}

async function letterAnswer(
  ctx: Ctx,
  { model }: SurveyAccess,
  trackingId: number,
  content: Buffer,
): Promise<FileAnswer> {
  await write(ctx, (tx) => tx.audit({ action: 'campaign.letter', surveyId: model.id, object: String(trackingId) }))
  const name = `${translate(say`Letter`, ctx.locale)} ${trackingId}.pdf`
  const file = Readable.from([content], { objectMode: false })
  return new FileAnswer({ name, type: 'application/pdf', size: content.length, content: file, isShown: true })
}

/** A message of a campaign that is asked for. */
export interface AskedMessage extends AskedCampaign {
  trackingId: number
}

async function renderMessage(
  ctx: Ctx,
  { survey, campaignId, trackingId }: AskedMessage,
  template: number | undefined,
): Promise<RenderedMessage> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const [id] = await seenIds(ctx, access, campaign, [trackingId])
  const [facts] = id === undefined ? [] : await readMessages(ctx, [id])
  if (!facts) throw noMessage()
  const sent = byWay(campaign, facts.channel)
  const reminding = facts.kind === 'reminder' ? sent.reminders[facts.reminder ?? 0]?.templateId : null
  const own = facts.templateId ?? reminding ?? sent.templateId
  const wanted = template ?? own
  if (wanted === null) throw new AppError('validation', say`This campaign has no template.`)
  // A call is said in the language of its campaign, whatever its recipient speaks.
  const language = campaign.sendingType === 'PHONE' ? (campaign.locale ?? '') : facts.language
  return renderFor(ctx, access.model, wanted, { row: caseOf(facts), language })
}

/** The message that is asked for, of a campaign. Throws `not_found` for one that the caller may not see. */
export async function seenMessage(
  ctx: Ctx,
  access: SurveyAccess,
  { campaignId, trackingId }: AskedMessage,
): Promise<number> {
  const campaign = await seenCampaign(ctx, access, campaignId)
  const [id] = await seenIds(ctx, access, campaign, [trackingId])
  if (id === undefined) throw noMessage()
  return id
}

function noMessage(): AppError {
  return new AppError('not_found', say`There is no such message.`)
}

function noLetter(): AppError {
  return new AppError('validation', say`This template is none of a letter.`)
}

/**
 * Has messages sent again: those that failed as they are, those that were sent once more. Those that wait or are being sent
 * stay as they are. Returns how many will be sent. Throws `conflict` for a campaign that was stopped or has failed.
 */
export async function resendTrackings(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  asked: readonly number[],
): Promise<{ queued: number }> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const ids = await seenIds(ctx, access, campaign, asked)
  return write(ctx, async (tx) => {
    await restartFinished(tx, campaign.id)
    const messages = await lockMessages(tx, campaign.id, ids)
    const now = tx.clock.now()
    const failed = messages.flatMap(({ id, state }) => (state === 'FAILED' ? id : []))
    const sent = messages.flatMap(({ id, state }) => (state === 'SENT' || state === 'UNKNOWN' ? id : []))
    const queued = [...(await queueFailed(tx, failed, now)), ...(await queueAgain(tx, sent, now))]
    await tx.audit({
      action: 'campaign.resend',
      surveyId: campaign.surveyId,
      object: campaign.extName,
      details: { messages: queued.length },
    })
    await tx.changed(campaign.surveyId, queued)
    if (queued.length > 0) await wakeSending(tx)
    return { queued: queued.length }
  })
}

/**
 * Deletes messages but those being sent right now; whoever has no other message of the campaign gets none of it later either.
 * In an anonymous survey only messages that were not sent: what the sums lose would tell what a single person did.
 */
export async function removeTrackings(
  ctx: Ctx,
  { survey, campaignId }: AskedCampaign,
  asked: readonly number[],
): Promise<{ deleted: number }> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const ids = await seenIds(ctx, access, campaign, asked)
  return write(ctx, async (tx) => {
    const messages = await lockMessages(tx, campaign.id, ids)
    const isAnonymous = access.model.anonymity !== null
    if (isAnonymous && messages.some(({ state }) => state === 'SENT' || state === 'UNKNOWN'))
      throw new AppError(
        'conflict',
        say`This survey is anonymous: messages that were sent stay, because the numbers without one would tell what its recipient did.`,
      )
    const removed = await removeMessages(
      tx,
      campaign.id,
      messages.flatMap(({ id, state }) => (state === 'SENDING' ? [] : id)),
    )
    await tx.audit({
      action: 'campaign.messages.remove',
      surveyId: campaign.surveyId,
      object: campaign.extName,
      details: { messages: removed.length },
    })
    await tx.changed(campaign.surveyId, removed)
    await haveRounds(tx, campaign)
    return { deleted: removed.length }
  })
}

/** Those of some messages that are of the campaign and that the caller may see. */
async function seenIds(ctx: Ctx, access: SurveyAccess, campaign: Campaign, ids: readonly number[]): Promise<number[]> {
  if (campaign.surveyId !== access.model.id) throw noSuchCampaign()
  const seen = await seenMessages(ctx, access)
  return findMessageIds(ctx, campaign.id, seen, ids)
}
