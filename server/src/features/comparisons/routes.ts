import { getComparison } from '@gensvar/contract/comparisons'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves how two sides of a page differ. */
export function comparisonRoutes(app: FastifyInstance): void {
  implement(app, getComparison, (ctx, { params, query }) =>
    service.getComparison(ctx, params.survey, params.drillPath, query),
  )
}
