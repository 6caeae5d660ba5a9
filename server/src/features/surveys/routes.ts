import { getAnnouncementLink, getSurveyStart, getSurveyStatus } from '@gensvar/contract/surveys'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves a survey's start data, and what is requested while it is open. */
export function surveyRoutes(app: FastifyInstance): void {
  implement(app, getSurveyStart, (ctx, { params }) => service.getSurveyStart(ctx, params.survey))
  implement(app, getSurveyStatus, (ctx, { params, query }) =>
    service.getSurveyStatus(ctx, params.survey, params.drillPath, query),
  )
  implement(app, getAnnouncementLink, (ctx, { params }) =>
    service.getAnnouncementLink(ctx, params.survey, params.announcement),
  )
}
