import { fromDayNumber } from '@gensvar/contract/dates'
import type { PlannedCampaign } from '../plan.ts'
import { retailCampaigns } from './responses.ts'

/**
 * The campaigns of the visits on a day: one that goes on by itself, one by text message that was given up, one that was paused
 * before everybody had it, one that is finished, one that is still to come, and one that is pushed by a button.
 */
export function campaignsOf(today: number): PlannedCampaign[] {
  const dayAt = (days: number): string => fromDayNumber(today + days)
  const mail = { sendingType: 'EMAIL', template: 'invitation', link: 'root' } as const
  return [
    {
      ...{ ...mail, extName: retailCampaigns.email, title: 'After the visit', campaignType: 'PULL', state: 'STARTED' },
      ...{ startsOn: dayAt(-365), days: 3, reminder: { afterDays: 7, template: 'reminder' } },
    },
    {
      ...{ ...mail, sendingType: 'SMS', extName: retailCampaigns.sms, title: 'After the visit (SMS)' },
      ...{ campaignType: 'PULL', state: 'STOPPED', startsOn: dayAt(-365), days: 3 },
    },
    {
      ...{ ...mail, extName: retailCampaigns.members, title: 'Members this winter', campaignType: 'PULL_ONCE' },
      ...{ state: 'PAUSED', startsOn: dayAt(-1), link: 'membership=member*gold' },
    },
    {
      ...{ ...mail, extName: retailCampaigns.offer, title: 'Autumn offer to members', campaignType: 'PULL_ONCE' },
      ...{ state: 'STOPPED', startsOn: dayAt(-70), finishedOn: dayAt(-69), link: 'membership=member*gold' },
    },
    {
      ...{ ...mail, extName: 'norway_opening', title: 'Before the opening in Norway', campaignType: 'PULL' },
      ...{ state: 'CREATED', startsOn: dayAt(14), days: 30, link: 'country=Norway' },
    },
    {
      ...{
        ...mail,
        extName: 'ask_now',
        title: 'Ask now',
        campaignType: 'PUSH',
        state: 'STARTED',
        startsOn: dayAt(-30),
      },
    },
  ]
}
