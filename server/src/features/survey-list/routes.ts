import { getMetaInterview, listSurveys, saveMetaInterview } from '@gensvar/contract/survey-list'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the surveys of the server and their settings to root. */
export function surveyListRoutes(app: FastifyInstance): void {
  implement(app, listSurveys, (ctx, { query }) => service.listSurveys(ctx, query))
  implement(app, getMetaInterview, (ctx, { params }) => service.getMetaInterview(ctx, params.survey))
  implement(app, saveMetaInterview, (ctx, { params, body }) => service.saveMetaInterview(ctx, params.survey, body))
}
