import {
  assignAlerts,
  closeAlerts,
  getAlert,
  getAlertQuestions,
  listAlertOwners,
  listAlerts,
  reopenAlert,
  suggestAlerts,
  updateAlert,
} from '@gensvar/contract/alerts'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves alerts: their lists, their page, and what is done with them. */
export function alertRoutes(app: FastifyInstance): void {
  implement(app, getAlert, (ctx, { params }) => service.getAlert(ctx, params.survey, params.alertId))
  implement(app, updateAlert, (ctx, { params, body }) => service.updateAlert(ctx, params, body))
  implement(app, reopenAlert, (ctx, { params, body }) => service.reopenAlert(ctx, params, body))
  implement(app, listAlerts, (ctx, { params, query }) =>
    service.listAlerts(ctx, params.survey, params.drillPath, query),
  )
  implement(app, suggestAlerts, (ctx, { params, query }) => service.suggestAlerts(ctx, params, query.term))
  implement(app, listAlertOwners, (ctx, { params, body }) => service.listAlertOwners(ctx, params.survey, body))
  implement(app, assignAlerts, (ctx, { params, body }) => service.assignAlerts(ctx, params.survey, body))
  implement(app, closeAlerts, (ctx, { params, body }) => service.closeAlerts(ctx, params.survey, body))
  implement(app, getAlertQuestions, (ctx, { params, body }) =>
    service.getAlertQuestions(ctx, params.survey, body.alertIds),
  )
}
