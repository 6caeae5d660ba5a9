import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam, searchText } from './request-texts.ts'

/** Most responses that are erased or handed out at once. */
export const maxRespondentResponses = 200

/** Shortest text that respondents are searched by. */
export const minRespondentText = 3

/** Most months that a survey keeps its respondents. */
export const maxRetentionMonths = 600

const noQuery = z.object({})
const ofSurvey = z.object({ survey: nameParam })
const responseId = z.int().min(1).max(9_007_199_254_740_991)
const months = z.int().min(1).max(maxRetentionMonths).nullable()

/** A response of a survey of the organisation. */
const responseRef = z.object({ survey: nameParam, responseId })

/** Some responses, each once. */
const responseRefs = z.array(responseRef).min(1).max(maxRespondentResponses)

/** A response that a search for a respondent found. */
const foundResponse = z.object({
  survey: z.string(),
  surveyTitle: z.string(),
  responseId: z.number().int(),
  /** Whether the whole text is a contact field or the foreign id, not a part of one. */
  isExact: z.boolean(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  foreignId: z.string(),
  eventDate: z.iso.date(),
  /** In words. */
  state: z.string(),
  /** Its places, from the top. */
  unit: z.string(),
})

/** A response that a search for a respondent found. */
export type FoundResponse = z.infer<typeof foundResponse>

/** How many of each are held of some responses. */
const heldCounts = z.object({
  responses: z.number().int(),
  answers: z.number().int(),
  comments: z.number().int(),
  records: z.number().int(),
  alerts: z.number().int(),
  changes: z.number().int(),
  /** Sendings to the respondent. */
  recipients: z.number().int(),
  /** Public pages that quote them. */
  shares: z.number().int(),
  notices: z.number().int(),
  /** Mails to users that tell of their alerts. */
  mails: z.number().int(),
  /** Kept files of reports and uploads of the surveys that hold answers of single respondents. */
  files: z.number().int(),
  /** Copies that imports keep, to be undone. */
  copies: z.number().int(),
  /** Saved filters and stored addresses with their contact in it. */
  paths: z.number().int(),
})

/** How many of each are held of some responses. */
export type HeldCounts = z.infer<typeof heldCounts>

/** What is held of one response. */
const heldResponse = z.object({
  survey: z.string(),
  surveyTitle: z.string(),
  responseId: z.number().int(),
  eventDate: z.iso.date(),
  state: z.string(),
  unit: z.string(),
  foreignId: z.string(),
  contact: z.array(
    z.object({
      field: z.enum(['name', 'email', 'phone', 'language', 'street', 'postcode', 'city', 'country']),
      text: z.string(),
    }),
  ),
  answers: z.array(z.object({ title: z.string(), text: z.string() })),
  comments: z.array(z.object({ at: z.iso.datetime({ offset: true }), author: z.string(), text: z.string() })),
  alerts: z.array(z.object({ at: z.iso.datetime({ offset: true }), title: z.string(), state: z.string() })),
  changes: z.array(z.object({ at: z.iso.datetime({ offset: true }), author: z.string(), fields: z.array(z.string()) })),
  sendings: z.array(
    z.object({ at: z.iso.datetime({ offset: true }).nullable(), title: z.string(), state: z.string() }),
  ),
})

/** What is held of one response. */
export type HeldResponse = z.infer<typeof heldResponse>

/**
 * Responses of whoever a text tells of: e-mail, phone, name or foreign id, exact ones first. Only of named surveys of the
 * organisation that the caller sees whole; which ones were left out is said. The text is in the body, so that it is in
 * no log of addresses.
 */
export const findRespondents = defineRoute({
  id: 'findRespondents',
  summary: 'Find the responses of a respondent',
  method: 'POST',
  path: '/rest/respondents/find/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({ text: searchText.trim().min(minRespondentText) }),
  response: z.object({
    responses: z.array(foundResponse),
    /** Whether there are more than are listed. */
    hasMore: z.boolean(),
    searched: z.array(z.object({ survey: z.string(), title: z.string() })),
    leftOut: z.array(z.object({ survey: z.string(), title: z.string(), reason: z.enum(['anonymous', 'limited']) })),
  }),
})

/** All that is held of some responses, and what erasing them would reach. */
export const getHeldData = defineRoute({
  id: 'getHeldData',
  summary: 'What is held of some responses',
  method: 'POST',
  path: '/rest/respondents/held/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({ responses: responseRefs }),
  response: z.object({
    responses: z.array(heldResponse),
    counts: heldCounts,
    /** How many have no foreign id, so that a later import cannot tell them again. */
    withoutKey: z.number().int(),
  }),
})

/** Erases responses for good, with everything that is held of them. `conflict` where one has gone meanwhile. */
export const eraseRespondent = defineRoute({
  id: 'eraseRespondent',
  summary: 'Erase responses with all that is held of them',
  method: 'POST',
  path: '/rest/respondents/erase/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    responses: responseRefs,
    /** Whether an import may add the respondent again; otherwise it skips their foreign id. */
    mayImportAgain: z.boolean(),
  }),
  response: z.object({ counts: heldCounts }),
})

/** All that is held of some responses as an archive, made while the browser waits and kept nowhere. */
export const downloadHeldData = defineRoute({
  id: 'downloadHeldData',
  summary: 'Download all that is held of some responses',
  method: 'GET',
  path: '/rest/respondents/download/{survey}',
  permission: 'survey-admin',
  ticket: 'token',
  params: ofSurvey,
  query: z.object({
    /** `survey:number`, separated by commas; without a survey it is the one of the address. */
    responses: z.string().min(1).max(20_000),
    token: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.undefined(),
})

/** What is done with responses of some days. */
export const protectionActs = ['anonymise', 'erase'] as const

/** What anonymising or erasing all responses of some days would reach. */
const protectionPreview = z.object({
  /** Null in an anonymous survey, where numbers of any days would give figures away. */
  counts: z
    .object({
      responses: z.number().int(),
      contacts: z.number().int(),
      keys: z.number().int(),
      comments: z.number().int(),
      alerts: z.number().int(),
    })
    .nullable(),
  /** The questions whose answers are removed, each with their number. */
  questions: z.array(z.object({ variable: z.string(), title: z.string(), answers: z.number().int().nullable() })),
  /** Questions marked so that keep their answers, because published figures count them. */
  kept: z.array(z.object({ variable: z.string(), title: z.string() })),
})

/** What anonymising or erasing all responses of some days would reach. */
export type ProtectionPreview = z.infer<typeof protectionPreview>

const day = z.iso.date().max(10).nullable()
const days = { from: day, to: day }

/** What anonymising responses of some days would reach; no date is no bound. */
export const previewAnonymisation = defineRoute({
  id: 'previewAnonymisation',
  summary: 'What anonymising would reach',
  method: 'POST',
  path: '/rest/respondents/preview/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object(days),
  response: protectionPreview,
})

/** A task that anonymises or erases. */
const protectionTask = z.object({
  id: z.number().int(),
  act: z.enum(protectionActs),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  state: z.enum(['waiting', 'running', 'paused', 'done', 'failed']),
  created: z.iso.datetime({ offset: true }),
  /** Null before it says, and in an anonymous survey. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }).nullable(),
  /** Why it failed; empty otherwise. */
  reason: z.string(),
})

/** A task that anonymises or erases. */
export type ProtectionTask = z.infer<typeof protectionTask>

/** Starts a task that removes who the respondents of some days are; their other answers stay. */
export const anonymiseResponses = defineRoute({
  id: 'anonymiseResponses',
  summary: 'Anonymise the responses of some days',
  method: 'POST',
  path: '/rest/respondents/anonymise/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object(days).refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ['to'],
    message: 'The end is before the beginning.',
  }),
  response: z.object({ taskId: z.number().int() }),
})

/** Stops a task that anonymises or erases. What it has done stays done. */
export const stopProtectionTask = defineRoute({
  id: 'stopProtectionTask',
  summary: 'Stop anonymising or erasing',
  method: 'POST',
  path: '/rest/respondents/stop/{survey}/{protectionTask}',
  permission: 'survey-admin',
  params: ofSurvey.extend({ protectionTask: z.coerce.number().int().min(0).max(2_147_483_647) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** How long a survey keeps who its respondents are, and their answers, in months; null for always. */
const retention = z.object({
  anonymiseAfter: months,
  eraseAfter: months,
  version: z.int().min(0).max(2_147_483_647),
})

/** How long a survey keeps its respondents, what that reaches tonight, and the tasks that do it, newest first. */
export const getDataProtection = defineRoute({
  id: 'getDataProtection',
  summary: 'How long a survey keeps its respondents',
  method: 'GET',
  path: '/rest/respondents/rules/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    isAnonymous: z.boolean(),
    /** Why the caller may do nothing here; null where they may. */
    refused: z.string().nullable(),
    timeZone: z.string(),
    retention,
    /** Last day whose responses are reached tonight, and how many there are (null in an anonymous survey). */
    tonight: z.array(
      z.object({ act: z.enum(protectionActs), to: z.iso.date(), responses: z.number().int().nullable() }),
    ),
    tasks: z.array(protectionTask),
  }),
})

/** Saves how long a survey keeps its respondents. An anonymous one only anonymises. `conflict` for a stale version. */
export const saveRetention = defineRoute({
  id: 'saveRetention',
  summary: 'Save how long a survey keeps its respondents',
  method: 'PUT',
  path: '/rest/respondents/retention/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: retention,
  response: retention,
})
