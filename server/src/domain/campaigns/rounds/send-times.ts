import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Campaign } from '../campaign.ts'
import { windowAt, zoneOf } from './send-window.ts'

type Timed = Pick<Campaign, 'sendFrom' | 'sendTo' | 'scheduledStart' | 'state'>

/**
 * When messages that are made now are sent, in SQL, by the time zone that a respondent names: within the hours of the
 * campaign, not before it starts by itself. `zones` is a query of the column `zone`, with every zone there is.
 */
export async function sendTimes(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { timeZone }: Pick<SurveyModel, 'timeZone'>,
  campaign: Timed,
  zones: Fragment,
): Promise<(zone: Fragment) => Fragment> {
  const now = clock.now()
  const { scheduledStart, state } = campaign
  const from = state === 'CREATED' && scheduledStart !== null && scheduledStart > now ? scheduledStart : now
  const at = (zone: string): string => windowAt(from, campaign, zoneOf(zone, timeZone)).toISOString()
  const usual = portableSql`${at('')}::timestamptz`
  // Of a campaign without hours, messages are due as soon as it is started.
  if (campaign.sendFrom === null && campaign.sendTo === null)
    return () => portableSql`${now.toISOString()}::timestamptz`
  const named = (await runFragment<{ zone: string }>(db, zones)).map(({ zone }) => zone)
  return (zone) => portableSql`coalesce((
    select z.at from unnest(${named}::text[], ${named.map(at)}::timestamptz[]) as z (zone, at) where z.zone = ${zone}), ${usual})`
}
