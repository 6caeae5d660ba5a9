import { getDistribution } from '@gensvar/contract/distributions'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves how the answers behind a figure are spread. */
export function distributionRoutes(app: FastifyInstance): void {
  implement(app, getDistribution, (ctx, { params, query }) => service.getDistribution(ctx, params, query))
}
