import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { survey } from './entities/survey.ts'
import { brandingInfo, campaignDialog, supportInfo, systemMessage } from './entities/shell.ts'
import { nameParam } from './request-texts.ts'
import { webAddress } from './web-address.ts'

/** What can be asked of figures that are published: of an anonymous survey, or of places outside the caller's own. */
export const publishedVocabulary = z.object({
  /** True where it holds for every figure of the survey, false where only for places outside the caller's own. */
  anonymous: z.boolean(),
  /** Background questions to filter by, and how many at once. */
  filters: z.array(z.string()),
  most: z.int().min(1).max(2),
  /** The shortest calendar period; filters take this one alone, and only when it has ended. Null for any. */
  period: z.enum(['month', 'quarter']).nullable(),
  /** Periods that end by this day (ISO) are closed; null where no period has to be. */
  closedTo: z.string().nullable(),
  /** Least number of answers behind a figure: without a filter, with one, with two. */
  minimum: z.array(z.int()),
})

/** What can be asked of published figures. */
export type PublishedVocabulary = z.infer<typeof publishedVocabulary>

/** When the figures were last brought up to date, and whether newer answers are still on their way. */
export const freshness = z.object({
  updatedAt: z.iso.datetime().nullable(),
  updating: z.boolean(),
})

/** What the shell needs to show a survey: asked for when the survey is opened and again every 60 s. */
export const surveyStart = z.object({
  survey,
  /** Views in the order of the user's tabs; the survey's own order decides which one a path without a view is in. */
  viewOrder: z.array(z.string()),
  /** Place the user starts from: the deepest one their rights confine them to, else `root`. */
  startPath: z.string(),
  /** Page the survey opens on: the role's start page, else the survey's default page. */
  startPage: z.string(),
  named: z.boolean(),
  /** What published figures can be asked for; null where the caller sees single answers and their own places are all. */
  vocabulary: publishedVocabulary.nullable(),
  nOpenAlerts: z.number().int(),
  systemMessage: systemMessage.nullable(),
  campaigns: z.array(campaignDialog),
  support: supportInfo,
  branding: brandingInfo,
  freshness,
  /** Rights the screens ask for; the server checks them again on every call. */
  rights: z.object({
    canViewSamples: z.boolean(),
    canViewInterviews: z.boolean(),
    canHandleAlerts: z.boolean(),
    canEditActions: z.boolean(),
  }),
  preferences: z.record(z.string(), z.unknown()),
})

/** Start-up call of a survey. */
export const getSurveyStart = defineRoute({
  id: 'getSurveyStart',
  summary: 'Everything the shell needs to open a survey',
  method: 'GET',
  path: '/rest/surveys/start/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: surveyStart,
})

/** Link behind a dialog campaign; the browser opens it in a new tab. */
export const getCampaignLink = defineRoute({
  id: 'getCampaignLink',
  summary: 'URL of a dialog campaign for the signed-in user',
  method: 'GET',
  path: '/vuejs/campaign/link/{survey}/{campaign}',
  permission: 'survey',
  params: z.object({ survey: nameParam, campaign: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ url: webAddress }),
})

/** Remembers a choice of the user: columns, density, last survey. Survey `-` means: not of one survey. */
export const putPreference = defineRoute({
  id: 'putPreference',
  summary: 'Remember a setting of the signed-in user',
  method: 'PUT',
  path: '/rest/preferences/save/{survey}/{key}',
  permission: 'survey',
  params: z.object({ survey: nameParam, key: z.string().max(100) }),
  query: z.object({}),
  body: z.object({ value: z.unknown() }),
  response: z.object({ ok: z.literal(true) }),
})
