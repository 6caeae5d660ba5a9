import { z } from 'zod'
import { defineRoute } from './define-route.ts'

const part = z.object({ status: z.enum(['ok', 'unavailable']) })

/** Whether the server can do its work, for load balancers and monitors; 503 when it cannot. */
export const getHealth = defineRoute({
  id: 'getHealth',
  summary: 'Whether the server can work, and how its parts are',
  method: 'GET',
  path: '/health',
  permission: 'none',
  params: z.object({}),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    /** The worst state of the parts. `degraded`, when one is behind, is still answered with 200. */
    status: z.enum(['ok', 'degraded', 'unavailable']),
    /** It answers. */
    database: part,
    /** The analytics store answers, and follows the database. */
    figures: z.object({
      /** `behind`: changes of more than a minute ago may be missing. */
      status: z.enum(['ok', 'behind', 'unavailable']),
      /** Every change committed before this moment is in the figures. */
      updatedAt: z.iso.datetime().nullable(),
      /** Seconds since then. */
      secondsBehind: z.number().int().nonnegative().nullable(),
      updating: z.boolean(),
      /** Why they cannot be brought up to date now, in words. */
      problem: z.string().nullable(),
      /** Whether this server has them to itself, or several servers have them in one store. */
      store: z.enum(['own', 'shared']),
    }),
    /** The data folder takes and keeps what is written to it. */
    disk: part,
  }),
})
