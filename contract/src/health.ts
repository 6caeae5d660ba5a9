import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { freshness } from './surveys.ts'

/** Whether the server can do its work, for load balancers and monitors; 503 when it cannot. */
export const getHealth = defineRoute({
  id: 'getHealth',
  summary: 'Whether the server, its database and its analytics store answer',
  method: 'GET',
  path: '/health',
  permission: 'none',
  params: z.object({}),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    status: z.enum(['ok', 'unavailable']),
    database: z.boolean(),
    analytics: z.boolean(),
    freshness,
  }),
})
