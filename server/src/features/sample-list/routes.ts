import {
  copySamples,
  createSample,
  deleteAllSamples,
  getCopyAction,
  listSamples,
  suggestSamples,
} from '@gensvar/contract/samples'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the lists of samples: the plain table, suggestions, and the actions of a table. */
export function sampleListRoutes(app: FastifyInstance): void {
  implement(app, listSamples, (ctx, { params, query }) =>
    service.listSamples(ctx, params.survey, params.drillPath, query),
  )
  implement(app, suggestSamples, (ctx, { params, query }) => service.suggestSamples(ctx, params, query))
  implement(app, createSample, (ctx, { params, body }) => service.createSample(ctx, params, body.action))
  implement(app, getCopyAction, (ctx, { params, query }) => service.getCopyAction(ctx, params, query.sampleId))
  implement(app, copySamples, (ctx, { params, body }) => service.copySamples(ctx, params, body))
  implement(app, deleteAllSamples, (ctx, { params, query, body }) =>
    service.deleteAllSamples(ctx, params, { ...query, ...body }),
  )
}
