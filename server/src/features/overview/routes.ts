import { getGlobalOverview } from '@gensvar/contract/overview'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the figures of several universes. */
export function overviewRoutes(app: FastifyInstance): void {
  implement(app, getGlobalOverview, (ctx, { params }) =>
    service.getGlobalOverview(ctx, params.username, params.timeSpan),
  )
}
