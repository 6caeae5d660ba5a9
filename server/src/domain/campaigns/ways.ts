import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { MessageWay, SendingType } from '#server/platform/db-campaign-types.ts'
import type { Config } from '#server/platform/config.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Campaign } from './campaign.ts'

type Ways = Pick<Campaign, 'sendingType' | 'ways' | 'toDevices'>

/** A campaign as one of its ways sends it. */
export type CampaignByWay = Campaign & { way: MessageWay }

/** The sending types of a campaign in the order they are tried, its own first. */
export function typesOf({ sendingType, ways }: Pick<Ways, 'sendingType' | 'ways'>): SendingType[] {
  return [sendingType, ...ways.map((way) => way.sendingType)]
}

/** The ways that messages of sending types go, in order: text messages go to devices first where they can. */
export function waysOfTypes(types: readonly SendingType[], toDevices: boolean): MessageWay[] {
  return types.flatMap((type): MessageWay[] => (type === 'SMS' && toDevices ? ['PUSH', 'SMS'] : [type]))
}

/** The ways that messages of a campaign go, in the order they are tried. */
export function waysOf(campaign: Ways): MessageWay[] {
  return waysOfTypes(typesOf(campaign), campaign.toDevices)
}

/** Whether text messages of a survey can go to devices: providers of apps are set up, and the survey knows devices. */
export function reachesDevices({ push }: Pick<Config, 'push'>, { config }: Pick<SurveyModel, 'config'>): boolean {
  return push !== null && config.respondent.device !== undefined
}

/** The sending type whose template and sender a message has. */
export function typeOfWay(way: MessageWay): SendingType {
  return way === 'PUSH' ? 'SMS' : way
}

/**
 * A campaign as one of its ways sends it, its own for null: with the template and the sender of the way. Those who are reminded by a
 * further way get its template again. A way that the campaign has no more, as of a message that was sent by it, has no template.
 */
export function byWay(campaign: Campaign, by: MessageWay | null): CampaignByWay {
  const way = by ?? campaign.sendingType
  const type = typeOfWay(way)
  if (type === campaign.sendingType) return { ...campaign, way }
  const stored = campaign.ways.find(({ sendingType }) => sendingType === type)
  return {
    ...campaign,
    way,
    sendingType: type,
    templateId: stored?.templateId ?? null,
    fromName: stored?.fromName || null,
    fromEmail: stored?.fromEmail || null,
    voice: stored?.selectedVoice ?? null,
    locale: stored?.selectedLocale ?? null,
    reminders: campaign.reminders.map((one) => ({ ...one, templateId: null })),
  }
}

/** What the next message to somebody goes by, as the one before (`recipient` as `m`): named where the campaign has several ways. */
export function nextChannel(campaign: Ways): Fragment {
  return waysOf(campaign).length === 1
    ? portableSql`m.channel`
    : portableSql`coalesce(m.channel, ${campaign.sendingType}::text)`
}
