import type { renderMail as renderRoute } from '@gensvar/contract/campaigns'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import { restartFinished } from '#server/domain/campaigns/lifecycle.ts'
import { noSuchCampaign, seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import { renderFor } from '#server/domain/campaigns/message/render-for.ts'
import { readMessages } from '#server/domain/campaigns/lists/messages.ts'
import { seenMessages } from '#server/domain/campaigns/lists/seen.ts'
import { haveRounds } from '#server/domain/campaigns/rounds/rounds-task.ts'
import { wakeSending } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
import { caseOf } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AskedCampaign } from './service.ts'
import { findMessageIds, lockMessages, queueAgain, queueFailed, removeMessages } from './store.ts'

/** A message of a campaign as its recipient got it or will get it; with another template where one is named. Throws `not_found`, and `validation` with what stops it. */
export async function renderMail(
  ctx: Ctx,
  { survey, campaignId, trackingId }: AskedCampaign & { trackingId: number },
  { template }: z.output<typeof renderRoute.query>,
): Promise<z.input<typeof renderRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  const [id] = await seenIds(ctx, access, campaign, [trackingId])
  const [facts] = id === undefined ? [] : await readMessages(ctx, [id])
  if (!facts) throw new AppError('not_found', say`There is no such message.`)
  const reminding = facts.kind === 'reminder' ? campaign.reminders[facts.reminder ?? 0]?.templateId : null
  const own = facts.templateId ?? reminding ?? campaign.templateId
  const wanted = template ?? own
  if (wanted === null) throw new AppError('validation', say`This campaign has no template.`)
  const { subject, html, text } = await renderFor(ctx, access.model, wanted, {
    row: caseOf(facts),
    language: facts.language,
  })
  return { subject, html, text }
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
