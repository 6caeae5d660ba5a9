import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { cellDetails } from './entities/cell-details.ts'
import { rankingResponse } from './entities/ranking.ts'
import { localText } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** Ranking of a place without a configured table: the old-style one with the survey's indicators. */
export const getRanking = defineRoute({
  id: 'getRanking',
  summary: 'Ranking of the units or interviews below a drill path',
  method: 'GET',
  path: '/rest/rankings/data/{survey}/{drillPath}',
  permission: 'survey',
  params: z.object({ survey: nameParam, drillPath: pathParam }),
  query: pageQuery,
  body: z.undefined(),
  response: rankingResponse,
})

/** The responses that an indicator counts at a place: as many as its tile says. */
export const listCountedCases = defineRoute({
  id: 'listCountedCases',
  summary: 'Responses that an indicator counts below a drill path',
  method: 'GET',
  path: '/rest/rankings/cases/{survey}/{indicator}/{drillPath}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam, indicator: nameParam, drillPath: pathParam }),
  query: pageQuery,
  body: z.undefined(),
  response: rankingResponse.extend({ title: localText }),
})

/** The details of a cell in a single interview's row. */
export const getCellDetails = defineRoute({
  id: 'getCellDetails',
  summary: 'Details behind a cell of the ranking table',
  method: 'GET',
  path: '/rest/rankings/details/{survey}/{sampleId}/{detailsVariable}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam, sampleId: z.coerce.number().int(), detailsVariable: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: cellDetails,
})
