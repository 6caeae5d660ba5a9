import { getHealth } from '@gensvar/contract/health'
import type { FastifyInstance } from 'fastify'
import { implementOpen } from '../../platform/http.ts'
import { checkHealth } from './service.ts'

/** `GET /health`: 200 when the server can work, 503 when not. */
export function healthRoutes(app: FastifyInstance): void {
  implementOpen(app, getHealth, async (ctx, _input, reply) => {
    const health = await checkHealth(ctx)
    reply.code(health.status === 'ok' ? 200 : 503).header('cache-control', 'no-store')
    return health
  })
}
