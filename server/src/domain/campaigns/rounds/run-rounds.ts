import type { ErrorCode } from '@gensvar/contract/errors'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { campaignOf, campaignRows, findCampaign, lockFreeCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { finishCampaigns } from './finish-campaigns.ts'
import { makeRound, nextRound } from './make-round.ts'
import { ownerAccess } from './owner-access.ts'
import { pushWaiting } from './push-waiting.ts'
import { makeReminders } from './make-reminders.ts'
import { goOnByWays } from './go-on-by-ways.ts'
import { isRoundDay, roundMoment } from './round-days.ts'
import { isToStart, startScheduled } from './start-scheduled.ts'
import { askedCalendar } from '#server/domain/alerts/asked-calendar.ts'

/** What campaigns have done by themselves. */
export interface RoundsDone {
  started: number
  /** Messages that were made. */
  made: number
  finished: number
}

interface Run {
  /** Only campaigns of this survey. */
  surveyId: number | null
  signal: AbortSignal
  onMade?: (made: number) => void
}

/**
 * Does what campaigns do by themselves: see `roundsTask`. Each campaign is one write with its row locked; one that another
 * server is about is left to it. One whose round cannot be made is in ERROR since, with the reason.
 */
export async function runRounds(ctx: Ctx, { surveyId, signal, onMade }: Run): Promise<RoundsDone> {
  const done: RoundsDone = { started: 0, made: 0, finished: 0 }
  const rows = await campaignRows(ctx.db)
    .where('c.state', 'in', ['CREATED', 'STARTED'])
    .$if(surveyId !== null, (query) => query.where('c.survey_id', '=', surveyId ?? 0))
    .orderBy('c.id')
    .execute()
  for (const campaign of rows.map(campaignOf)) {
    signal.throwIfAborted()
    const { isStarted, made } = await inTurn(ctx, campaign, signal)
    if (isStarted) done.started++
    done.made += made
    onMade?.(done.made)
  }
  await goOnByWays(ctx)
  done.finished = await finishCampaigns(ctx, surveyId)
  return done
}

/** Errors that do not go away by themselves, unlike a database that does not answer. */
const lasting: ReadonlySet<ErrorCode> = new Set(['validation', 'forbidden', 'not_found', 'conflict'])

/** What one campaign does now: whether it was started, and how many messages were made. */
async function inTurn(ctx: Ctx, waiting: Campaign, signal: AbortSignal): Promise<{ isStarted: boolean; made: number }> {
  const done = { isStarted: false, made: 0 }
  const model = await readableModel(ctx, waiting.surveyId)
  if (!model || model.disabled) return done
  try {
    const campaign = isToStart(ctx, waiting) ? await startScheduled(ctx, model, waiting, signal) : waiting
    done.isStarted = campaign.state !== waiting.state
    if (isDue(ctx, model, campaign)) done.made += await roundOf(ctx, model, campaign, signal)
    if (campaign.state !== 'STARTED') return done
    if (isOwned(campaign)) await ownerAccess(ctx, model, campaign, signal)
    if (campaign.campaignType === 'PUSH') done.made += await pushWaiting(ctx, model, campaign, signal)
    if (campaign.reminders.length > 0) done.made += await makeReminders(ctx, model, campaign, signal)
  } catch (error) {
    if (!(error instanceof AppError) || !lasting.has(error.code)) throw error
    await failCampaign(ctx, waiting, error)
  }
  return done
}

/**
 * Whether a campaign is sent on behalf of one user, and so only as long as they may have it. Those of buttons are shared by all who
 * press one, and those without an owner are the program's own.
 */
function isOwned({ ownerId, campaignType }: Campaign): boolean {
  return ownerId !== null && campaignType !== 'PULL_SINGLE'
}

/** Whether a campaign is to look for people now. Of very many people, those of PULL_ONCE are made so as well. */
function isDue(ctx: Ctx, model: SurveyModel, campaign: Campaign): boolean {
  const { nextRoundOn, campaignType, state } = campaign
  if (nextRoundOn === null) return false
  if (campaignType === 'PULL_ONCE') return true
  if (state !== 'STARTED') return false
  const today = todayIn(ctx.clock, model.timeZone)
  return (
    nextRoundOn < today || (nextRoundOn === today && roundMoment(campaign, today, model.timeZone) <= ctx.clock.now())
  )
}

async function roundOf(ctx: Ctx, model: SurveyModel, { id }: Campaign, signal: AbortSignal): Promise<number> {
  const found = await findCampaign(ctx.db, id)
  if (!found) return 0
  const { owner } = await ownerAccess(ctx, model, found, signal)
  return write(owner, async (tx) => {
    const campaign = await lockFreeCampaign(tx, id)
    if (!campaign || !isDue(ctx, model, campaign)) return 0
    // Read again within the write: rights that were cut meanwhile are.
    const { access } = await ownerAccess(tx, model, campaign, signal)
    const today = todayIn(tx.clock, model.timeZone)
    // A day that was missed, as where no server ran, is made up for only by a day that is allowed.
    if (campaign.campaignType === 'PULL' && !(await isAllowed(tx, model, campaign, today))) {
      const next = await nextRound(tx, model, campaign, today)
      await tx.db.updateTable('campaign').set({ next_round_on: next }).where('id', '=', id).execute()
      return 0
    }
    return makeRound(tx, access, campaign)
  })
}

async function isAllowed(
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  { scheduleParams }: Campaign,
  day: string,
): Promise<boolean> {
  if (scheduleParams === null) return true
  return isRoundDay({ weekdays: scheduleParams.weekdays, calendar: await askedCalendar(tx, model) }, day)
}

async function failCampaign(ctx: Ctx, campaign: Campaign, { words }: AppError): Promise<void> {
  await write(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('campaign')
      .set({ state: 'ERROR', state_reason: JSON.stringify(storeWords(words)), updated_at: tx.clock.now() })
      .where('id', '=', campaign.id)
      .where('state', 'in', ['CREATED', 'STARTED'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await tx.audit({
      action: 'campaign.fail',
      surveyId: campaign.surveyId,
      universeId: campaign.universeId,
      object: campaign.extName,
      details: { reason: String(words) },
    })
    await noteCampaign(tx, 'campaign.failed', campaign)
  })
}

/** A survey; null where its configuration cannot be read: the campaign waits until it can. */
async function readableModel(ctx: Ctx, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await loadSurveyModelById(ctx, surveyId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
