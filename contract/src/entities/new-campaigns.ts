import { z } from 'zod'
import { sendingTypes } from '../configuration/campaigns.ts'
import { extName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { campaignTypes, schedulePeriods, weekdays, reminder, maxReminders, timeOfDay } from './campaigns.ts'
import { defineEntity } from './entity.ts'

const moment = z.iso.datetime({ offset: true })

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
})

/** Somebody a new campaign would write to. */
export const newRecipient = z.object({
  /** Of the sample. */
  id: z.int(),
  respondent: z.string(),
  /** E-mail address or phone number, after the sending type. */
  email: z.string(),
  status: z.string(),
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
  templateId: z.int().nullable(),
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
})

/** A campaign to create. */
export type CampaignDraft = z.infer<typeof campaignDraft>

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
}

/** Entities of a campaign that is made, with their examples. */
export const newCampaignEntities = {
  CampaignInfo: defineEntity(campaignInfo, campaignInfoExample),
  NewRecipient: defineEntity(newRecipient, {
    id: 418,
    respondent: 'Eva Lind',
    email: 'eva.lind@example.org',
    status: 'New',
  }),
  CampaignDraft: defineEntity(campaignDraft, campaignDraftExample),
}
