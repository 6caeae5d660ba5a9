import { say } from '@gensvar/contract/say'
import { listExcludedPeople } from '#server/domain/campaigns/audience/list-audience.ts'
import { demandChannel } from '#server/domain/campaigns/channels/open-channel.ts'
import { restartFinished } from '#server/domain/campaigns/lifecycle.ts'
import { exclusionWords } from '#server/domain/campaigns/lists/exclusion-words.ts'
import { pushSample } from '#server/domain/campaigns/push-sample.ts'
import { hashedAddresses } from '#server/domain/campaigns/rules/addresses.ts'
import { sendingRulesOf } from '#server/domain/campaigns/rules/sending-rules.ts'
import { wakeSending } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
import { sendSingleMail } from '#server/domain/campaigns/single-mail.ts'
import type { SingleMail } from '#server/domain/campaigns/single-mail.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { lastInvitation, storeInvitation } from './invitation-store.ts'

/** What is sent again. */
export interface Resend {
  sampleId: number
  channel: 'EMAIL' | 'SMS'
  /** Address or phone number. */
  to: string
}

/** Push campaigns for a sample. */
export interface PushCampaigns {
  sampleId: number
  campaigns: readonly string[]
}

/**
 * Sends the last message of a sample again, as another one of its campaign, to an address. Throws `conflict` where nothing
 * was sent yet, where its campaign was stopped, and with the reason where nothing may be sent there.
 */
export async function resend(ctx: Ctx, access: SurveyAccess, { sampleId, channel, to }: Resend): Promise<void> {
  demandChannel(ctx, channel)
  const { model } = access
  await demandReachable(ctx, access, { sampleId, channel })
  await write(ctx, async (tx) => {
    const last = await lastInvitation(tx, { surveyId: model.id, sampleId, channel })
    if (!last)
      throw new AppError('conflict', say`No campaign has written to this sample in this way yet. Nothing was sent.`)
    await restartFinished(tx, last.campaignId)
    const [address] = await hashedAddresses(tx.db, model.universeId, [to])
    if (!address) throw new AppError('validation', say`Nothing can be sent to "${to}".`, { email: say`is no address` })
    const isMade = await storeInvitation(tx, last, { ...address, now: tx.clock.now() })
    if (!isMade) throw new AppError('conflict', say`A message to this sample waits to be sent already.`)
    await tx.audit({ action: 'sample.resend', surveyId: model.id, object: String(sampleId), details: { channel } })
    await tx.changed(model.id, [sampleId])
    await wakeSending(tx)
  })
}

/**
 * Sends the mail of a mail action to a sample. Throws `conflict` with the reason where it is left out, or cannot be sent.
 */
export async function startMailAction(ctx: Ctx, access: SurveyAccess, action: SingleMail): Promise<void> {
  demandChannel(ctx, 'EMAIL')
  await write(ctx, async (tx) => {
    const rule = await sendSingleMail(tx, access, action)
    if (rule !== null) throw await nothingSent(ctx, access, rule)
    await wakeSending(tx)
  })
}

/**
 * Sends a sample the messages of push campaigns. Throws `conflict` with the reasons where none of them may write to it, and
 * where one is not there or not started.
 */
export async function startPushCampaigns(ctx: Ctx, access: SurveyAccess, push: PushCampaigns): Promise<void> {
  await write(ctx, async (tx) => {
    const pushed = await pushSample(tx, access.model, push)
    const [left] = pushed.flatMap((one) => (one.isSent ? [] : one))
    if (left && !pushed.some(({ isSent }) => isSent)) {
      if (left.rule === 'again')
        throw new AppError('conflict', say`"${left.campaign}" has written to this sample already. Nothing was sent.`)
      if (left.rule === null)
        throw new AppError('conflict', say`"${left.campaign}" is not for this sample. Nothing was sent.`)
      throw await nothingSent(ctx, access, left.rule)
    }
    await wakeSending(tx)
  })
}

/** Rules that also hold for what is sent by hand. */
const kept: ReadonlySet<string> = new Set(['unsubscribed', 'complained', 'bounced', 'listed', 'contacted'])

async function demandReachable(
  ctx: Ctx,
  access: SurveyAccess,
  { sampleId, channel }: Pick<Resend, 'sampleId' | 'channel'>,
): Promise<void> {
  const asked = { access, conditions: [], link: 'root', mailFilters: [], removed: [], ids: [sampleId] }
  const one = { from: 0, to: 1, text: '' }
  const audience = { ...asked, sendingType: channel, fixedRecipient: null, mailAction: null }
  const { rows } = await listExcludedPeople(ctx, audience, one)
  const rule = rows[0]?.rule
  if (rule && kept.has(rule)) throw await nothingSent(ctx, access, rule)
}

async function nothingSent(ctx: Ctx, { model }: SurveyAccess, rule: string): Promise<AppError> {
  const { rules } = await sendingRulesOf(ctx.db, model.universeId)
  return new AppError('conflict', say`Nothing was sent. This sample is left out: ${exclusionWords(rule, rules)}`)
}
