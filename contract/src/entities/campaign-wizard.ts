import { z } from 'zod'
import { sendingTypes } from '../configuration/campaigns.ts'
import { localText } from '../local-text.ts'
import { campaignTypes, defaultScheduleParams, schedulePeriods, scheduleParams } from './campaigns.ts'
import { defineEntity } from './entity.ts'

/** Languages a phone call can be made in. */
export const phoneLocales = ['da', 'nl', 'en', 'en-US', 'en-GB', 'fi', 'fr', 'de', 'it', 'es', 'no', 'sv'] as const

/** A campaign in the making, as the wizard sends it. */
export const campaignDraft = z.object({
  campaignName: z.string().trim().min(1, 'Name is required'),
  campaignExtName: z.string(),
  sendingType: z.enum(sendingTypes),
  campaignType: z.enum(campaignTypes),
  templateId: z.number().int().nullable(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
  bcc: z.string().nullable(),
  replyTo: z.string().nullable(),
  fixedRecipient: z.string().nullable(),
  selectedVoice: z.string().nullable(),
  selectedLocale: z.enum(phoneLocales).nullable(),
  scheduledStartDateTime: z.iso.datetime({ offset: true }).nullable(),
  scheduledPeriod: z.enum(schedulePeriods).nullable(),
  scheduleParams: scheduleParams.nullable(),
})

/** What the wizard offers: how many people, which senders, checks and channels. */
export const campaignInfo = z.object({
  numberCustomers: z.number().int(),
  pathName: z.string(),
  filters: z.array(z.string()),
  fromEmails: z.array(z.string()),
  fromName: z.string(),
  mailFilters: z.array(
    z.object({
      extname: z.string(),
      title: localText,
      nInterviews: z.number().int(),
      help: localText.nullable(),
      defaultEnabled: z.boolean(),
    }),
  ),
  editFixedRecipient: z.boolean(),
  mailCampaigns: z.boolean(),
  smsCampaigns: z.boolean(),
  letterCampaigns: z.boolean(),
  phoneCampaigns: z.boolean(),
})

/** People a campaign would reach, a page of them. */
export const recipientList = z.object({
  rows: z.array(z.object({ id: z.number().int(), respondent: z.string(), email: z.string(), status: z.string() })),
  totalRows: z.number().int(),
})

/** Wizard entities with their examples. */
export const campaignWizardEntities = {
  CampaignDraft: defineEntity(campaignDraft, {
    campaignName: 'After the visit',
    campaignExtName: '',
    sendingType: 'EMAIL',
    campaignType: 'PULL',
    templateId: 2,
    fromName: 'Example',
    fromEmail: 'hello@example.org',
    bcc: null,
    replyTo: null,
    fixedRecipient: null,
    selectedVoice: null,
    selectedLocale: null,
    scheduledStartDateTime: null,
    scheduledPeriod: 'DAILY',
    scheduleParams: defaultScheduleParams,
  }),
  CampaignInfo: defineEntity(campaignInfo, {
    numberCustomers: 120,
    pathName: 'Sweden',
    filters: ['Channel: Store'],
    fromEmails: ['hello@example.org'],
    fromName: 'Example',
    mailFilters: [
      {
        extname: 'recent',
        title: { en: 'Not asked in 90 days' },
        nInterviews: 96,
        help: { en: 'Spares people' },
        defaultEnabled: true,
      },
    ],
    editFixedRecipient: false,
    mailCampaigns: true,
    smsCampaigns: true,
    letterCampaigns: false,
    phoneCampaigns: false,
  }),
  RecipientList: defineEntity(recipientList, {
    rows: [{ id: 418, respondent: 'Eva Lind', email: 'eva@example.org', status: 'PENDING' }],
    totalRows: 1,
  }),
}
