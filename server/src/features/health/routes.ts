import { getHealth } from '@gensvar/contract/health'
import type { FastifyInstance } from 'fastify'
import { implementForAnyone } from '#server/domain/implement.ts'
import { healthCheck } from './service.ts'

/** `GET /health`: 200 when the server can work, 503 when not. */
export function healthRoutes(app: FastifyInstance): void {
  const check = healthCheck(app.deps)
  implementForAnyone(app, getHealth, async (_deps, _input, reply) => {
    const health = await check()
    reply.code(health.status === 'unavailable' ? 503 : 200).header('cache-control', 'no-store')
    return health
  })
}
