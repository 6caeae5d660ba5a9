import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { filterOption, filterSet } from './entities/survey.ts'
import { nameParam, searchText } from './request-texts.ts'

/** The filter set of one tab with its groups, filters and their options. */
export const getFilterData = defineRoute({
  id: 'getFilterData',
  summary: 'Filter set of a survey, standard or time',
  method: 'GET',
  path: '/rest/filters/data/{survey}/{type}',
  permission: 'survey',
  params: z.object({ survey: nameParam, type: z.enum(['standard', 'time']) }),
  query: z.object({}),
  body: z.undefined(),
  response: filterSet,
})

/** Options of a server-side filter that match a text; at most 100, and how many there are in all. */
export const queryFilter = defineRoute({
  id: 'queryFilter',
  summary: 'Options of a server-side filter that match a text',
  method: 'GET',
  path: '/rest/filters/query/{survey}/{filter}/{text}',
  permission: 'survey',
  params: z.object({ survey: nameParam, filter: nameParam, text: searchText }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ options: z.array(filterOption), total: z.number().int() }),
})

/** Name of a campaign, to label a campaign filter's chip; and the campaigns there are to choose from. */
export const getCampaignName = defineRoute({
  id: 'getCampaignName',
  summary: 'Name of a campaign',
  method: 'GET',
  path: '/rest/filters/campaign/{survey}/{campaign}',
  permission: 'survey',
  params: z.object({ survey: nameParam, campaign: z.coerce.number().int() }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ id: z.number().int(), title: z.string() }),
})

/** Campaigns of a survey the campaign filter offers. */
export const listFilterCampaigns = defineRoute({
  id: 'listFilterCampaigns',
  summary: 'Campaigns the campaign filter offers',
  method: 'GET',
  path: '/rest/filters/campaigns/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    campaigns: z.array(z.object({ id: z.number().int(), title: z.string(), sendingType: z.string() })),
  }),
})

/** A named set of filters; a shared one is seen by everybody who may open the survey. */
export const savedFilter = z.object({
  id: z.number().int(),
  name: z.string(),
  path: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
})

/** Saved filters the user may use: their own and the shared ones. */
export const listSavedFilters = defineRoute({
  id: 'listSavedFilters',
  summary: 'Saved filters of the user and those shared with them',
  method: 'GET',
  path: '/rest/filters/saved/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ savedFilters: z.array(savedFilter) }),
})

/** Saves the filters of a path under a name; 409 when the user already has that name. */
export const createSavedFilter = defineRoute({
  id: 'createSavedFilter',
  summary: 'Save a set of filters under a name',
  method: 'POST',
  path: '/rest/filters/saved/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({ name: z.string().trim().min(1).max(80), path: z.string().max(8000), shared: z.boolean() }),
  response: savedFilter,
})

/** Deletes a saved filter of the user's own. */
export const removeSavedFilter = defineRoute({
  id: 'removeSavedFilter',
  summary: 'Delete a saved set of filters',
  method: 'DELETE',
  path: '/rest/filters/saved/{survey}/{id}',
  permission: 'survey',
  params: z.object({ survey: nameParam, id: z.coerce.number().int().min(0).max(2_147_483_647) }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
