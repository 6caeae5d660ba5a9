import { z } from 'zod'
import { periodText } from './configuration/names.ts'
import { pageKinds } from './configuration/pages.ts'
import { defineRoute } from './define-route.ts'
import { segmentedDrillPath, viewResults } from './entities/navigation.ts'
import { MAX_STORED_PATH_LENGTH, nameParam, pathParam, searchText } from './request-texts.ts'

const atPath = z.object({ survey: nameParam, drillPath: pathParam })

/**
 * The page that is shown, by its name or, for one with an address of its own, by its kind: its period applies where the
 * path has none, as it does to the figures on the page.
 */
export const onPage = z.object({ page: nameParam.optional(), kind: z.enum(pageKinds).optional() })

/** Segments of the drill path bar, and the open alerts below the place. */
export const getSegmentedDrillPath = defineRoute({
  id: 'getSegmentedDrillPath',
  summary: 'Segments of a drill path with their children, and the number of open alerts',
  method: 'GET',
  path: '/rest/paths/segments/{survey}/{drillPath}',
  permission: 'survey',
  params: atPath,
  query: onPage,
  body: z.undefined(),
  response: segmentedDrillPath,
})

/** A child in a segment's dropdown with its main indicator. */
export const segmentChild = z.object({
  path: z.string(),
  text: z.string(),
  accessAllowed: z.boolean(),
  /** Main indicator as shown, or null where it has no value or is suppressed. */
  formattedValue: z.string().nullable(),
  nInterviews: z.number().int().nullable(),
})

/** Children of a segment with main indicator and n, for the dropdown of the bar. */
export const listSegmentChildren = defineRoute({
  id: 'listSegmentChildren',
  summary: 'Children of a drill path segment with their main indicator',
  method: 'GET',
  path: '/rest/paths/children/{survey}/{drillPath}',
  permission: 'survey',
  params: atPath,
  query: onPage.extend({ filter: searchText.default('') }),
  body: z.undefined(),
  response: z.object({ children: z.array(segmentChild), total: z.number().int() }),
})

/** Number of answers at a place with filters, before anything of them is shown. */
export const countAnswers = defineRoute({
  id: 'countAnswers',
  summary: 'Number of answers at a drill path',
  method: 'GET',
  path: '/rest/paths/count/{survey}/{drillPath}',
  permission: 'survey',
  params: atPath,
  query: z.object({
    /** Period of the page, which counts where the path has none (`last_3m`). */
    interval: periodText.max(30).optional(),
  }),
  body: z.undefined(),
  response: z.object({
    /** Null where the number is withheld; rounded where figures of the survey are. */
    n: z.number().int().nullable(),
  }),
})

/** Suggestions of the search box, grouped under headers; choosing one makes its value the drill path. */
export const getSuggestions = defineRoute({
  id: 'getSuggestions',
  summary: 'Units and interviews that match a text',
  method: 'GET',
  path: '/rest/rankings/suggestions/{survey}/{drillPath}',
  permission: 'survey',
  params: atPath,
  query: z.object({ term: searchText }),
  body: z.undefined(),
  response: viewResults,
})

/** Stores a drill path too long for an address; `sel=<id>` stands for it. */
export const storePath = defineRoute({
  id: 'storePath',
  summary: 'Store a drill path too long for a URL',
  method: 'POST',
  path: '/rest/paths/store/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({ path: z.string().min(1).max(MAX_STORED_PATH_LENGTH) }),
  response: z.object({ path: z.string() }),
})

/** The drill path a short one stands for. */
export const expandPath = defineRoute({
  id: 'expandPath',
  summary: 'The drill path behind sel=<id>',
  method: 'GET',
  path: '/rest/paths/expand/{survey}/{id}',
  permission: 'survey',
  params: z.object({ survey: nameParam, id: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ path: z.string() }),
})
