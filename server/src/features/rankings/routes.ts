import { getCellDetails, getRanking, listCountedCases } from '@gensvar/contract/rankings'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the default ranking, and the details behind its cells. */
export function rankingRoutes(app: FastifyInstance): void {
  implement(app, getRanking, (ctx, { params, query }) =>
    service.getRanking(ctx, params.survey, params.drillPath, query),
  )
  implement(app, listCountedCases, (ctx, { params, query }) =>
    service.listCountedCases(ctx, params.survey, params.indicator, params.drillPath, query),
  )
  implement(app, getCellDetails, (ctx, { params }) =>
    service.getCellDetails(ctx, params.survey, params.sampleId, params.detailsVariable),
  )
}
