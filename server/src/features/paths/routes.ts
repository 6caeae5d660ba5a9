import {
  countAnswers,
  expandPath,
  getSegmentedDrillPath,
  getSuggestions,
  listSegmentChildren,
  storePath,
} from '@gensvar/contract/paths'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves drill paths: their segments, children, suggestions and storage. */
export function pathRoutes(app: FastifyInstance): void {
  implement(app, getSegmentedDrillPath, (ctx, { params, query }) =>
    service.getSegmentedDrillPath(ctx, params.survey, params.drillPath, query),
  )
  implement(app, listSegmentChildren, (ctx, { params, query }) =>
    service.listSegmentChildren(ctx, params.survey, params.drillPath, query),
  )
  implement(app, countAnswers, (ctx, { params, query }) =>
    service.countAnswers(ctx, params.survey, params.drillPath, query.interval ?? null),
  )
  implement(app, getSuggestions, (ctx, { params, query }) =>
    service.getSuggestions(ctx, params.survey, params.drillPath, query.term),
  )
  implement(app, storePath, (ctx, { params, body }) => service.storePath(ctx, params.survey, body.path))
  implement(app, expandPath, (ctx, { params }) => service.expandPath(ctx, params.survey, params.id))
}
