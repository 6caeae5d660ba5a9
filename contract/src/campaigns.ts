import { z } from 'zod'
import { sendingTypes } from './configuration/campaigns.ts'
import { defineRoute } from './define-route.ts'
import {
  campaign,
  campaignConfiguration,
  campaignDraft,
  campaignInfo,
  campaignRow,
  campaignStates,
  excludedPerson,
  globalCampaignRow,
  newRecipient,
  templateNumber,
  trackingFilters,
  trackingResponse,
} from './entities/campaigns.ts'
import { exclusionRules } from './exclusion-rules.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

export { exclusionRules }
export type { ExclusionRule } from './exclusion-rules.ts'

/** Most people that can be taken out of a new campaign by hand. */
export const maxDeletedRecipients = 500
/** Most messages that one call sends again or deletes. */
export const maxChosenTrackings = 1000

const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofCampaign = z.object({ survey: nameParam, campaignId: id })
const row = z.coerce.number().int().min(0).max(2_147_483_647)

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

const page = {
  from: row.default(0),
  to: row.default(50),
  sortBy: nameParam.default('id'),
  sortDesc: z.stringbool().default(true),
}

const sendingType = z.enum(sendingTypes).default('EMAIL')

/** The further ways of a new campaign: sending types in order, with commas between. */
const ways = z
  .string()
  .max(40)
  .regex(/^([A-Z]+(,[A-Z]+)*)?$/, 'ways of sending, with commas between')
  .default('')

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
  query: z.object({ ...chosen, sendingType, ways, initial: z.stringbool().default(false) }),
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
    ways,
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
    ways,
    rule: z.enum(exclusionRules).optional(),
    textfilter: searchText.default(''),
  }),
  body: z.undefined(),
  response: z.object({ rows: z.array(excludedPerson), totalRows: z.int() }),
})

/** What one recipient of a new campaign would get, as it is sent; a call in `language`. Errors: `validation` with what stops it. */
export const renderNewMail = defineRoute({
  id: 'renderNewMail',
  summary: 'Message of a new campaign to one recipient',
  method: 'GET',
  path: '/rest/mailcampaign/rendernew/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofAction,
  query: z.object({
    ...{ template: id, sampleId: row, sendingType, fromName: z.string().max(120).default('') },
    language: z.string().max(20).optional(),
  }),
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

/** A message of a campaign as its recipient got it or will get it. `template` names another one to try. */
export const renderMail = defineRoute({
  id: 'renderMail',
  summary: 'Message of a campaign to one recipient',
  method: 'GET',
  path: '/rest/mailcampaign/rendermail/{survey}/{campaignId}/{trackingId}',
  permission: 'view-campaigns',
  params: ofCampaign.extend({ trackingId: row }),
  query: z.object({ template: id.optional(), mode: z.enum(['maillive']).default('maillive') }),
  body: z.undefined(),
  response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})

/** Campaigns of a survey, the newest first; counts of the recipients that the caller may see. */
export const listCampaigns = defineRoute({
  id: 'listCampaigns',
  summary: 'Campaigns of a survey',
  method: 'GET',
  path: '/rest/mailcampaign/list/{survey}',
  permission: 'view-campaigns',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ rows: z.array(campaignRow) }),
})

/** Campaigns of all surveys whose samples the caller may see. */
export const listGlobalCampaigns = defineRoute({
  id: 'listGlobalCampaigns',
  summary: 'Campaigns of all surveys',
  method: 'GET',
  path: '/rest/mailcampaign/globallist',
  permission: 'signed-in',
  params: noQuery,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ rows: z.array(globalCampaignRow) }),
})

/** A campaign. Errors: `not_found`. */
export const getCampaign = defineRoute({
  id: 'getCampaign',
  summary: 'A campaign',
  method: 'GET',
  path: '/rest/mailcampaign/campaign/{survey}/{campaignId}',
  permission: 'view-campaigns',
  params: ofCampaign,
  query: noQuery,
  body: z.undefined(),
  response: campaign,
})

/** A campaign's name. */
export const getMailCampaignName = defineRoute({
  id: 'getMailCampaignName',
  summary: 'Name of a campaign',
  method: 'GET',
  path: '/rest/mailcampaign/name/{survey}/{campaignId}',
  permission: 'view-campaigns',
  params: ofCampaign,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ name: z.string() }),
})

/** What the editor of a campaign offers. */
export const getCampaignConfiguration = defineRoute({
  id: 'getCampaignConfiguration',
  summary: 'What the editor of a campaign offers',
  method: 'GET',
  path: '/rest/mailcampaign/configuration/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.undefined(),
  response: campaignConfiguration,
})

/**
 * Saves a campaign with the drill path of its people. The template of PHONE is `callTemplate`, of others `templateId`.
 * Errors: `validation` at the field, `conflict` at `version`.
 */
export const updateCampaign = defineRoute({
  id: 'updateCampaign',
  summary: 'Save a campaign',
  method: 'PUT',
  path: '/rest/mailcampaign/campaign/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: campaignDraft.omit({ campaignName: true, campaignExtName: true, sendingType: true }).extend({
    title: z.string().trim().max(200),
    extname: campaignDraft.shape.campaignExtName,
    callTemplate: templateNumber.nullable().default(null),
    /** Left out to keep those there are. */
    ways: campaignDraft.shape.ways.unwrap().optional(),
    /** Names of the mail filters that are on. */
    filters: z.array(nameParam).max(100).default([]),
    link: pathParam,
    version: z.int().min(0).max(2_147_483_647),
  }),
  response: campaign,
})

/** Goes on with a campaign, or starts one that waits. Errors: `conflict` where its state does not allow it. */
export const resumeCampaign = defineRoute({
  id: 'resumeCampaign',
  summary: 'Start or go on with a campaign',
  method: 'POST',
  path: '/rest/mailcampaign/resume/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.undefined(),
  response: campaign,
})

/** Starts a campaign that waits; as `resumeCampaign`. */
export const startCampaign = defineRoute({
  ...resumeCampaign,
  id: 'startCampaign',
  summary: 'Start a campaign',
  path: '/rest/mailcampaign/start/{survey}/{campaignId}',
})

/** Pauses a campaign: within two seconds nothing more is sent. Errors: `conflict` where it is not started. */
export const pauseCampaign = defineRoute({
  ...resumeCampaign,
  id: 'pauseCampaign',
  summary: 'Pause a campaign',
  path: '/rest/mailcampaign/pause/{survey}/{campaignId}',
})

/** Stops a campaign for good. Errors: `conflict` where it has stopped. */
export const stopCampaign = defineRoute({
  ...resumeCampaign,
  id: 'stopCampaign',
  summary: 'Stop a campaign',
  path: '/rest/mailcampaign/stop/{survey}/{campaignId}',
})

/** Deletes a campaign with its messages; when people were written to stays known. Errors: `conflict` while it is started. */
export const removeCampaign = defineRoute({
  id: 'removeCampaign',
  summary: 'Delete a campaign',
  method: 'DELETE',
  path: '/rest/mailcampaign/campaign/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/**
 * Messages of a campaign, a page at a time. `sortBy` is `id`, `updatedTime`, `status`, `openCount`, `clickCount`, or the
 * value of a header. `text` finds addresses that begin so, and names. `component` names the list that is configured on a page; `-` for none.
 */
export const listTrackings = defineRoute({
  id: 'listTrackings',
  summary: 'Messages of a campaign',
  method: 'GET',
  path: '/rest/mailcampaign/trackings/{survey}/{campaignId}/{component}',
  permission: 'view-campaigns',
  params: ofCampaign.extend({ component: nameParam }),
  query: z.object({
    ...page,
    text: searchText.default(''),
    state: z.enum(trackingFilters).optional(),
  }),
  body: z.undefined(),
  response: trackingResponse,
})

/** People whom a campaign left out, with the rules. */
export const listCampaignExclusions = defineRoute({
  id: 'listCampaignExclusions',
  summary: 'People whom a campaign left out',
  method: 'GET',
  path: '/rest/mailcampaign/exclusions/{survey}/{campaignId}',
  permission: 'view-campaigns',
  params: ofCampaign,
  query: z.object({ from: page.from, to: page.to, rule: z.enum(exclusionRules).optional() }),
  body: z.undefined(),
  response: z.object({ rows: z.array(excludedPerson), totalRows: z.int() }),
})

const trackingIds = z.array(z.int().min(0)).min(1).max(maxChosenTrackings)

/** Sends messages again: those that failed, and once more those that were sent. Answers how many will be sent. */
export const resendTrackings = defineRoute({
  id: 'resendTrackings',
  summary: 'Send messages again',
  method: 'POST',
  path: '/rest/mailcampaign/sendmails/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.object({ ids: trackingIds }),
  response: z.object({ queued: z.int() }),
})

/** Deletes messages; of those being sent right now none. */
export const removeTrackings = defineRoute({
  id: 'removeTrackings',
  summary: 'Delete messages',
  method: 'POST',
  path: '/rest/mailcampaign/deletetrackings/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.object({ ids: trackingIds }),
  response: z.object({ deleted: z.int() }),
})

/** The messages of a campaign as a file; the browser opens it with a ticket. */
export const downloadCampaign = defineRoute({
  id: 'downloadCampaign',
  summary: 'Report of a campaign',
  method: 'GET',
  path: '/rest/mailcampaign/report/{survey}/{campaignId}',
  permission: 'root',
  ticket: 'token',
  params: ofCampaign,
  query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx'), token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})
