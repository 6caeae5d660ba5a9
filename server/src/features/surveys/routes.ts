import { getCampaignLink, getSurveyStart } from '@gensvar/contract/surveys'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../domain/implement.ts'
import * as service from './service.ts'

/** Serves the opening of a survey. */
export function surveyRoutes(app: FastifyInstance): void {
  implement(app, getSurveyStart, (ctx, { params }) => service.getSurveyStart(ctx, params.survey))
  implement(app, getCampaignLink, (ctx, { params }) => service.getCampaignLink(ctx, params.survey, params.campaign))
}
