import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { addToDate } from '@gensvar/contract/dates'
import { askedCalendar } from '#server/domain/alerts/asked-calendar.ts'
import type { Ctx } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { AskedAudience } from '../audience/asked-audience.ts'
import { insertAudience } from '../audience/insert-audience.ts'
import type { Campaign } from '../campaign.ts'
import { firstDayOf, roundDay } from './round-days.ts'

/** The people of a campaign at its place, as whoever has `access` may see them today. */
export async function audienceOf(
  ctx: Ctx,
  access: SurveyAccess,
  campaign: Campaign,
): Promise<AskedAudience & { today: string }> {
  const { conditions, today } = await requestedPath(ctx, access, campaign.link)
  return {
    access,
    today,
    conditions: [...conditions, ...daysOf(campaign, today)],
    link: campaign.link,
    mailFilters: campaign.mailFilters,
    removed: [],
    sendingType: campaign.sendingType,
    ways: campaign.ways.map(({ sendingType }) => sendingType),
    toDevices: campaign.toDevices,
    fixedRecipient: campaign.fixedRecipient,
    mailAction: campaign.mailAction,
    campaignId: campaign.id,
  }
}

/** The event dates that a campaign which adds people by itself takes on a day. */
function daysOf({ campaignType, scheduleParams }: Campaign, today: string): Condition[] {
  if (campaignType !== 'PULL' || scheduleParams === null) return []
  const from = addToDate(today, scheduleParams.fromDays, 'd')
  return [{ kind: 'dates', variable: EVENT_DATE, from, to: addToDate(today, scheduleParams.toDays + 1, 'd') }]
}

/**
 * Makes messages for the people whom a campaign finds now with the rights of `tx`, and notes when it looks again. Its row
 * must be locked. Returns how many were made.
 */
export async function makeRound(tx: WriteTx<Ctx>, access: SurveyAccess, campaign: Campaign): Promise<number> {
  const asked = await audienceOf(tx, access, campaign)
  const made = await insertAudience(tx, asked, campaign)
  const next = await nextRound(tx, access.model, campaign, addToDate(asked.today, 1, 'd'))
  await tx.db.updateTable('campaign').set({ next_round_on: next }).where('id', '=', campaign.id).execute()
  await tx.audit({
    action: 'campaign.round',
    surveyId: campaign.surveyId,
    universeId: campaign.universeId,
    object: campaign.extName,
    details: { recipients: made, next },
  })
  return made
}

/** The first day (ISO) not before `earliest` on which a campaign adds people; null for one that adds none by itself. */
export async function nextRound(
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  campaign: Pick<Campaign, 'campaignType' | 'scheduledPeriod' | 'scheduleParams' | 'scheduledStart' | 'createdAt'>,
  earliest: string,
): Promise<string | null> {
  const { campaignType, scheduledPeriod, scheduleParams } = campaign
  if (campaignType !== 'PULL' || scheduledPeriod === null || scheduleParams === null) return null
  return roundDay(
    {
      period: scheduledPeriod,
      weekdays: scheduleParams.weekdays,
      first: firstDayOf(campaign, model.timeZone),
      calendar: await askedCalendar(tx, model),
    },
    earliest,
  )
}
