import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { distribution, distributionSplits } from './entities/distribution.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** How the answers behind an indicator or question are spread at a place. */
export const getDistribution = defineRoute({
  id: 'getDistribution',
  summary: 'How the answers behind a figure are spread at a drill path, in its units, or over time',
  method: 'GET',
  path: '/rest/distributions/data/{survey}/{indicator}/{drillPath}',
  permission: 'survey',
  params: z.object({ survey: nameParam, indicator: nameParam, drillPath: pathParam }),
  query: z.object({
    /** One of the questions of an indicator of several; the first where left out. */
    question: nameParam.optional(),
    by: z.enum(distributionSplits).default('place'),
    /** Each answer by itself where an indicator has promoters, passives and detractors. */
    detail: z.enum(['groups', 'answers']).default('groups'),
  }),
  body: z.undefined(),
  response: distribution,
})
