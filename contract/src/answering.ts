import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam } from './request-texts.ts'

const ofSurvey = z.object({ survey: nameParam })

/** A place that anybody can answer at. */
export const answerPlace = z.object({
  /** Titles of the places from the top down to it; empty for the survey as a whole. */
  titles: z.array(z.string()),
  /** Names of the places, as in a drill path. */
  names: z.array(z.string()),
  /** Where its link leads. */
  url: z.string(),
  /** Where its code leads that people photograph. */
  codeUrl: z.string(),
})

/** A place that anybody can answer at. */
export type AnswerPlaceLink = z.infer<typeof answerPlace>

/** The links that anybody can answer at, and one to try the survey. */
export const answerLinks = z.object({
  /** Whether they work: `openLinks` of the configuration. */
  isOpen: z.boolean(),
  /** The hierarchies there are, the shown one first named. */
  views: z.array(
    z.object({
      extname: z.string(),
      title: z.string(),
      levels: z.array(z.object({ name: z.string(), title: z.string() })),
    }),
  ),
  view: z.string().nullable(),
  /** The level whose places are listed. */
  level: z.string().nullable(),
  places: z.array(answerPlace),
  /** Tries the survey for a day; nothing is stored there. */
  trialUrl: z.string(),
  /** What a code says above and beneath it, in the survey's language. */
  sheet: z.object({ locale: z.string(), title: z.string(), instruction: z.string() }),
})

/** The links that anybody can answer at, and one to try the survey. */
export type AnswerLinks = z.infer<typeof answerLinks>

/** The links that anybody can answer a survey at, one for each place of a level, the lowest without one. */
export const listAnswerLinks = defineRoute({
  id: 'listAnswerLinks',
  summary: 'Links that anybody can answer a survey at',
  method: 'GET',
  path: '/rest/answering/{survey}/links',
  permission: 'survey-admin',
  params: ofSurvey,
  query: z.object({ view: nameParam.optional(), level: nameParam.optional() }),
  body: z.undefined(),
  response: answerLinks,
})

/** Ends all links that were handed out, also printed ones; those that are listed afterwards are new. */
export const renewAnswerLinks = defineRoute({
  id: 'renewAnswerLinks',
  summary: 'End all open links of a survey and make new ones',
  method: 'POST',
  path: '/rest/answering/{survey}/links/renew',
  permission: 'survey-admin',
  params: ofSurvey,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
