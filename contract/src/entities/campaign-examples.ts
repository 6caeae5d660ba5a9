import type { z } from 'zod'
import {
  campaign,
  campaignConfiguration,
  campaignDraft,
  campaignInfo,
  campaignRow,
  defaultScheduleParams,
  globalCampaignRow,
  newRecipient,
  trackingResponse,
  trackingRow,
} from './campaigns.ts'
import type { CampaignDraft } from './campaigns.ts'
import { defineEntity } from './entity.ts'

/** A valid campaign, for the examples of everything that holds one. */
export const campaignExample: z.infer<typeof campaign> = {
  id: 6,
  title: 'After the visit',
  campaignType: 'PULL',
  sendingType: 'EMAIL',
  state: 'STARTED',
  scheduledStartDateTime: '2026-03-01T09:00:00+01:00',
  scheduledPeriod: 'DAILY',
  scheduleParams: defaultScheduleParams,
  extname: 'after_visit',
  templateId: 2,
  callTemplate: null,
  mailTemplate: null,
  templateDetails: { name: 'Invitation' },
  fromEmail: 'hello@example.org',
  fromName: 'Example',
  bcc: null,
  replyTo: null,
  fixedRecipient: null,
  mailAction: 'invite',
  campaignFilters: [{ extname: 'recent', title: { en: 'Not asked in 90 days' }, selected: true }],
  link: 'country=SE',
  numberOfTrackingRows: 120,
  canStart: false,
  canStop: true,
  selectedVoice: null,
  selectedLocale: null,
  sendFrom: '09:00',
  sendTo: '20:00',
  reminders: [{ afterDays: 7, templateId: null }],
  toDevices: false,
  ways: [],
  isFinished: false,
  stateReason: null,
  counts: {
    total: 120,
    pending: 4,
    sent: 115,
    failed: 1,
    unknown: 0,
    delivered: 113,
    bounced: 2,
    opened: 48,
    clicked: 25,
    answered: 21,
    unsubscribed: 1,
    complained: 0,
  },
  excluded: [{ rule: 'contacted', title: 'Written to within 90 days', count: 14 }],
  isAnonymous: false,
  isOutbox: false,
  version: 3,
}

/** A valid row of the campaign list, for the examples of everything that holds one. */
export const campaignRowExample: z.infer<typeof campaignRow> = {
  id: 6,
  title: 'After the visit',
  sendingType: 'EMAIL',
  autoAddTitle: { en: 'Daily, Monday to Friday' },
  state: 'STARTED',
  scheduled: '2026-03-01T09:00:00+01:00',
  rateOpened: 41.5,
  rateClicked: 22.1,
  nPending: 4,
  nSent: 116,
  nFailed: 0,
  filters: 'Sweden',
}

/** A valid row of the campaigns of all surveys, for the examples of everything that holds one. */
export const globalCampaignRowExample: z.infer<typeof globalCampaignRow> = {
  id: 6,
  title: 'After the visit',
  surveyExtName: 'visits',
  universeName: 'retail',
  state: 'STARTED',
  sendingType: 'EMAIL',
  templateTitle: 'Invitation',
  templateContents: 'How was your visit?',
  nTotalMessages: 120,
  totalPending: 4,
  totalSent: 116,
  totalFailed: 0,
  rateOpened: 41.5,
  rateClicked: 22.1,
  filters: 'Sweden',
}

const trackingRowExample: z.infer<typeof trackingRow> = {
  id: 900,
  sampleId: 418,
  updatedTime: '2026-03-01T09:01:00+01:00',
  status: 'SENT',
  reason: '',
  openCount: 1,
  clickCount: 0,
  recording: false,
  sendingType: 'EMAIL',
  columnValues: { customer: 'Eva Lind' },
}

/** A valid page of messages, for the examples of everything that holds one. */
export const trackingExample: z.infer<typeof trackingResponse> = {
  headers: [{ name: { en: 'Customer' }, value: 'customer' }],
  rows: [trackingRowExample],
  totalRows: 1,
}

/** A valid answer of what a new campaign can be made of. */
export const campaignInfoExample: z.infer<typeof campaignInfo> = {
  numberCustomers: 106,
  pathName: 'Sweden',
  filters: ['Period: last 30 days'],
  fromEmails: ['hello@example.org'],
  fromName: 'Example',
  mailFilters: [
    {
      extname: 'recent',
      title: { en: 'Not asked in 90 days' },
      nInterviews: 106,
      help: { en: 'Spares people' },
      defaultEnabled: true,
    },
  ],
  editFixedRecipient: false,
  mailCampaigns: true,
  smsCampaigns: true,
  letterCampaigns: false,
  phoneCampaigns: false,
  templates: [{ id: 2, title: 'Invitation' }],
  templateId: 2,
  excluded: [{ rule: 'contacted', title: 'Written to within 90 days', count: 14 }],
  isOutbox: false,
  byWay: [{ sendingType: 'EMAIL', count: 106 }],
  otherWays: [
    { sendingType: 'SMS', templates: [{ id: 3, title: 'Invitation (SMS)' }], fromEmails: ['Example'], isOutbox: false },
  ],
}

/** A valid campaign to create. */
export const campaignDraftExample: CampaignDraft = {
  campaignName: 'After the visit',
  campaignExtName: '',
  sendingType: 'EMAIL',
  campaignType: 'PULL_ONCE',
  templateId: 2,
  fromName: 'Example',
  fromEmail: 'hello@example.org',
  bcc: '',
  replyTo: '',
  fixedRecipient: '',
  selectedVoice: null,
  selectedLocale: null,
  scheduledStartDateTime: null,
  scheduledPeriod: null,
  scheduleParams: null,
  sendFrom: null,
  sendTo: null,
  reminders: [],
  ways: [],
}

/** Campaign entities with their examples. */
export const campaignEntities = {
  Campaign: defineEntity(campaign, campaignExample),
  CampaignConfiguration: defineEntity(campaignConfiguration, {
    templates: [{ id: 2, title: 'Invitation' }],
    fromEmails: ['hello@example.org'],
    mailFilters: [{ extname: 'recent', title: { en: 'Not asked in 90 days' }, help: null, nInterviews: 96 }],
    editFixedRecipient: false,
    otherWays: campaignInfoExample.otherWays,
  }),
  CampaignInfo: defineEntity(campaignInfo, campaignInfoExample),
  NewRecipient: defineEntity(newRecipient, {
    id: 418,
    respondent: 'Eva Lind',
    email: 'eva.lind@example.org',
    status: 'New',
    sendingType: 'EMAIL',
  }),
  CampaignDraft: defineEntity(campaignDraft, campaignDraftExample),
  CampaignRow: defineEntity(campaignRow, campaignRowExample),
  GlobalCampaignRow: defineEntity(globalCampaignRow, globalCampaignRowExample),
  TrackingRow: defineEntity(trackingRow, trackingRowExample),
  TrackingResponse: defineEntity(trackingResponse, trackingExample),
}
