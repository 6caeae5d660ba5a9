import {
  deleteAction,
  getActionChart,
  getActionData,
  getActionValue,
  getEffectivePeriod,
  listResponsibles,
  updateAction,
} from '@gensvar/contract/actions'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves actions: what their dialog shows, and what is done with them. */
export function actionRoutes(app: FastifyInstance): void {
  implement(app, getActionData, (ctx, { params, query }) => service.getActionData(ctx, params, query.extname))
  implement(app, updateAction, (ctx, { params, body }) => service.updateAction(ctx, params, body))
  implement(app, deleteAction, (ctx, { params }) => service.deleteAction(ctx, params.survey, params.actionId))
  implement(app, getEffectivePeriod, (ctx, { params, query }) => service.getEffectivePeriod(ctx, params.survey, query))
  implement(app, getActionValue, (ctx, { params, query }) => service.getActionValue(ctx, params, query))
  implement(app, getActionChart, (ctx, { params, query }) => service.getActionChart(ctx, params, query.expression))
  implement(app, listResponsibles, (ctx, { params, query }) => service.listResponsibles(ctx, params, query.term))
}
