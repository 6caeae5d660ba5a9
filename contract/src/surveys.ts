import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { pageKinds } from './configuration/pages.ts'
import { survey } from './entities/survey.ts'
import { announcement, brandingInfo, supportInfo, systemMessage } from './entities/shell.ts'
import { onPage } from './paths.ts'
import { nameParam, pathParam } from './request-texts.ts'
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

/** When the figures were last brought up to date, whether newer answers are still to come, and what keeps them back. */
export const freshness = z.object({
  updatedAt: z.iso.datetime().nullable(),
  updating: z.boolean(),
  /** Why newer answers cannot be added now, in words. */
  problem: z.string().nullable(),
})

/** What the screens of a survey need: fetched once, and again when its status carries another version. */
export const surveyStart = z.object({
  /** Changes with everything else in here but branding and preferences; see `surveyStatus`. */
  version: z.string(),
  survey,
  /** Views in the order of the user's tabs; the survey's own order decides which one a path without a view is in. */
  viewOrder: z.array(z.string()),
  /** Place the user starts from: the deepest one their rights confine them to, else `root`. */
  startPath: z.string(),
  /** Page the survey opens on: the role's start page, else the survey's default page. */
  startPage: z.string(),
  /** The survey's default page, whatever the role's start page: where Home leads. */
  defaultPage: z.string(),
  /** Kinds of page whose screens show something in this version. */
  builtKinds: z.array(z.enum(pageKinds)),
  named: z.boolean(),
  /**
   * What published figures can be asked for; null where the caller sees single answers and their own places are all.
   */
  vocabulary: publishedVocabulary.nullable(),
  support: supportInfo,
  branding: brandingInfo,
  /** Rights the screens ask for; the server checks them again on every call. */
  rights: z.object({
    canViewSamples: z.boolean(),
    canViewInterviews: z.boolean(),
    canHandleAlerts: z.boolean(),
    canEditActions: z.boolean(),
    /** Administers the survey: decides what its imports doubt. */
    canAdministrate: z.boolean(),
    canAccessStatusPage: z.boolean(),
  }),
  preferences: z.record(z.string(), z.unknown()),
})

/** What changes by itself while a survey is looked at: asked for every 60 s, so it is kept small. */
export const surveyStatus = z.object({
  /** Version of the start data there is now. */
  version: z.string(),
  /** Open alerts at the place; null where they cannot be counted: a wrong place must not hide a system message. */
  nOpenAlerts: z.number().int().nullable(),
  /** Open alerts of all places and periods that the user may open; null where they cannot be counted. */
  allAlerts: z
    .object({
      open: z.number().int(),
      /** Those that the user's own level has to handle; 0 for a user who may not handle alerts. */
      waiting: z.number().int(),
      /** The deepest place that contains them all, and its name. */
      path: z.string(),
      place: z.string(),
    })
    .nullable(),
  /** Doubts of imports that nobody decided yet; null for whoever does not administer the survey. */
  openDoubts: z.number().int().nullable(),
  systemMessage: systemMessage.nullable(),
  announcements: z.array(announcement),
  freshness,
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

/**
 * What changes by itself while a survey is looked at; `drillPath` is the place whose open alerts are counted, over the
 * period of the page where it has none.
 */
export const getSurveyStatus = defineRoute({
  id: 'getSurveyStatus',
  summary: 'Open alerts, system message, announcements and freshness, and the version of the start data',
  method: 'GET',
  path: '/rest/surveys/status/{survey}/{drillPath}',
  permission: 'survey',
  params: z.object({ survey: nameParam, drillPath: pathParam }),
  query: onPage,
  body: z.undefined(),
  response: surveyStatus,
})

/** Link behind an announcement, at the path the specification gives; the browser opens it in a new tab. */
export const getAnnouncementLink = defineRoute({
  id: 'getAnnouncementLink',
  summary: 'URL of an announcement for the signed-in user',
  method: 'GET',
  path: '/vuejs/campaign/link/{survey}/{announcement}',
  permission: 'survey',
  params: z.object({ survey: nameParam, announcement: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ url: webAddress }),
})

/** Remembers a choice of the user: columns, density, last survey. Survey `-` means: not of one survey. */
export const savePreference = defineRoute({
  id: 'savePreference',
  summary: 'Remember a setting of the signed-in user',
  method: 'PUT',
  path: '/rest/preferences/save/{survey}/{key}',
  permission: 'survey',
  params: z.object({ survey: nameParam, key: z.string().max(100) }),
  query: z.object({}),
  body: z.object({ value: z.unknown() }),
  response: z.object({ ok: z.literal(true) }),
})
