import {
  checkDraft,
  discardDraft,
  getConfigurationVersion,
  getDraft,
  listConfigurationQuestions,
  listConfigurationVersions,
  publishDraft,
  rollbackConfiguration,
  saveDraft,
} from '@gensvar/contract/dashboard-editor'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the editor of dashboards to those who may edit them. */
export function dashboardEditorRoutes(app: FastifyInstance): void {
  implement(app, getDraft, (ctx, { params }) => service.getDraft(ctx, params.survey))
  implement(app, saveDraft, (ctx, { params, body }) => service.saveDraft(ctx, params.survey, body))
  implement(app, discardDraft, (ctx, { params, query }) => service.discardDraft(ctx, params.survey, query.version))
  implement(app, checkDraft, (ctx, { params, body }) => service.checkDraft(ctx, params.survey, body))
  implement(app, publishDraft, (ctx, { params, body }) => service.publishDraft(ctx, params.survey, body))
  implement(app, listConfigurationQuestions, (ctx, { params }) =>
    service.listConfigurationQuestions(ctx, params.survey),
  )
  implement(app, listConfigurationVersions, (ctx, { params, query }) =>
    service.listConfigurationVersions(ctx, params.survey, query),
  )
  implement(app, getConfigurationVersion, (ctx, { params }) =>
    service.getConfigurationVersion(ctx, params.survey, params.number),
  )
  implement(app, rollbackConfiguration, (ctx, { params, body }) =>
    service.rollbackConfiguration(ctx, params.survey, body),
  )
}
