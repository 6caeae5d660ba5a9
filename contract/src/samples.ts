import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { comment } from './entities/comments.ts'
import { mailTracking } from './entities/mail-tracking.ts'
import { sampleEditorData, stateChange, tablePanel } from './entities/sample-editor.ts'
import { copyActionData, sample, sampleListResponse, sampleValidation } from './entities/samples.ts'
import { sampleState } from './entities/states.ts'
import { pageQuery } from './paging.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

/** Most samples that one call deletes, so that it ends in time whatever the machine. */
export const maxDeletedSamples = 10_000

/** Most samples that are selected, copied or written to by naming them. */
export const maxNamedSamples = 1000

/** Most suggestions for a search term. */
export const maxSuggestions = 10

/** Names no component: the samples page of a survey that configures no table. */
export const noComponent = '-'

const responseId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const ofSample = z.object({ survey: nameParam, sampleId: responseId })
/** `component` is the id of a sample table, or `-`. */
const ofEditor = ofSample.extend({ component: nameParam })
const ofTable = z.object({ survey: nameParam, component: nameParam, drillPath: pathParam })
const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })

/** Further filters of a list, as tokens of a drill path. */
const extraPaths = pathParam.default('')

/** Answers by question: a choice's extName, several of them, an ISO date, or a text; null for none. */
const fieldValues = z.record(nameParam, z.union([z.string().max(10_000), z.array(nameParam).max(1000)]).nullable())

/** What a sample is saved with. Only changed fields need to be sent. */
const sampleChange = z.object({
  /** The version the change was made from; a newer one on the server is a `conflict`, told with who changed what. */
  version: z.int32(),
  /** Saves although somebody else saved in between: fields that are sent replace theirs. */
  overwrite: z.boolean().default(false),
  fields: fieldValues.default({}),
})

/** The samples of a place in a survey whose samples page configures no table. */
export const listSamples = defineRoute({
  id: 'listSamples',
  summary: 'Samples below a drill path',
  method: 'GET',
  path: '/rest/samples/list/{survey}/{drillPath}',
  permission: 'view-samples',
  params: z.object({ survey: nameParam, drillPath: pathParam }),
  query: pageQuery.extend({ extraPaths }),
  body: z.undefined(),
  response: sampleListResponse,
})

/** Texts of the listed samples that contain a term. */
export const suggestSamples = defineRoute({
  id: 'suggestSamples',
  summary: 'Suggestions for a search among samples',
  method: 'GET',
  path: '/rest/samples/suggestions/{survey}/{component}/{drillPath}',
  permission: 'view-samples',
  params: ofTable,
  query: z.object({ term: searchText, extraPaths }),
  body: z.undefined(),
  response: z.object({ suggestions: z.array(z.string()).max(maxSuggestions) }),
})

/** Makes a new sample at a place of the lowest level, for a create action of a table. */
export const createSample = defineRoute({
  id: 'createSample',
  summary: 'Create a sample',
  method: 'POST',
  path: '/rest/samples/create/{survey}/{component}/{drillPath}',
  permission: 'view-samples',
  params: ofTable,
  query: noQuery,
  body: z.object({ action: nameParam }),
  response: z.object({ sampleId: z.number().int() }),
})

/** A sample with what its page offers. */
export const getSample = defineRoute({
  id: 'getSample',
  summary: 'A sample',
  method: 'GET',
  path: '/rest/samples/data/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: noQuery,
  body: z.undefined(),
  response: sample,
})

/** What is wrong with a sample if it is saved in a state; nothing is saved. */
export const validateSample = defineRoute({
  id: 'validateSample',
  summary: 'Validate a sample',
  method: 'POST',
  path: '/rest/samples/validate/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: noQuery,
  body: z.object({ state: sampleState, fields: fieldValues }),
  response: sampleValidation,
})

/**
 * Saves a sample, in the same or another state. Errors: `validation` with messages at `fields.QUESTION`, `forbidden` for
 * a change of state the caller's role does not allow, `conflict` for a stale version.
 */
export const updateSample = defineRoute({
  id: 'updateSample',
  summary: 'Save a sample',
  method: 'PUT',
  path: '/rest/samples/data/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: z.object({ resendEmail: z.stringbool().default(false), resendSMS: z.stringbool().default(false) }),
  body: sampleChange.extend({
    state: sampleState,
    /** Why it is cancelled, where it is. */
    comment: z.string().max(10_000).default(''),
  }),
  response: z.object({
    sample,
    /** What could not be done besides, such as a resend where sending is not set up. */
    notices: z.array(z.string()),
  }),
})

/** Deletes a sample for good. */
export const deleteSample = defineRoute({
  id: 'deleteSample',
  summary: 'Delete a sample',
  method: 'DELETE',
  path: '/rest/samples/data/{survey}/{sampleId}',
  permission: 'root',
  params: ofSample,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/**
 * Deletes for good every sample of a table that matches the place and the filters, or those of them that are named.
 * Completed interviews stay. Only for a table with `useCore`. Of more than 10,000 it deletes as many and tells how many
 * are left: call it again until none is.
 */
export const deleteAllSamples = defineRoute({
  id: 'deleteAllSamples',
  summary: 'Delete all samples of a table',
  method: 'DELETE',
  path: '/rest/samples/all/{survey}/{component}/{drillPath}',
  permission: 'root',
  params: ofTable,
  query: z.object({ filter: searchText.default(''), extraPaths }),
  body: z.object({ sampleIds: z.array(z.number().int()).min(1).max(maxNamedSamples).nullable().default(null) }),
  response: z.object({ deleted: z.number().int(), left: z.number().int() }),
})

/** Sends the invitation again. */
export const resendInvitation = defineRoute({
  id: 'resendInvitation',
  summary: 'Resend the invitation of a sample',
  method: 'POST',
  path: '/rest/samples/resend/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: noQuery,
  body: z.object({ email: z.string().max(320) }),
  response: ok,
})

/** What a copy action asks for; the fields have the answers that the named samples have in common. */
export const getCopyAction = defineRoute({
  id: 'getCopyAction',
  summary: 'The form of a copy action',
  method: 'GET',
  path: '/rest/samples/copy/{survey}/{component}/{action}/{drillPath}',
  permission: 'view-samples',
  params: ofTable.extend({ action: nameParam }),
  query: z.object({ sampleId: responseId }),
  body: z.undefined(),
  response: copyActionData,
})

/** Copies samples: each copy is new, has the event date, the action's fields and the comment. */
export const copySamples = defineRoute({
  id: 'copySamples',
  summary: 'Copy samples',
  method: 'POST',
  path: '/rest/samples/copy/{survey}/{component}/{action}/{drillPath}',
  permission: 'view-samples',
  params: ofTable.extend({ action: nameParam }),
  query: noQuery,
  body: z.object({
    sampleIds: z.array(z.number().int()).min(1).max(maxNamedSamples),
    /** ISO date, today or later. */
    eventdate: z.iso.date().max(10).nullable(),
    /** Answers other than the originals'; those not sent are taken over. */
    fields: fieldValues.default({}),
    comments: z.string().max(10_000).default(''),
  }),
  response: z.object({ sampleIds: z.array(z.number().int()) }),
})

/** The editor of a sample as a table configures it. */
export const getSampleEditor = defineRoute({
  id: 'getSampleEditor',
  summary: 'The editor of a sample',
  method: 'GET',
  path: '/rest/samples/editor/{survey}/{component}/{sampleId}',
  permission: 'view-samples',
  params: ofEditor,
  query: noQuery,
  body: z.undefined(),
  response: sampleEditorData,
})

/** Saves a sample from its editor; with `stateChange` it also gets the new state. Errors as for `updateSample`. */
export const updateSampleEditor = defineRoute({
  id: 'updateSampleEditor',
  summary: 'Save a sample from its editor',
  method: 'PUT',
  path: '/rest/samples/editor/{survey}/{component}/{sampleId}',
  permission: 'view-samples',
  params: ofEditor,
  query: noQuery,
  body: sampleChange.extend({
    /** The state button that was clicked. */
    stateChange: stateChange.extend({ extname: nameParam }).nullable().default(null),
  }),
  response: sampleEditorData,
})

/** Starts what a mail action button of the editor stands for. */
export const startMailAction = defineRoute({
  id: 'startMailAction',
  summary: 'Start a mail action for a sample',
  method: 'POST',
  path: '/rest/samples/mailaction/{survey}/{component}/{sampleId}',
  permission: 'view-samples',
  params: ofEditor,
  query: noQuery,
  body: z.object({
    extname: nameParam,
    template: nameParam,
    mailVariable: nameParam,
    campaignName: nameParam,
    strictFiltering: z.boolean(),
  }),
  response: ok,
})

/** Starts push campaigns for a sample, as a button of the editor names them. */
export const startPushCampaigns = defineRoute({
  id: 'startPushCampaigns',
  summary: 'Start push campaigns for a sample',
  method: 'POST',
  path: '/rest/samples/pushcampaign/{survey}/{component}/{sampleId}',
  permission: 'view-samples',
  params: ofEditor,
  query: noQuery,
  body: z.object({ extname: nameParam, campaigns: z.array(nameParam).min(1).max(100) }),
  response: ok,
})

/** Comments on a sample, oldest first. */
export const listSampleComments = defineRoute({
  id: 'listSampleComments',
  summary: 'Comments on a sample',
  method: 'GET',
  path: '/rest/samples/comments/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ comments: z.array(comment) }),
})

/** Adds a comment to a sample. */
export const createSampleComment = defineRoute({
  id: 'createSampleComment',
  summary: 'Comment on a sample',
  method: 'POST',
  path: '/rest/samples/comments/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: noQuery,
  body: z.object({ text: z.string().trim().min(1).max(10_000) }),
  response: comment,
})

/** What was sent for a sample; with `relatedMailTracking` also what was sent to the same person for other samples. */
export const getSampleMails = defineRoute({
  id: 'getSampleMails',
  summary: 'Mail tracking of a sample',
  method: 'GET',
  path: '/rest/samples/mails/{survey}/{sampleId}',
  permission: 'view-samples',
  params: ofSample,
  query: z.object({ relatedMailTracking: z.stringbool().default(false) }),
  body: z.undefined(),
  response: mailTracking,
})

/** A table of a sample, as a table panel of the editor names it. */
export const getSampleTable = defineRoute({
  id: 'getSampleTable',
  summary: 'A table of a sample',
  method: 'GET',
  path: '/rest/samples/table/{survey}/{component}/{sampleId}/{tableName}',
  permission: 'view-samples',
  params: ofEditor.extend({ tableName: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: tablePanel,
})
