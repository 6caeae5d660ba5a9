import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Campaign } from './campaign.ts'

type Ways = Pick<Campaign, 'sendingType' | 'ways'>

/** The ways of a campaign in the order they are tried, its own first. */
export function typesOf({ sendingType, ways }: Ways): SendingType[] {
  return [sendingType, ...ways.map((way) => way.sendingType)]
}

/**
 * A campaign as one of its ways sends it: with the template and the sender of the way. Those who are reminded by a further way get
 * its template again. A way that the campaign has no more, as of a message that was sent by it, has no template.
 */
export function byWay(campaign: Campaign, type: SendingType | null): Campaign {
  if (type === null || type === campaign.sendingType) return campaign
  const way = campaign.ways.find(({ sendingType }) => sendingType === type)
  return {
    ...campaign,
    sendingType: type,
    templateId: way?.templateId ?? null,
    fromName: way?.fromName || null,
    fromEmail: way?.fromEmail || null,
    voice: way?.selectedVoice ?? null,
    locale: way?.selectedLocale ?? null,
    reminders: campaign.reminders.map((one) => ({ ...one, templateId: null })),
  }
}

/** What the next message to somebody goes by, as the one before (`recipient` as `m`): named where the campaign has several ways. */
export function nextChannel({ sendingType, ways }: Ways): Fragment {
  return ways.length === 0 ? portableSql`m.channel` : portableSql`coalesce(m.channel, ${sendingType}::text)`
}
