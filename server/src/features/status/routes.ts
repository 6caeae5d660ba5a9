import { getSurveyWork } from '@gensvar/contract/status'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the status page of a survey. */
export function statusRoutes(app: FastifyInstance): void {
  implement(app, getSurveyWork, (ctx, { params }) => service.getSurveyWork(ctx, params.survey, params.drillPath))
}
