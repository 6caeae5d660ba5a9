import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockCampaign, readCampaign } from './campaign.ts'
import type { Campaign, CampaignState } from './campaign.ts'
import { demandChannel } from './channels/open-channel.ts'
import { nextRound } from './rounds/make-round.ts'
import { reschedule } from './rounds/reschedule.ts'
import { haveRounds } from './rounds/rounds-task.ts'
import { wakeSending } from './sending/bulk-mail-task.ts'
import { typesOf } from './ways.ts'

export { createCampaign } from './create-campaign.ts'
export { saveCampaign } from './save-campaign.ts'

const words: Readonly<Record<CampaignState, Words>> = {
  CREATED: say`This campaign has not started yet.`,
  STARTED: say`This campaign is running.`,
  PAUSED: say`This campaign is paused.`,
  STOPPED: say`This campaign has stopped.`,
  ERROR: say`This campaign has failed. Correct what is wrong and save it.`,
}

/**
 * Starts a campaign that waits, or goes on with one that is paused. Throws `conflict` where its state does not allow it,
 * `unavailable` where nothing can be sent.
 */
export function resumeCampaign(ctx: Ctx, campaign: Campaign): Promise<Campaign> {
  return change(ctx, campaign, 'resume', ['CREATED', 'PAUSED'], async (tx, locked) => {
    for (const type of typesOf(locked)) demandChannel(tx, type)
    const model = await loadSurveyModelById(tx, locked.surveyId)
    const now = tx.clock.now()
    const today = todayIn(tx.clock, model.timeZone)
    const isEarly = locked.state === 'CREATED' && locked.scheduledStart !== null && locked.scheduledStart > now
    const started = { ...locked, state: 'STARTED' as const, ...(isEarly && { scheduledStart: now }) }
    // A round that was missed meanwhile is made up for.
    const keepsRound = locked.campaignType !== 'PULL' || (locked.state === 'PAUSED' && locked.nextRoundOn !== null)
    await tx.db
      .updateTable('campaign')
      .set({
        state: 'STARTED',
        state_reason: null,
        scheduled_start: started.scheduledStart,
        started_at: locked.startedAt ?? now,
        next_round_on: keepsRound ? locked.nextRoundOn : await nextRound(tx, model, started, today),
        updated_at: now,
      })
      .where('id', '=', locked.id)
      .execute()
    if (isEarly && (locked.sendFrom !== null || locked.sendTo !== null)) await reschedule(tx, model, started)
    await haveRounds(tx, locked)
    await wakeSending(tx)
  })
}

/** Pauses a campaign. Throws `conflict` where it is not started. */
export function pauseCampaign(ctx: Ctx, campaign: Campaign): Promise<Campaign> {
  return change(ctx, campaign, 'pause', ['STARTED'], (tx, { id }) =>
    setState(tx, id, { state: 'PAUSED', state_reason: null }),
  )
}

/** Stops a campaign for good: what waits is never sent. Throws `conflict` where it has stopped. */
export function stopCampaign(ctx: Ctx, campaign: Campaign): Promise<Campaign> {
  return change(ctx, campaign, 'stop', ['CREATED', 'STARTED', 'PAUSED', 'ERROR'], (tx, { id }) =>
    setState(tx, id, { state: 'STOPPED', state_reason: null, next_round_on: null }),
  )
}

/**
 * Deletes a campaign with its messages. When people were written to, and who wants no messages, stays known. Throws
 * `conflict` while it is started, or messages of it are being sent.
 */
export async function removeCampaign(ctx: Ctx, { id, surveyId }: Campaign): Promise<void> {
  await write(ctx, async (tx) => {
    const campaign = await lockCampaign(tx, id)
    if (campaign?.surveyId !== surveyId) throw gone()
    if (campaign.state === 'STARTED')
      throw new AppError('conflict', say`This campaign is running. Pause or stop it first.`)
    const { sending } = await tx.db
      .selectFrom('campaign_count')
      .select('sending')
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow()
    if (sending > 0)
      throw new AppError('conflict', say`Messages of this campaign are being sent right now. Try again in a moment.`)
    await sql`
      insert into change (survey_id, kind, row_id)
      select distinct ${surveyId}::int, 'response', response_id from recipient where campaign_id = ${id}`.execute(tx.db)
    await tx.db.deleteFrom('campaign').where('id', '=', id).execute()
    await tx.audit({ action: 'campaign.remove', surveyId, object: campaign.extName })
    await tx.changed(surveyId, [])
  })
}

/**
 * Starts a campaign again that had finished, because messages of it are sent again. Throws `conflict` for one that was
 * stopped, or has failed.
 */
export async function restartFinished(tx: WriteTx<Ctx>, id: number): Promise<void> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw gone()
  if (campaign.state === 'STARTED' || campaign.state === 'PAUSED' || campaign.state === 'CREATED') return
  if (campaign.state !== 'STOPPED' || campaign.finishedAt === null)
    throw new AppError('conflict', words[campaign.state])
  await setState(tx, id, { state: 'STARTED', finished_at: null })
  await noteCampaign(tx, 'campaign.started', campaign)
}

/** What webhooks are told of each act. */
const toldAs = { resume: 'campaign.started', pause: 'campaign.paused', stop: 'campaign.stopped' } as const

async function change(
  ctx: Ctx,
  { id, surveyId }: Campaign,
  act: 'resume' | 'pause' | 'stop',
  from: readonly CampaignState[],
  make: (tx: WriteTx<Ctx>, locked: Campaign) => Promise<void>,
): Promise<Campaign> {
  return write(ctx, async (tx) => {
    const locked = await lockCampaign(tx, id)
    if (locked?.surveyId !== surveyId) throw gone()
    if (!from.includes(locked.state)) throw new AppError('conflict', words[locked.state])
    await make(tx, locked)
    await tx.audit({ action: `campaign.${act}`, surveyId, object: locked.extName })
    await noteCampaign(tx, toldAs[act], locked)
    return (await readCampaign(tx.db, surveyId, id)) ?? locked
  })
}

async function setState(
  { db, clock }: WriteTx<Ctx>,
  id: number,
  set: { state: CampaignState; state_reason?: null; finished_at?: null; next_round_on?: null },
): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ ...set, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
}

function gone(): AppError {
  return new AppError('not_found', say`There is no such campaign any more.`)
}
