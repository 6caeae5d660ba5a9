import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** Most rows of one page. */
export const mostApiRows = 200

const ofSurvey = z.object({ survey: nameParam })
const noQuery = z.object({})

const drillPath = pathParam
  .default('root')
  .describe('Place, period and filters as a drill path, such as `country=SE;date=last_3m;channel=web`.')

/** A page of a list: `cursor` is the `next` of the page before. */
const paging = {
  limit: z.coerce.number().int().min(1).max(mostApiRows).default(50),
  cursor: z.string().max(100).optional(),
}

/** Cursor of the next page; null on the last one. */
const next = z.string().nullable()

const indicatorNames = z
  .string()
  .max(2000)
  .optional()
  .describe('Names of indicators or variables of questions, separated by commas; all indicators where it is left out.')

/** A figure: `n` answers are behind it, and its 95 % interval is from `low` to `high`. */
const apiFigure = z.object({
  name: z.string(),
  title: z.string(),
  value: z.number().nullable().describe('Null where there is none, or it is withheld.'),
  n: z.number().nullable().describe('In an anonymous survey about so many; null where the value is withheld.'),
  low: z.number().nullable(),
  high: z.number().nullable(),
  effectiveN: z
    .number()
    .nullable()
    .describe(
      'Where answers are weighted to known shares: so many equally weighted ones would be as exact; else null.',
    ),
  unit: z.string().nullable(),
  goal: z.number().nullable(),
  withheld: z.string().nullable().describe('Why it is withheld; null where it is not.'),
})

/** The days of figures: `from` included, `to` not; null is open. */
const days = z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable()

const unit = z.object({
  name: z.string(),
  title: z.string(),
  path: z.string().describe('Its drill path, with the filters of the request.'),
  accessAllowed: z.boolean().describe('False where the key may see figures of it to compare with, and nothing else.'),
})

/** The surveys of the key: the one it is bound to. */
export const listApiSurveys = defineRoute({
  id: 'listApiSurveys',
  summary: 'Surveys that the key opens',
  method: 'GET',
  path: '/api/v1/surveys',
  permission: 'api-key',
  params: z.object({}),
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    surveys: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        timeZone: z.string(),
        isAnonymous: z.boolean().describe('Of an anonymous survey there are figures alone.'),
        path: z.string().describe('The place the key is bound to, as a drill path.'),
      }),
    ),
  }),
})

/** What a survey asks and shows. */
export const getApiSurvey = defineRoute({
  id: 'getApiSurvey',
  summary: 'Questions, hierarchies and indicators of a survey',
  method: 'GET',
  path: '/api/v1/surveys/{survey}',
  permission: 'api-key',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    name: z.string(),
    title: z.string(),
    views: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        levels: z.array(z.string()).describe('Variables of its levels, from the top.'),
      }),
    ),
    questions: z.array(
      z.object({
        variable: z.string(),
        title: z.string(),
        type: z.enum(['scale', 'single', 'multiple', 'numeric', 'date', 'text']),
        min: z.number().nullable().describe('Ends of a scale.'),
        max: z.number().nullable(),
        choices: z
          .array(z.object({ name: z.string(), code: z.number().int(), title: z.string() }))
          .describe('Of a level of a hierarchy there are none: its units are a list of their own.'),
      }),
    ),
    indicators: z.array(
      z.object({ name: z.string(), title: z.string(), unit: z.string().nullable(), goal: z.number().nullable() }),
    ),
  }),
})

/** The units directly below a place, in the order they were made. */
export const listApiUnits = defineRoute({
  id: 'listApiUnits',
  summary: 'Units below a place',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/units',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({ path: drillPath, ...paging }),
  body: z.undefined(),
  response: z.object({ rows: z.array(unit), next }),
})

/** Figures of a place. Without a period in the path they are of the one that the survey opens with. */
export const listApiFigures = defineRoute({
  id: 'listApiFigures',
  summary: 'Figures of a place, for a period and filters',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/figures',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({ path: drillPath, indicators: indicatorNames }),
  body: z.undefined(),
  response: z.object({ title: z.string(), period: days, figures: z.array(apiFigure) }),
})

/** The units directly below a place with their figures, the highest of the first indicator first. */
export const getApiRanking = defineRoute({
  id: 'getApiRanking',
  summary: 'Ranking of the units below a place',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/ranking',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({ path: drillPath, indicators: indicatorNames, ...paging }),
  body: z.undefined(),
  response: z.object({
    period: days,
    rows: z.array(unit.extend({ figures: z.array(apiFigure) })),
    next,
    withheld: z.string().nullable().describe('Why there are no units to compare; null where there are.'),
  }),
})

/** A completed response. */
const apiInterview = z.object({
  id: z.number().int(),
  date: z.string(),
  completed: z.iso.datetime().nullable(),
  places: z.array(z.string()).describe('Its places, one in each hierarchy, as drill paths.'),
  answers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  version: z.number().int(),
})

/** Completed responses of a place, in the order they were stored. An anonymous survey shows none. */
export const listApiInterviews = defineRoute({
  id: 'listApiInterviews',
  summary: 'Completed responses of a place',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/interviews',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({ path: drillPath, ...paging }),
  body: z.undefined(),
  response: z.object({ rows: z.array(apiInterview), next }),
})

/** A completed response with what colleagues wrote about it. Errors: `not_found` for one the key may not open. */
export const getApiInterview = defineRoute({
  id: 'getApiInterview',
  summary: 'A completed response',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/interviews/{interviewId}',
  permission: 'api-key',
  params: ofSurvey.extend({ interviewId: z.coerce.number().int() }),
  query: noQuery,
  body: z.undefined(),
  response: apiInterview.extend({
    comments: z.array(z.object({ created: z.iso.datetime(), author: z.string(), message: z.string() })),
  }),
})

/** What respondents wrote, in the order it was stored. An anonymous survey shows none. */
export const listApiComments = defineRoute({
  id: 'listApiComments',
  summary: 'What respondents wrote at a place',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/comments',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({
    path: drillPath,
    variables: z
      .string()
      .max(2000)
      .optional()
      .describe('Variables of open questions, separated by commas; all of them where it is left out.'),
    ...paging,
  }),
  body: z.undefined(),
  response: z.object({
    rows: z.array(
      z.object({
        interviewId: z.number().int(),
        date: z.string(),
        places: z.array(z.string()),
        texts: z.array(z.object({ variable: z.string(), text: z.string() })),
      }),
    ),
    next,
  }),
})

/** Alerts of a place, in the order they were raised. An anonymous survey has none. */
export const listApiAlerts = defineRoute({
  id: 'listApiAlerts',
  summary: 'Alerts of a place',
  method: 'GET',
  path: '/api/v1/surveys/{survey}/alerts',
  permission: 'api-key',
  params: ofSurvey,
  query: z.object({
    path: drillPath,
    state: z
      .enum(['open', 'processing', 'closed'])
      .optional()
      .describe('Those of one state; all where it is left out.'),
    ...paging,
  }),
  body: z.undefined(),
  response: z.object({
    rows: z.array(
      z.object({
        id: z.number().int(),
        rule: z.string(),
        title: z.string(),
        state: z.enum(['open', 'processing', 'closed']),
        raised: z.iso.datetime(),
        closed: z.iso.datetime().nullable(),
        due: z.iso.datetime().nullable(),
        owner: z.string().describe('Name of whoever has it; empty where nobody does.'),
        interviewId: z.number().int(),
        version: z.number().int(),
      }),
    ),
    next,
  }),
})
