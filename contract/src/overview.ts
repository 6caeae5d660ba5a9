import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { globalOverview } from './entities/global-overview.ts'

/** Indicators of every universe the user may enter, over a time span. */
export const getGlobalOverview = defineRoute({
  id: 'getGlobalOverview',
  summary: 'Global overview of the universes a user may enter',
  method: 'GET',
  path: '/rest/overview/data/{username}/{timeSpan}',
  permission: 'signed-in',
  params: z.object({ username: z.string().max(320), timeSpan: z.string().max(80) }),
  query: z.object({}),
  body: z.undefined(),
  response: globalOverview,
})
