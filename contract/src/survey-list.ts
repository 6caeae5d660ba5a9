import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { metaInterview, surveyRow } from './entities/universes.ts'
import { localeCode } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { nameParam } from './request-texts.ts'

/** What the list of surveys is sorted by. */
const surveyOrders = ['id', 'name', 'universeName', 'tag', 'textTag', 'disabled', 'samplesOpen'] as const

const ofSurvey = z.object({ survey: nameParam })
const noQuery = z.object({})

/** A survey in the list, with the name that its addresses have. */
export const listedSurvey = surveyRow.extend({ extName: z.string() })

/** A survey in the list. */
export type ListedSurvey = z.infer<typeof listedSurvey>

/** The surveys of all universes of the server. */
export const listSurveys = defineRoute({
  id: 'listSurveys',
  summary: 'Surveys of all universes',
  method: 'GET',
  path: '/rest/surveys/list',
  permission: 'root',
  params: z.object({}),
  query: pageQuery.extend({ sortVar: nameParam.pipe(z.enum(surveyOrders)).optional() }),
  body: z.undefined(),
  response: z.object({ rows: z.array(listedSurvey), total: z.number().int() }),
})

/** A survey's own settings. */
const savedMetaInterview = metaInterview.extend({
  textTag: z.string(),
  /** Whether the open period is open; without it all samples are those of a closed period. */
  samplesOpen: z.boolean(),
  version: z.number().int(),
})

/** Settings of a survey. */
export const getMetaInterview = defineRoute({
  id: 'getMetaInterview',
  summary: 'Settings of a survey',
  method: 'GET',
  path: '/rest/surveys/metainterview/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: savedMetaInterview,
})

/**
 * Saves the settings of a survey. With another `extName`, all its addresses change. Errors: `conflict` for a name that
 * another survey of the universe has, and for a stale version, told with who changed it.
 */
export const saveMetaInterview = defineRoute({
  id: 'saveMetaInterview',
  summary: 'Save the settings of a survey',
  method: 'POST',
  path: '/rest/surveys/metainterview/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    organisationName: z.string().trim().max(200),
    tag: z.string().trim().max(200),
    textTag: z.string().trim().max(200),
    disabled: z.boolean(),
    samplesOpen: z.boolean(),
    extName: z.string().trim().max(120).pipe(extName),
    nameText: z
      .partialRecord(localeCode, z.string().max(200))
      .refine((texts) => Object.values(texts).some((text) => text.trim() !== ''), 'a name is needed'),
    version: z.int32(),
  }),
  response: savedMetaInterview,
})
