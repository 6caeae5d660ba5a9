import { z } from 'zod'
import { messageWays, sendingTypes } from '../configuration/campaigns.ts'
import { extName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'

/** Kinds of campaign: sent once, adding people by itself, pushed one at a time, and once to single people. */
export const campaignTypes = ['PULL_ONCE', 'PULL', 'PUSH', 'PULL_SINGLE'] as const

/** States of a campaign. */
export const campaignStates = ['CREATED', 'STARTED', 'PAUSED', 'STOPPED', 'ERROR'] as const

/** Lengths of time between the rounds of a campaign that adds people by itself. */
export const schedulePeriods = ['DAILY', 'WEEKLY', 'MONTHLY'] as const

/** Days of the week, and `hol` for public holidays. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'hol'] as const

const moment = z.iso.datetime({ offset: true })

/** Whom a recurring campaign adds: people whose event date lies between today + fromDays and today + toDays. */
export const scheduleParams = z.object({
  fromDays: z.number().int(),
  toDays: z.number().int(),
  weekdays: z.array(z.enum(weekdays)),
})

/** What a new schedule starts with. */
export const defaultScheduleParams: z.infer<typeof scheduleParams> = {
  fromDays: -30,
  toDays: 0,
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'hol'],
}

/** Number of a template. */
export const templateNumber = z.int().min(0).max(2_147_483_647)

/** What those who have not answered are sent, so many days after the last message; the campaign's own template for null. */
export const reminder = z.object({ afterDays: z.int().min(1).max(365), templateId: templateNumber.nullable() })

/** Most reminders of a campaign. */
export const maxReminders = 5

/**
 * A further way of a campaign, for those whom the ways before it cannot reach: with a sender as the campaign has one itself, and of
 * PHONE with voice and language.
 */
export const campaignWay = z.object({
  sendingType: z.enum(sendingTypes),
  templateId: templateNumber.nullable(),
  fromName: z.string().trim().max(120).default(''),
  fromEmail: z.string().trim().max(320).default(''),
  selectedVoice: z.string().max(60).nullable().default(null),
  selectedLocale: z.string().max(20).nullable().default(null),
})

/** A further way of a campaign. */
export type CampaignWay = z.infer<typeof campaignWay>

/** Most further ways of a campaign: each way is gone once. */
export const maxWays = sendingTypes.length - 1

/** What a further way of a campaign can be made of. */
const offeredWay = z.object({
  sendingType: z.enum(sendingTypes),
  templates: z.array(z.object({ id: z.int(), title: z.string() })),
  fromEmails: z.array(z.string()),
  /** Whether its messages are kept for root to read instead of being sent. */
  isOutbox: z.boolean(),
})

/** A time of day, as 09:00. */
export const timeOfDay = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time of day as 09:00')

/**
 * What became of the messages of a campaign: `total` is the sum of pending, sent, failed and unknown. How many opened,
 * clicked and answered is null where it would tell of single people: in an anonymous survey, of few messages, and to who
 * sees only some of the recipients.
 */
export const campaignCounts = z.object({
  total: z.int(),
  /** Also those being sent right now. */
  pending: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Those that the server stopped over: whether they arrived is not known, and they are not sent again. */
  unknown: z.int(),
  /** Sent and not returned. */
  delivered: z.int(),
  bounced: z.int(),
  opened: z.int().nullable(),
  clicked: z.int().nullable(),
  answered: z.int().nullable(),
  unsubscribed: z.int(),
  complained: z.int(),
})

/** A campaign with everything its page shows. */
export const campaign = z.object({
  id: z.number().int(),
  title: z.string().min(1),
  campaignType: z.enum(campaignTypes),
  sendingType: z.enum(sendingTypes),
  state: z.enum(campaignStates),
  scheduledStartDateTime: moment.nullable(),
  scheduledPeriod: z.enum(schedulePeriods).nullable(),
  scheduleParams: scheduleParams.nullable(),
  extname: z.string(),
  templateId: z.number().int().nullable(),
  callTemplate: z.number().int().nullable(),
  mailTemplate: z.number().int().nullable(),
  templateDetails: z.object({ name: z.string() }).nullable(),
  fromEmail: z.string().nullable(),
  fromName: z.string().nullable(),
  bcc: z.string().nullable(),
  replyTo: z.string().nullable(),
  fixedRecipient: z.string().nullable(),
  mailAction: z.string().nullable(),
  campaignFilters: z.array(z.object({ extname: z.string(), title: localText, selected: z.boolean() })),
  /** Drill path of the people it goes to. */
  link: z.string(),
  numberOfTrackingRows: z.number().int(),
  canStart: z.boolean(),
  canStop: z.boolean(),
  /** Voice and language of a call. */
  selectedVoice: z.string().nullable(),
  selectedLocale: z.string().nullable(),
  /** Hours of the recipient's day in which it is sent; null for any. */
  sendFrom: timeOfDay.nullable(),
  sendTo: timeOfDay.nullable(),
  reminders: z.array(reminder),
  /** Whether its text messages go to the app on a device where one is known. */
  toDevices: z.boolean(),
  /** The further ways, in order, with the name of the template. */
  ways: z.array(campaignWay.extend({ templateName: z.string() })),
  /** Whether it stopped because everything was sent. */
  isFinished: z.boolean(),
  /** Why it was paused or stopped by itself, in the reader's language. */
  stateReason: z.string().nullable(),
  counts: campaignCounts,
  /** People left out, by the rule that left them out. */
  excluded: z.array(z.object({ rule: z.string(), title: z.string(), count: z.int() })),
  /** In an anonymous survey the rows do not say who opened, clicked or answered. */
  isAnonymous: z.boolean(),
  /** Whether messages are kept for root to read instead of being sent, because nothing is set up to send them. */
  isOutbox: z.boolean(),
  /** Named by a save. */
  version: z.int(),
})

/** What the campaign editor offers. */
export const campaignConfiguration = z.object({
  templates: z.array(z.object({ id: z.number().int(), title: z.string() })),
  fromEmails: z.array(z.string()),
  /** Filters that people can be checked with, and how many are left by each. */
  mailFilters: z.array(
    z.object({ extname: z.string(), title: localText, help: localText.nullable(), nInterviews: z.int().nullable() }),
  ),
  editFixedRecipient: z.boolean(),
  /** The other ways of the survey. */
  otherWays: z.array(offeredWay),
})

/** What a new campaign can be made of, and whom it would reach. */
export const campaignInfo = z.object({
  /** How many are written to; each of them is listed. */
  numberCustomers: z.int(),
  pathName: z.string(),
  /** Chosen filters in words. */
  filters: z.array(z.string()),
  fromEmails: z.array(z.string()),
  fromName: z.string(),
  mailFilters: z.array(
    z.object({
      extname: z.string(),
      title: localText,
      /** People who pass this filter. */
      nInterviews: z.int(),
      help: localText.nullable(),
      defaultEnabled: z.boolean(),
    }),
  ),
  editFixedRecipient: z.boolean(),
  mailCampaigns: z.boolean(),
  smsCampaigns: z.boolean(),
  letterCampaigns: z.boolean(),
  phoneCampaigns: z.boolean(),
  /** Templates of the sending type, that of the mail action first. */
  templates: z.array(z.object({ id: z.int(), title: z.string() })),
  /** Template of the mail action; null where it has none of the sending type. */
  templateId: z.int().nullable(),
  /** People left out, by the rule that leaves them out. */
  excluded: z.array(z.object({ rule: z.string(), title: z.string(), count: z.int() })),
  /** Whether messages are kept for root to read instead of being sent, because nothing is set up to send them. */
  isOutbox: z.boolean(),
  /** How many are written to by each way that is asked for, in their order. */
  byWay: z.array(z.object({ sendingType: z.enum(messageWays), count: z.int() })),
  /** The other ways of the survey, for those whom its own way cannot reach. */
  otherWays: z.array(offeredWay),
})

/** Somebody a new campaign would write to. */
export const newRecipient = z.object({
  /** Of the sample. */
  id: z.int(),
  respondent: z.string(),
  /** E-mail address or phone number, after the way they are reached by. */
  email: z.string(),
  status: z.string(),
  /** The way they are reached by; of somebody left out, the campaign's own. */
  sendingType: z.enum(messageWays),
})

/** Somebody a campaign leaves out, with the rule. */
export const excludedPerson = newRecipient.extend({ rule: z.string() })

/** A campaign to create. */
export const campaignDraft = z.object({
  /** Not empty, which the server says in its own words. */
  campaignName: z.string().trim().max(200),
  /** For root alone; what others send is not stored. */
  campaignExtName: z.union([z.literal(''), extName]).default(''),
  sendingType: z.enum(sendingTypes),
  campaignType: z.enum(campaignTypes),
  templateId: templateNumber.nullable(),
  fromName: z.string().trim().max(120).default(''),
  fromEmail: z.string().trim().max(320).default(''),
  bcc: z.string().trim().max(320).default(''),
  replyTo: z.string().trim().max(320).default(''),
  fixedRecipient: z.string().trim().max(320).default(''),
  selectedVoice: z.string().max(60).nullable().default(null),
  selectedLocale: z.string().max(20).nullable().default(null),
  /** Null for at once. */
  scheduledStartDateTime: moment.max(40).nullable().default(null),
  scheduledPeriod: z.enum(schedulePeriods).nullable().default(null),
  scheduleParams: z
    .object({
      fromDays: z.int().min(-3660).max(3660),
      toDays: z.int().min(-3660).max(3660),
      weekdays: z.array(z.enum(weekdays)).max(weekdays.length),
    })
    .nullable()
    .default(null),
  sendFrom: timeOfDay.nullable().default(null),
  sendTo: timeOfDay.nullable().default(null),
  reminders: z.array(reminder).max(maxReminders).default([]),
  /** For those whom the campaign's own way cannot reach, in order. */
  ways: z.array(campaignWay).max(maxWays).default([]),
})

/** A campaign to create. */
export type CampaignDraft = z.infer<typeof campaignDraft>

/** What became of a message: `BOUNCED` was sent and came back, of a `DELIVERED` one an operator reports that it reached its phone. */
export const trackingStates = ['PENDING', 'SENT', 'FAILED', 'UNKNOWN', 'BOUNCED', 'DELIVERED'] as const

/** What the messages of a campaign can be filtered by; in an anonymous survey not by what people did. */
export const trackingFilters = [
  'PENDING',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'BOUNCED',
  'OPENED',
  'CLICKED',
  'ANSWERED',
  'UNSUBSCRIBED',
] as const

/** A message to one recipient; `columnValues` holds the columns named by the headers. */
export const trackingRow = z.object({
  id: z.number().int(),
  /** 0 in an anonymous survey, where it leads to no interview. */
  sampleId: z.number().int(),
  updatedTime: moment,
  status: z.enum(trackingStates),
  /** Why it failed, came back or waits, in the reader's language; empty for no reason. */
  reason: z.string(),
  openCount: z.number().int(),
  clickCount: z.number().int(),
  recording: z.boolean(),
  /** The way it goes. */
  sendingType: z.enum(messageWays),
  columnValues: z.record(z.string(), z.string()),
})

/** A page of messages. */
export const trackingResponse = z.object({
  headers: z.array(z.object({ name: localText, value: z.string() })),
  rows: z.array(trackingRow),
  totalRows: z.number().int(),
})

/** A row of the campaign list; rates are percentages, null before anything was sent. */
export const campaignRow = z.object({
  id: z.number().int(),
  title: z.string(),
  sendingType: z.enum(sendingTypes),
  /** The schedule in words. */
  autoAddTitle: localText.nullable(),
  state: z.enum(campaignStates),
  scheduled: moment.nullable(),
  rateOpened: z.number().nullable(),
  rateClicked: z.number().nullable(),
  nPending: z.number().int(),
  nSent: z.number().int(),
  nFailed: z.number().int(),
  filters: z.string(),
})

/** A row of the campaigns of all surveys. */
export const globalCampaignRow = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The survey that it is opened in, and its organisation. */
  surveyExtName: z.string(),
  universeName: z.string(),
  state: z.enum(campaignStates),
  sendingType: z.enum(sendingTypes),
  templateTitle: z.string(),
  templateContents: z.string(),
  nTotalMessages: z.number().int(),
  totalPending: z.number().int(),
  totalSent: z.number().int(),
  totalFailed: z.number().int(),
  rateOpened: z.number().nullable(),
  rateClicked: z.number().nullable(),
  filters: z.string(),
})

/** A campaign with everything its page shows. */
export type Campaign = z.infer<typeof campaign>

/** A page of messages. */
export type TrackingResponse = z.infer<typeof trackingResponse>

/** A row of the campaign list. */
export type CampaignRow = z.infer<typeof campaignRow>

/** A row of the campaigns of all surveys. */
export type GlobalCampaignRow = z.infer<typeof globalCampaignRow>
