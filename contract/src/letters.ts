import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { letterHelpData } from './entities/templates.ts'
import { reportTask } from './entities/reports.ts'
import { nameParam, pathParam } from './request-texts.ts'
import { localeTag, maxLanguages, storedTemplate, templateFields, templateVersion } from './templates.ts'

/** Largest document of a letter, in bytes. */
export const maxLetterBytes = 10_000_000

const noQuery = z.object({})
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofSurvey = z.object({ survey: nameParam })
const ofTemplate = ofSurvey.extend({ templateId: id })
const ofCampaign = ofSurvey.extend({ campaignId: id })

/** Names a document that was uploaded; empty until there is one. */
const documentKey = z
  .string()
  .regex(/^[\w-]*$/)
  .max(40)

const letterLanguages = z.array(z.object({ locale: localeTag, contents: documentKey })).max(maxLanguages)

const letterBody = z.object({
  ...templateFields,
  /** The document in the main language; not empty, which the server says. */
  contents: documentKey,
  /** The same letter in further languages. */
  languages: letterLanguages.default([]),
})

/** A letter as PDF. */
const renderedLetter = z.object({
  /** The file in base64. */
  pdf: z.string(),
  pages: z.int(),
})

/** A letter's template; id 0 is what a new one begins with. */
export const getLetterTemplate = defineRoute({
  id: 'getLetterTemplate',
  summary: 'A template of a letter',
  method: 'GET',
  path: '/rest/letters/template/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: noQuery,
  body: z.undefined(),
  response: storedTemplate,
})

/** Adds a letter's template of an uploaded document. Errors: `validation` at the field, `conflict` at `name` for one in use. */
export const createLetterTemplate = defineRoute({
  id: 'createLetterTemplate',
  summary: 'Create a template of a letter',
  method: 'POST',
  path: '/rest/mails/template/createletter/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: letterBody,
  response: z.object({ template: storedTemplate }),
})

/** Saves a letter's template. Errors besides: `conflict` at `version`, `forbidden` for a system one. */
export const updateLetterTemplate = defineRoute({
  id: 'updateLetterTemplate',
  summary: 'Save a template of a letter',
  method: 'PUT',
  path: '/rest/mails/template/updateletter/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: letterBody.extend({ ...templateVersion, languages: letterLanguages }),
  response: z.object({ template: storedTemplate }),
})

/** Deletes a letter's template. */
export const removeLetterTemplate = defineRoute({
  id: 'removeLetterTemplate',
  summary: 'Delete a template of a letter',
  method: 'DELETE',
  path: '/rest/letters/template/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/**
 * Takes the document of a letter, flat OpenDocument text (.fodt) of at most 10 MB, which saving the template names by its
 * key. `templateId` is the template that it is for, 0 for a new one. Whatever could load or run anything is taken out.
 * Errors: `validation` at `file` for what is no such document, and for merge tags that do not exist.
 */
export const uploadLetter = defineRoute({
  id: 'uploadLetter',
  summary: 'Upload the document of a letter',
  method: 'POST',
  path: '/rest/letteruploader/uploadfile/{survey}',
  permission: 'survey-admin',
  takesFile: true,
  params: ofSurvey,
  query: z.object({ filename: z.string().trim().min(1).max(200), templateId: id.default(0) }),
  body: z.undefined(),
  response: z.object({
    key: z.string(),
    name: z.string(),
    /** What was taken out, in words. */
    removed: z.array(z.string()),
    /** Names of the merge tags that are in it. */
    tags: z.array(z.string()),
  }),
})

/** A letter's template as PDF, filled with examples; `document` names one that is not saved yet, with template 0 too. */
export const renderLetterTemplate = defineRoute({
  id: 'renderLetterTemplate',
  summary: 'A template of a letter as PDF',
  method: 'GET',
  path: '/rest/letteruploader/rendertemplate/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: z.object({ document: documentKey.default(''), language: z.union([z.literal(''), localeTag]).default('') }),
  body: z.undefined(),
  response: renderedLetter,
})

/** What letters of a survey can be filled with, with the values of somebody at a place as examples. */
export const getLetterHelp = defineRoute({
  id: 'getLetterHelp',
  summary: 'What letters can be filled with',
  method: 'GET',
  path: '/rest/mailcampaign/lettertemplatehelpdata/{survey}/{drillPath}',
  permission: 'survey-admin',
  params: ofSurvey.extend({ drillPath: pathParam }),
  query: noQuery,
  body: z.undefined(),
  response: letterHelpData,
})

/** A letter of a campaign as its recipient got it or will get it. `template` names another one to try. */
export const renderLetter = defineRoute({
  id: 'renderLetter',
  summary: 'Letter of a campaign to one recipient',
  method: 'GET',
  path: '/rest/mailcampaign/renderletter/{survey}/{campaignId}/{trackingId}',
  permission: 'view-campaigns',
  params: ofCampaign.extend({ trackingId: id }),
  query: z.object({ template: id.optional(), mode: z.enum(['maillive']).default('maillive') }),
  body: z.undefined(),
  response: renderedLetter,
})

/** The letter of a new campaign to one recipient. */
export const renderNewLetter = defineRoute({
  id: 'renderNewLetter',
  summary: 'Letter of a new campaign to one recipient',
  method: 'GET',
  path: '/rest/mailcampaign/rendernewletter/{survey}/{mailAction}/{drillPath}',
  permission: 'view-campaigns',
  params: ofSurvey.extend({ mailAction: nameParam, drillPath: pathParam }),
  query: z.object({ template: id, sampleId: id }),
  body: z.undefined(),
  response: renderedLetter,
})

/** A letter of a template to the recipient of a message, as PDF; the browser opens it with a ticket in `auth`. */
export const openLetterOfTemplate = defineRoute({
  id: 'openLetterOfTemplate',
  summary: 'A letter of a template to one recipient, as a file',
  method: 'GET',
  path: '/rest/letteruploader/render/{survey}/{templateId}',
  permission: 'view-campaigns',
  ticket: 'auth',
  params: ofTemplate,
  query: z.object({ trackingid: id, auth: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})

/** The letter of a message as it was made; the browser opens it in a new tab with a ticket. */
export const openLetter = defineRoute({
  id: 'openLetter',
  summary: 'A letter of a campaign, as a file',
  method: 'GET',
  path: '/rest/mailcampaign/letter/{survey}/{campaignId}/{trackingId}',
  permission: 'view-campaigns',
  ticket: 'token',
  params: ofCampaign.extend({ trackingId: id }),
  query: z.object({ token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})

/** Creates one file of all letters of a campaign that were made, or of those that no such file has held yet. */
export const createLettersDownload = defineRoute({
  id: 'createLettersDownload',
  summary: 'Create a file of the letters of a campaign',
  method: 'POST',
  path: '/rest/mailcampaign/letters/{survey}/{campaignId}',
  permission: 'root',
  params: ofCampaign,
  query: noQuery,
  body: z.object({ onlyNew: z.boolean() }),
  response: reportTask,
})
