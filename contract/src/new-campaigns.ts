import { z } from 'zod'
import { sendingTypes } from './configuration/campaigns.ts'
import { exclusionRules } from './campaigns.ts'
import { defineRoute } from './define-route.ts'
import { campaignStates } from './entities/campaigns.ts'
import { campaignDraft, campaignInfo, excludedPerson, newRecipient } from './entities/new-campaigns.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

const noQuery = z.object({})
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const row = z.coerce.number().int().min(0).max(2_147_483_647)

const page = {
  from: row.default(0),
  to: row.default(50),
  sortBy: nameParam.default('id'),
  sortDesc: z.stringbool().default(true),
}

/** Most people that can be taken out of a new campaign by hand. */
export const maxDeletedRecipients = 500

/** A mail action at a place: whom a new campaign is about. */
const ofAction = z.object({ survey: nameParam, mailAction: nameParam, drillPath: pathParam })

/** Which of the people at the place: names of mail filters that are on, and samples taken out by hand, with commas between. */
const chosen = {
  filters: z.string().max(2000).default(''),
  deletedRecipients: z
    .string()
    .max(maxDeletedRecipients * 12)
    .regex(/^(\d+(,\d+)*)?$/, 'numbers of samples, with commas between')
    .default(''),
}

const sendingType = z.enum(sendingTypes).default('EMAIL')

/**
 * What a new campaign can be made of and how many it reaches. With `initial` the mail filters that are on by default
 * count as chosen. Errors: `not_found` for a mail action that no table at the survey has.
 */
export const getCampaignInfo = defineRoute({
  id: 'getCampaignInfo',
  summary: 'What a new campaign can be made of',
  method: 'GET',
  path: '/rest/mailcampaign/createcampaigndata/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object({ ...chosen, sendingType, initial: z.stringbool().default(false) }),
  body: z.undefined(),
  response: campaignInfo,
})

/** People a new campaign writes to, a page at a time. */
export const listNewRecipients = defineRoute({
  id: 'listNewRecipients',
  summary: 'Recipients of a new campaign',
  method: 'GET',
  path: '/rest/mailcampaign/newtrackings/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object({
    ...chosen,
    ...page,
    sendingtype: sendingType,
    textfilter: searchText.default(''),
    /** Everything goes there instead. */
    fixedrecipient: z.string().trim().max(320).default(''),
  }),
  body: z.undefined(),
  response: z.object({ rows: z.array(newRecipient), totalRows: z.int() }),
})

/** People at the place that a new campaign leaves out, each with the rule; of one rule only where it is named. */
export const listExcluded = defineRoute({
  id: 'listExcluded',
  summary: 'People a new campaign leaves out',
  method: 'GET',
  path: '/rest/mailcampaign/excluded/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object({
    ...chosen,
    from: page.from,
    to: page.to,
    sendingtype: sendingType,
    rule: z.enum(exclusionRules).optional(),
    textfilter: searchText.default(''),
  }),
  body: z.undefined(),
  response: z.object({ rows: z.array(excludedPerson), totalRows: z.int() }),
})

/** What one recipient of a new campaign would get, rendered as it is sent. Errors: `validation` with what stops it. */
export const renderNewMail = defineRoute({
  id: 'renderNewMail',
  summary: 'Message of a new campaign to one recipient',
  method: 'GET',
  path: '/rest/mailcampaign/rendernew/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object({ template: id, sampleId: row, sendingType, fromName: z.string().max(120).default('') }),
  body: z.undefined(),
  response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})

/**
 * Creates a campaign and starts it at once, or at its time. Errors: `validation` at the field of the draft, `conflict` at
 * `campaignExtName` for one in use, `forbidden` for a type that only root may choose.
 */
export const createCampaign = defineRoute({
  id: 'createCampaign',
  summary: 'Start or schedule a new campaign',
  method: 'POST',
  path: '/rest/mailcampaign/startcampaignnow/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object(chosen),
  body: campaignDraft,
  response: z.object({ campaignId: z.int(), recipients: z.int(), state: z.enum(campaignStates) }),
})

/** Voices that can call; two by default. */
export const listVoices = defineRoute({
  id: 'listVoices',
  summary: 'Voices of phone campaigns',
  method: 'GET',
  path: '/rest/mailcampaign/voices/{survey}',
  permission: 'view-campaigns',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ voices: z.array(z.object({ value: z.string(), text: z.string() })) }),
})
